// The engine of a page: a module Web Worker that starts Python (Pyodide) once and then answers calls.
// It knows no rule, no explorer and no field: text goes in, JSON comes out.
//
// STARTING THE WORKER (the page's part)
//   http(s)   new Worker(base + "worker.mjs", { type: "module" })
//   file://   load "<name>.pack.js" as classic scripts: each sets self.haventmsPack[name] to the base64 of the
//             gzipped file ("manifest.json" and "worker.mjs" too), then
//             new Worker("data:text/javascript;base64," + <base64 of the unzipped worker.mjs>, { type: "module" })
//
// PAGE -> WORKER
//   { type: "boot", base, version, manifest?, files?, cache?, rehearse? }     once, first
//       base      absolute URL of the engine's folder, ending in "/<version>/"; over file:// any text
//       version   the 16 hex digits the page was built with; the manifest must be of this version
//       manifest  the manifest as an object; without it the worker reads base + "manifest.json", or files["manifest.json"]
//       files     { name: base64 string | Uint8Array | ArrayBuffer, gzipped or not }: nothing is fetched then (file://)
//       cache     true: keep what was fetched in CacheStorage "haventms-engine-<version>", and use it next time
//       rehearse  true: compute a case again and again while its answer is read, so that later answers are quick sooner
//   { id, call: "run_state", explorer, state }                     state: the text of a permalink
//   { id, call: "run_page", explorer, state, fill?, brief? }       the same with the HTML of the page's parts; fill: the form too;
//                                                                  brief: nothing of what the page hides at first
//   { id, call: "run_json", explorer, inputs, rulings? }           both JSON texts; rulings: "{}" when left out
//       Calls are answered one by one in their order, also those sent before "ready". A page that wants only the
//       latest answer keeps one call in flight and the newest input in hand.
//
// WORKER -> PAGE
//   { type: "progress", got, total }         bytes on the wire so far (what lies in the cache counts as got)
//   { type: "phase", phase }                 "files", then "python", then "rules"
//   { type: "ready", version, python, packages, got, heap, ms }    heap in bytes; ms: { files, python, rules, total }
//   { id, type: "result", json, ms }         json: {"ok": true, "view": ...} or {"ok": false, "errors": [{"field", "message"}]}
//   { id, type: "failed", message, detail }  this one call broke inside Python; the engine goes on. detail: for a console
//   { type: "fatal", message, file?, id?, detail }   the engine is lost; message is a sentence for the reader. "Try again"
//                                            is a new worker. After it every call is answered by the same message.
//
// Each file is compared with its SHA-256 in the manifest before it is used, and the manifest with the version. A file
// that does not match is asked for once more past every cache, then the engine gives up, naming it.

const ENTRIES = {
  run_page: (m) => [m.explorer, m.state, Boolean(m.fill), Boolean(m.brief)],
  run_files: (m) => [m.explorer, m.state],
  run_characters: (m) => [m.explorer, m.state, m.text, JSON.stringify(m.who), m.role],
  run_state: (m) => [m.explorer, m.state],
  run_json: (m) => [m.explorer, m.inputs, m.rulings ?? "{}"],
};
const REHEARSALS = { count: 100, ms: 2000, pause: 150 }; // at most; `pause`: after the last answer, milliseconds
const CACHE = "haventms-engine-";
const GZIP = [0x1f, 0x8b];

const request = self.fetch.bind(self); // startPython replaces the worker's own
const say = (message) => self.postMessage(message);
const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

class Fatal extends Error {
  constructor(message, file, cause) {
    super(message, { cause });
    this.file = file;
  }
}

// ---------------------------------------------------------------------------------------------- digests

// crypto.subtle exists in secure contexts only: not in a book read over plain http from another machine.
export async function sha256(bytes, subtle = self.crypto?.subtle) {
  return hex(subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : sha256InScript(bytes));
}

