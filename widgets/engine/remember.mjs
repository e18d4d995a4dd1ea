// node remember.mjs JOB.json: starts the wasm CPython, imports what the page needs and keeps its memory, so that no
// reader's browser does that again.
// JOB: { runtime, restore, script, squeeze, lock, env, site, stdlib, library, archives, entry, memory, rest }
//   restore   the page's restore.mjs           script   remember.py
//   stdlib    zip of the standard library      archives zips of what lies in `site`, one with `library` in it
//   entry     the package that a page calls    memory, rest   where the two files go, packed with Zstandard
// Prints one line of JSON: { memory, rest, head }, their sizes when they are unpacked and, as base64, what Pyodide has to
// know of the JavaScript objects that Python holds.
import chance from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

// The same memory from every build: no clock, no chance, no name of this machine's node gets into it.
const NOON = 315532800000;
Date.now = () => NOON;
performance.now = () => 0;
crypto.getRandomValues = chance.randomFillSync = (array) => array.fill(0);
Object.defineProperty(globalThis, "navigator", { value: { userAgent: "", platform: "", language: "en" }, configurable: true });

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const load = (file) => import(pathToFileURL(file).href);
const [{ loadPyodide }, { default: create }, restore] = await Promise.all(
  [path.join(job.runtime, "pyodide.mjs"), path.join(job.runtime, "pyodide.asm.mjs"), job.restore].map(load),
);
const bytesOf = (file) => new Uint8Array(fs.readFileSync(file));
const packages = job.archives.map(bytesOf);
const [, library] = packages.flatMap(restore.entries).find(([name]) => name === job.library);
const where = job.site + job.library;
let module, first;
const python = await loadPyodide({
  indexURL: job.runtime,
  stdLibURL: job.stdlib,
  _makeSnapshot: true,
  _sysExecutable: "/python",
  lockFileContents: { info: job.lock, packages: {} },
  env: job.env,
  createPyodideModule: restore.prepared(create, where, async () => library, (made, put) => {
    module = made;
    first = put.slice(); // the page gives it back at once
  }, (error) => { throw error; }),
});
for (const bytes of packages) restore.unpack(python.FS, bytes, job.site);
python.FS.writeFile(where, new Uint8Array(1)); // it is in its place already: its bytes need not be in memory twice
python.runPython(fs.readFileSync(job.script, "utf8"));
const call = (name, ...given) => python.globals.get(name)(...given);

call("fill", job.entry);
const loaded = call("loaded");
call("tidy");
sweep();
const whole = python.makeMemorySnapshot();
const headLength = new Uint32Array(whole.buffer, 0, 2)[1];
const head = Buffer.from(whole.subarray(0, headLength)).toString("base64");
const memory = restore.remember(first, whole.subarray(headLength));

// From here on Python is a tool: its memory has been kept.
python.runPython(fs.readFileSync(job.script, "utf8"));
python.runPython(fs.readFileSync(job.squeeze, "utf8"));
python.FS.writeFile("/memory", memory);
const inside = [job.stdlib, ...job.archives].map((file) => {
  python.FS.writeFile(`/${path.basename(file)}`, bytesOf(file));
  return `/${path.basename(file)}`;
});
const rest = call("rest", python.toPy(inside), loaded, job.library);
for (const name of ["memory", "rest"]) {
  call("squeeze", `/${name}`);
  fs.writeFileSync(job[name], python.FS.readFile(`/${name}.zst`));
}
console.log(JSON.stringify({ memory: memory.length, rest, head }));

// What was given back to the memory still holds old bytes, and so does the stack: they would travel for nothing.
function sweep() {
  const held = [];
  module._malloc_set_footprint_limit(module._malloc_footprint());
  for (let size = 1 << 24; size >= 16; size = size > 512 ? size >> 1 : size - 16) {
    for (let at = module._malloc(size); at; at = module._malloc(size)) {
      module.HEAPU8.fill(0, at, at + size);
      held.push(at);
    }
  }
  for (const at of held.reverse()) module._free(at);
  module._malloc_set_footprint_limit(-1);
  module.HEAPU8.fill(0, module._emscripten_stack_get_end(), module._emscripten_stack_get_current());
}
