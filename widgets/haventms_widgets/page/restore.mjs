// Python put back as the build left it: with all that is imported in its memory, instead of started from nothing.
//
// The build (remember.mjs, in node) and the worker make the same machine: the same compiled halves in the same places. What
// a host tells it of itself before Python begins, such as the reader's language, lies in its memory by then, and elsewhere
// on another host. So nothing of that is used: the memory is that of the build, whole. A memory file holds how it differs
// from what WebAssembly itself puts there, which is the same everywhere. It is 32-bit words, the low byte first: how long
// the memory is, how much of it WebAssembly fills, how many runs there are, a zero; then for each run where it lies and how
// long it is. The bytes of the runs follow, as exclusive or with what WebAssembly put there.

const PAGE = 4096;
const SPARE = 1 << 20; // what the unpacking takes for itself
const TABLE = 1024; // functions
const even = (size) => Math.ceil(size / 16) * 16;

// Gives large bytes back at once. Whoever waits for the browser to collect them has them twice for a long time.
export function release(bytes) {
  bytes.buffer.transfer?.(0);
}

// Unpacks Zstandard with the routine inside Pyodide's WebAssembly, before anything else uses its memory, which is left
// as it was found.
export function unpackAll(module, packed) {
  const top = module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2];
  const found = module.HEAPU8.slice(0, top);
  const from = even(top + SPARE);
  const most = Math.max(...packed.map(({ bytes, size }) => even(bytes.length) + even(size)));
  if (from + most > module.HEAPU8.length) module.growMemory(from + most);
  const unpacked = packed.map(({ bytes, size }) => {
    const to = from + even(bytes.length);
    module.HEAPU8.set(bytes, from);
    if (module._ZSTD_decompress(to, size, from, bytes.length) !== size) throw new Error("A file of the engine cannot be unpacked.");
    return module.HEAPU8.slice(to, to + size);
  });
  module.HEAPU8.fill(0, top, from + most).set(found);
  return unpacked;
}

// What Pyodide calls to make its module: `library` answers the bytes of pydantic's compiled half, which comes into its
// place in memory before Python does. `began` is told the module, and what WebAssembly put into its memory, when nothing
// is missing but Python.
export function prepared(create, path, library, began, failed) {
  return async (settings) => {
    let first;
    const { instantiateWasm } = settings;
    settings.instantiateWasm = (imports, done) =>
      instantiateWasm(imports, (instance, compiled) => {
        first = filled(instance.exports.memory.buffer);
        return done(instance, compiled);
      });
    settings.thisProgram = "python"; // in node it would be a path of this machine
    settings.preRun.push((module) => {
      module.addRunDependency("library");
      place(module, path, library)
        .then(() => module.removeRunDependency("library"))
        .catch(failed);
    });
    settings.onRuntimeInitialized = () => {
      began(settings, first);
      release(first);
    };
    return create(settings);
  };
}

// A copy of the memory up to its last word that is not zero.
function filled(memory) {
  const words = new Uint32Array(memory);
  let end = words.length;
  while (end && !words[end - 1]) end--;
  return new Uint8Array(memory, 0, even(4 * end)).slice();
}

async function place(module, path, library) {
  const bytes = await library(module);
  const compiled = await WebAssembly.compile(bytes);
  release(bytes);
  // Pointers to functions are places in this table. Before here some browsers have one function more in it than others.
  const { length } = module.wasmTable;
  module.wasmTable.grow(Math.ceil(length / TABLE) * TABLE - length);
  const flags = { loadAsync: true, global: false, nodelete: true };
  const exports = await module.loadWebAssemblyModule(compiled, flags, path, {});
  module.LDSO.loadedLibsByName[path] = { refcount: Infinity, name: path, exports, global: false };
}

// The build's half: how the memory differs from what WebAssembly put there `first`.
export function remember(first, after) {
  const runs = [];
  const changed = after.slice();
  for (let at = 0; at < first.length; at++) changed[at] ^= first[at];
  for (let at = 0; at < changed.length; at += PAGE) {
    if (!changed.subarray(at, at + PAGE).some((byte) => byte)) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === at) last[1] += PAGE;
    else runs.push([at, PAGE]);
  }
  const words = Uint32Array.from([changed.length, first.length, runs.length, 0, ...runs.flat()]);
  const parts = [new Uint8Array(words.buffer), ...runs.map(([at, length]) => changed.subarray(at, at + length))];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

// The worker's half.
export function putBack(module, first, memory) {
  const [length, end, count] = new Uint32Array(memory.buffer, memory.byteOffset, 3);
  if (end !== first.length) throw new Error("The memory of the engine belongs to another machine.");
  const runs = new Uint32Array(memory.buffer, memory.byteOffset + 16, 2 * count);
  const top = module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2];
  if (length > module.HEAPU8.length) module.growMemory(length);
  const heap = module.HEAPU8;
  heap.fill(0, end, Math.max(end, top));
  heap.set(first);
  let from = 16 + runs.byteLength;
  for (let run = 0; run < runs.length; run += 2) {
    const [at, size] = [runs[run], runs[run + 1]];
    const shared = Math.min(Math.max(end - at, 0), size);
    for (let each = 0; each < shared; each++) heap[at + each] ^= memory[from + each];
    heap.set(memory.subarray(from + shared, from + size), at + shared);
    from += size;
  }
}

// An archive of stored (not deflated) entries, written one after the other: each is a slice of the bytes at hand.
export function entries(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const text = new TextDecoder();
  const found = [];
  for (let at = 0; view.getUint32(at, true) === 0x04034b50;) {
    const size = view.getUint32(at + 18, true);
    const nameAt = at + 30;
    const dataAt = nameAt + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    found.push([text.decode(bytes.subarray(nameAt, nameAt + view.getUint16(at + 26, true))), bytes.subarray(dataAt, dataAt + size)]);
    at = dataAt + size;
  }
  return found;
}

export function unpack(FS, bytes, folder) {
  const made = new Set();
  for (const [name, content] of entries(bytes)) {
    const path = folder + name;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) { FS.mkdirTree(parent); made.add(parent); }
    FS.writeFile(path, content, { canOwn: true });
  }
}