function sha256InScript(bytes) {
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  const k = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)));
  const h = Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p)));
  const w = new Int32Array(64);
  const block = (view, at) => {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
      const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, z] = h;
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (z + s1 + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      z = g; g = f; f = e; e = (d + t1) | 0;
      d = c; c = b; b = a; a = (t1 + s0 + ((b & c) ^ (b & d) ^ (c & d))) | 0;
    }
    [a, b, c, d, e, f, g, z].forEach((x, i) => { h[i] += x; });
  };
  const whole = bytes.length - (bytes.length % 64);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < whole; at += 64) block(view, at);
  const tail = new Uint8Array(bytes.length - whole < 56 ? 64 : 128);
  tail.set(bytes.subarray(whole));
  tail[bytes.length - whole] = 0x80;
  const end = new DataView(tail.buffer);
  end.setUint32(tail.length - 8, Math.floor(bytes.length / 2 ** 29));
  end.setUint32(tail.length - 4, (bytes.length * 8) >>> 0);
  for (let at = 0; at < tail.length; at += 64) block(end, at);
  const out = new DataView(new ArrayBuffer(32));
  h.forEach((x, i) => out.setInt32(4 * i, x));
  return new Uint8Array(out.buffer);
}

// ------------------------------------------------------------------------------------- bytes of the files

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

const asBytes = (given) => (typeof given === "string" ? fromBase64(given) : new Uint8Array(given));

// A host that sends ".gz" with Content-Encoding has had it unzipped by the browser already: look, do not assume.
async function unzip(bytes) {
  if (bytes[0] !== GZIP[0] || bytes[1] !== GZIP[1]) return bytes;
  const whole = new ReadableStream({ start: (out) => { out.enqueue(bytes); out.close(); } });
  const stream = whole.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function readAll(response, onChunk) {
  const chunks = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    size += part.value.length;
    onChunk(part.value.length);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) { bytes.set(chunk, at); at += chunk.length; }
  return bytes;
}

async function matches(bytes, file) {
  return bytes.length === file.size && (await sha256(bytes)) === file.sha256;
}

function altered(file) {
  return new Fatal(`The engine's file ${file.name} is damaged or incomplete, so the calculator was not started.`, file.name);
}

function progressOf(total) {
  let got = 0, last = 0;
  return (count) => {
    got += count;
    const now = performance.now();
    if (got < total && now - last < 30) return got;
    last = now;
    say({ type: "progress", got: Math.min(Math.round(got), total), total });
    return got;
  };
}

// Files handed in by the page.
function handedIn(files, progress) {
  return async (file) => {
    const given = files[file.name];
    if (given === undefined) throw new Fatal(`The engine's file ${file.name} is missing, so the calculator was not started.`, file.name);
    let bytes;
    try {
      bytes = await unzip(asBytes(given));
    } catch (error) {
      throw new Fatal(altered(file).message, file.name, error);
    }
    if (!(await matches(bytes, file))) throw altered(file);
    progress(file.wire);
    return bytes;
  };
}

async function openCaches(wanted, version) {
  if (!wanted) return null;
  try {
    const old = (await caches.keys()).filter((name) => name.startsWith(CACHE) && name !== CACHE + version);
    return { store: await caches.open(CACHE + version), old };
  } catch {
    return null; // no CacheStorage here, or it is switched off: every start fetches
  }
}

async function fromStore(store, url, file) {
  const kept = await store.match(url).catch(() => undefined);
  if (!kept) return null;
  try {
    const wire = new Uint8Array(await kept.arrayBuffer());
    const bytes = await unzip(wire);
    if (await matches(bytes, file)) return { wire, bytes };
  } catch { /* a broken copy is no copy */ }
  await store.delete(url).catch(() => {});
  return null;
}

// An engine of another version mostly differs in the rules alone: its other files need not travel again.
async function fromOlder(old, base, version, file) {
  for (const name of old) {
    const url = base.replace(`/${version}/`, `/${name.slice(CACHE.length)}/`) + file.name + ".gz";
    const found = await fromStore(await caches.open(name), url, file).catch(() => null);
    if (found) return found;
  }
  return null;
}

