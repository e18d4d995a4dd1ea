// node run_in_node.mjs ENGINE CODE: starts the built engine without a browser and prints what CODE evaluates to.
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
  const { loadPyodide } = await import(pathToFileURL(path.join(place, "pyodide.mjs")).href);
  const { start } = manifest;
  const python = await loadPyodide({
    indexURL: `${place}/`,
    lockFileContents: { info: start.lock, packages: {} },
    env: start.env,
  });
  for (const file of manifest.files.filter((each) => each.role === "site"))
    python.unpackArchive(new Uint8Array(fs.readFileSync(path.join(place, file.name))), "zip", { extractDir: start.site });
  console.log(python.runPython(code));
} catch (error) {
  console.error(error.message); // not the error itself: node would show the whole of a one-line file with it
  process.exitCode = 1;
} finally {
  fs.rmSync(place, { recursive: true, force: true });
}
