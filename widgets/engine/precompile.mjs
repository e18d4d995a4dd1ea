// node precompile.mjs JOB.json: compiles Python to .pyc with the wasm CPython that will run it, and tries the imports.
// JOB: { runtime, stdlib, script, lock, work: [{ sources, target, where, optimize, drop, instead }], site, archives, check,
//        packed: [{ source, target }] }
//   runtime   folder of npm's pyodide          stdlib  the zip of the standard library to start with
//   script    compile_zip.py                   site    where packages lie inside the wasm file system
//   archives  unpacked there before `check`, a list of modules that must import ("name.*": with all below)
//   packed    files that are packed with Zstandard
// Prints one line of JSON: { python, problems }.
import fs from "node:fs";
import path from "node:path";
import v8 from "node:v8";
import { pathToFileURL } from "node:url";

// Code that runs for two seconds is not worth the optimising compiler: half the time.
v8.setFlagsFromString("--liftoff-only");

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const { loadPyodide } = await import(pathToFileURL(path.join(job.runtime, "pyodide.mjs")).href);
const python = await loadPyodide({
  indexURL: job.runtime,
  stdLibURL: job.stdlib,
  lockFileContents: { info: job.lock, packages: {} },
  env: { PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1", ...job.env },
});

const { FS } = python;
const inside = new Map(); // path on this machine -> path in the wasm file system
const bring = (file) => {
  if (!inside.has(file)) {
    const at = `/work/${inside.size}/${path.basename(file)}`;
    FS.mkdirTree(path.posix.dirname(at));
    FS.writeFile(at, fs.readFileSync(file));
    inside.set(file, at);
  }
  return inside.get(file);
};

python.runPython(fs.readFileSync(job.script, "utf8"));
const [pack, check] = ["pack", "check"].map((name) => python.globals.get(name));
const list = (items) => python.toPy(items);
const problems = [];
for (const task of job.work) {
  const target = `/work/${path.basename(task.target)}`;
  FS.mkdirTree("/work");
  const { sources, where, optimize, drop, instead } = task;
  problems.push(...pack(list(sources.map(bring)), target, where, optimize, list(drop), list(instead)).toJs());
  fs.writeFileSync(task.target, FS.readFile(target));
}
if (job.packed.length) python.runPython(fs.readFileSync(path.join(path.dirname(job.script), "squeeze.py"), "utf8"));
for (const { source, target } of job.packed) {
  const at = bring(source);
  python.globals.get("squeeze")(at);
  fs.writeFileSync(target, FS.readFile(`${at}.zst`));
}
if (!problems.length) problems.push(...check(list(job.check), list(job.archives.map(bring)), job.site).toJs());
console.log(JSON.stringify({ python: python.globals.get("python_version")(), problems }));