// Files fetched from beside the manifest, or from what was kept of an earlier visit.
function fetched(base, version, kept, progress) {
  const keep = (url, wire) => kept.store.put(url, new Response(wire, { headers: { "content-type": "application/gzip" } })).catch(() => {});
  return async (file) => {
    const url = base + file.name + ".gz";
    const here = kept && (await fromStore(kept.store, url, file));
    if (here) { progress(file.wire); return here.bytes; }
    const older = kept && (await fromOlder(kept.old, base, version, file));
    if (older) { progress(file.wire); keep(url, older.wire); return older.bytes; }
    for (const options of [{}, { cache: "reload" }]) {
      let counted = 0;
      const count = (n) => { const part = Math.min(n, file.wire - counted); counted += part; progress(part); };
      let wire, bytes;
      try {
        const response = await request(url, options);
        if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
        wire = await readAll(response, count);
      } catch (error) {
        throw new Fatal(`The engine's file ${file.name} could not be loaded, so the calculator was not started.`, file.name, error);
      }
      try { bytes = await unzip(wire); } catch { bytes = new Uint8Array(); }
      if (await matches(bytes, file)) {
        progress(file.wire - counted);
        if (kept) keep(url, wire);
        return bytes;
      }
      progress(-counted);
    }
    throw altered(file);
  };
}

async function readManifest(boot) {
  const name = "manifest.json";
  let manifest = boot.manifest;
  try {
    if (!manifest && boot.files) manifest = JSON.parse(new TextDecoder().decode(await unzip(asBytes(boot.files[name]))));
    if (!manifest) {
      const response = await request(boot.base + name);
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      manifest = await response.json();
    }
  } catch (error) {
    throw new Fatal(`The engine's file ${name} could not be read, so the calculator was not started.`, name, error);
  }
  const lines = manifest.files.map((file) => `${file.sha256}  ${file.name}\n`).join("");
  const told = new TextEncoder().encode(`${lines}${JSON.stringify(manifest.start)}\n`);
  const version = (await sha256(told)).slice(0, 16);
  if (version !== manifest.version || version !== boot.version)
    throw new Fatal(`The engine's file ${name} is not the one this page was made with, so the calculator was not started.`, name);
  return manifest;
}

// ------------------------------------------------------------------------------------------- Python itself

async function importModule(bytes) {
  const url = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
  try { return await import(url); } finally { URL.revokeObjectURL(url); }
}

// Pyodide asks for its two big files by fetch and swallows what goes wrong while WebAssembly starts (it would wait for
// ever). Both are answered from here, and from now on it can fetch nothing else.
function startPython(load, create, restore, wasm, packed, start) {
  const module = WebAssembly.compile(wasm).finally(() => restore.release(wasm));
  self.fetch = async (url) => {
    if (/\/(pyodide\.asm\.wasm|python_stdlib\.zip)$/.test(url)) return new Response("");
    throw new TypeError(`The engine asks no host for anything, and was asked for ${url}`);
  };
  return new Promise((done, failed) => {
    module.catch(failed);
    WebAssembly.instantiateStreaming = async (_response, imports) => {
      try {
        return { module: await module, instance: await WebAssembly.instantiate(await module, imports) };
      } catch (error) { failed(error); throw error; }
    };
    let memory, rest;
    const library = async (python) => {
      const files = await Promise.all(packed.map(async ([name, bytes]) => ({ bytes: await bytes, size: start.unpacked[name] })));
      const [compiled, ...others] = restore.unpackAll(python, files);
      [memory, rest] = others;
      for (const { bytes } of files) restore.release(bytes);
      return compiled;
    };
    const began = (python, first) => {
      restore.putBack(python, first, memory);
      restore.release(memory);
    };
    load({
      indexURL: "engine:/",
      createPyodideModule: restore.prepared(create, start.library, library, began, failed),
      _loadSnapshot: fromBase64(start.head), // the memory itself is back by then
      packageBaseUrl: "engine:/",
      lockFileContents: { info: start.lock, packages: {} },
      env: start.env,
      stdout: () => {},
      stderr: (line) => console.warn(line),
    }).then((python) => {
      restore.unpack(python.FS, rest, "/lib/");
      done(python);
    }, failed);
  });
}

const entry = {};

