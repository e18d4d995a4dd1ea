// node run_in_node.mjs ENGINE CODE: starts the built engine without a browser and prints what CODE evaluates to; of a
// JSON list of texts, those that the memory holds which travels.
// The variable PYODIDE names the folder of npm's pyodide, beside which lies what node needs besides.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { pathToFileURL } from "node:url";

const [engine, code] = process.argv.slice(2);
const manifest = JSON.parse(fs.readFileSync(path.join(engine, "manifest.json"), "utf8"));
const place = fs.mkdtempSync(path.join(os.tmpdir(), "engine-"));
try {
  for (const file of manifest.files.filter((each) => each.role !== "page"))
    fs.writeFileSync(path.join(place, file.name), zlib.gunzipSync(fs.readFileSync(path.join(engine, `${file.name}.gz`))));
  fs.symlinkSync(path.join(process.env.PYODIDE, ".."), path.join(place, "node_modules")); // for `ws`, which node needs
  const load = (name) => import(pathToFileURL(path.join(place, name)).href);
  const modules = ["pyodide.mjs", "pyodide.asm.mjs", "restore.mjs"].map(load);
  const [{ loadPyodide }, { default: create }, restore] = await Promise.all(modules);
  const { start } = manifest;
  const packed = ["library.zst", "memory.zst", "rest.zst"].map((name) => ({ bytes: fs.readFileSync(path.join(place, name)), size: start.unpacked[name] }));
  let memory, rest;
  const library = async (module) => {
    const unpacked = restore.unpackAll(module, packed);
    [memory, rest] = unpacked.slice(1);
    return unpacked[0];
  };
  const began = (module, first) => restore.putBack(module, first, memory);
  fs.writeFileSync(path.join(place, "python_stdlib.zip"), ""); // it comes with the rest, when Python's memory is back
  const python = await loadPyodide({
    indexURL: `${place}/`,
    createPyodideModule: restore.prepared(create, start.library, library, began, (error) => { throw error; }),
    _loadSnapshot: new Uint8Array(Buffer.from(start.head, "base64")),
    lockFileContents: { info: start.lock, packages: {} },
    env: start.env,
  });
  restore.unpack(python.FS, rest, "/lib/");
  const held = () => JSON.stringify(JSON.parse(code).filter((text) => Buffer.from(memory).includes(text)));
  console.log(code.startsWith("[") ? held() : python.runPython(code));
} catch (error) {
  console.error(error.message); // not the error itself: node would show the whole of a one-line file with it
  process.exitCode = 1;
} finally {
  fs.rmSync(place, { recursive: true, force: true });
}