async function boot(message) {
  const began = performance.now();
  const ms = {};
  const mark = (name) => { ms[name] = Math.round(performance.now() - began); };
  if (typeof WebAssembly !== "object") throw new Fatal("This browser has no WebAssembly, which the calculator needs.");
  if (typeof DecompressionStream !== "function") throw new Fatal("This browser is too old for the calculator: it cannot unzip the engine.");
  say({ type: "phase", phase: "files" });
  const manifest = await readManifest(message);
  const progress = progressOf(manifest.wire);
  const kept = message.files ? null : await openCaches(message.cache, manifest.version);
  const get = message.files ? handedIn(message.files, progress) : fetched(message.base, manifest.version, kept, progress);
  const named = new Map(manifest.files.map((file) => [file.name, file]));
  const runtime = ["pyodide.mjs", "pyodide.asm.mjs", "restore.mjs", "pyodide.asm.wasm"];
  const [script, glue, putting, machine] = await Promise.all(runtime.map((name) => get(named.get(name))));
  // The memory comes in while its machine is made: on a slow line that is time won.
  const packed = ["library.zst", "memory.zst", "rest.zst"].map((name) => [name, get(named.get(name))]);
  for (const [, bytes] of packed) bytes.catch(() => {}); // each is awaited later, and told there
  mark("files");
  say({ type: "phase", phase: "python" });
  const [loader, core, restore] = await Promise.all([script, glue, putting].map(importModule));
  const python = await startPython(loader.loadPyodide, core.default, restore, machine, packed, manifest.start);
  mark("python");
  say({ type: "phase", phase: "rules" });
  python.runPython("import random; random.seed()"); // every reader's memory is the same
  const rules = python.pyimport(manifest.start.entry);
  for (const name of Object.keys(ENTRIES)) if (rules[name]) entry[name] = rules[name];
  mark("rules");
  mark("total");
  if (kept) for (const name of kept.old) caches.delete(name).catch(() => {});
  const got = progress(0);
  say({ type: "ready", version: manifest.version, python: manifest.python, packages: manifest.packages, got, heap: python._module.HEAPU8.length, ms });
}

function call(message) {
  const began = performance.now();
  const name = message.call;
  if (!Object.hasOwn(entry, name)) return { id: message.id, type: "failed", message: `The engine has no call named ${name}.`, detail: "" };
  const json = entry[name](...ENTRIES[name](message));
  return { id: message.id, type: "result", json, ms: performance.now() - began };
}

// ---------------------------------------------------------------------------------------------- rehearsing

// A browser makes quick code of what has run often, and while it does everything waits. So that the reader's next changes
// need not, the case just answered is computed again and again while its answer is read: two seconds at most in the life
// of an engine.
const rehearsal = { left: 0, ms: REHEARSALS.ms, timer: 0 };

function rehearse(message) {
  const began = performance.now();
  try {
    call({ ...message, fill: false });
  } catch {
    rehearsal.left = 0; // whoever asks is told what is wrong
  }
  rehearsal.left -= 1;
  rehearsal.ms -= performance.now() - began;
  if (rehearsal.left > 0 && rehearsal.ms > 0) rehearsal.timer = setTimeout(rehearse, 0, message);
}

function rehearseLater(message) {
  if (message.call !== "run_page" || rehearsal.left <= 0 || rehearsal.ms <= 0) return;
  rehearsal.timer = setTimeout(rehearse, REHEARSALS.pause, message);
}

// ------------------------------------------------------------------------------------------------ messages

const lastLine = (text) => text.trim().split("\n").at(-1);

function lost(error, id) {
  const detail = String(error?.stack ?? error) + (error?.cause ? `\n${error.cause}` : "");
  const text = String(error?.message ?? error);
  let message = `The calculator stopped: ${lastLine(text)}.`.replace(/([.!?])\.$/, "$1");
  if (error instanceof Fatal) message = error.message;
  else if (/MemoryError|out of memory|allocat|Maximum call stack/i.test(text)) message = "The calculator ran out of memory.";
  return { type: "fatal", message, file: error?.file, id, detail };
}

let started = null;
let dead = null;

function die(error, id) {
  dead ??= lost(error, id);
  say({ ...dead, id });
}

self.onmessage = async ({ data }) => {
  if (data.type === "boot") {
    if (started) return;
    if (data.rehearse) rehearsal.left = REHEARSALS.count;
    started = boot(data);
    started.catch((error) => die(error));
    return;
  }
  try {
    if (!started) throw new Fatal("The calculator was asked before it was started.");
    await started;
  } catch (error) {
    return die(error, data.id);
  }
  if (dead) return die(null, data.id);
  clearTimeout(rehearsal.timer);
  try {
    say(call(data));
    rehearseLater(data);
  } catch (error) {
    const inPython = error?.constructor?.name === "PythonError" && error.type !== "MemoryError";
    if (!inPython) return die(error, data.id);
    say({ id: data.id, type: "failed", message: `This could not be computed (${lastLine(error.message)}).`, detail: error.message });
  }
};
