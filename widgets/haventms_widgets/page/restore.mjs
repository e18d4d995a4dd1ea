// Python put back as the build left it: with all that is imported in its memory, instead of started from nothing.
//
// The build (remember.mjs, in node) and the worker take the same steps up to the moment at which Python would begin, so
// that its memory is the same then, byte for byte. A memory file holds what Python changed from there until the rules
// could answer. It is 32-bit words, the low byte first: how long the memory is, up to where it held something beforehand,
// how many runs there are, a zero; then for each run where it lies and how long it is. The bytes of the runs follow, up
// to that end as exclusive or.

const PAGE = 4096;
const SPARE = 1 << 20; // what the unpacking takes for itself
const TABLE = 1024; // functions
const even = (size) => Math.ceil(size / 16) * 16;

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
// place in memory before Python does. `began` is told the module when nothing is missing but Python.
export function prepared(create, path, library, began, failed) {
  return async (settings) => {
    settings.preRun.push((module) => {
      module.addRunDependency("library");
      place(module, path, library)
        .then(() => module.removeRunDependency("library"))
        .catch(failed);
    });
    settings.onRuntimeInitialized = () => began(settings);
    return create(settings);
  };
}

async function place(module, path, library) {
  const compiled = await WebAssembly.compile(await library(module));
  // Pointers to functions are places in this table. Before here some browsers have one function more in it than others.
  const { length } = module.wasmTable;
  module.wasmTable.grow(Math.ceil(length / TABLE) * TABLE - length);
  const flags = { loadAsync: true, global: false, nodelete: true };
  const exports = await module.loadWebAssemblyModule(compiled, flags, path, {});
  module.LDSO.loadedLibsByName[path] = { refcount: Infinity, name: path, exports, global: false };
}

// The build's half: what lies in memory beyond what lay there `before`.
export function remember(before, after) {
  const end = even(before.findLastIndex((byte) => byte) + 1);
  const runs = [];
  const changed = after.slice();
  for (let at = 0; at < end; at++) changed[at] ^= before[at];
  for (let at = 0; at < changed.length; at += PAGE) {
    if (!changed.subarray(at, at + PAGE).some((byte) => byte)) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === at && at !== Math.ceil(end / PAGE) * PAGE) last[1] += PAGE;
    else runs.push([at, PAGE]);
  }
  const words = Uint32Array.from([changed.length, end, runs.length, 0, ...runs.flat()]);
  const parts = [new Uint8Array(words.buffer), ...runs.map(([at, length]) => changed.subarray(at, at + length))];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

// The worker's half.
export function putBack(module, memory) {
  const [length, end, count] = new Uint32Array(memory.buffer, memory.byteOffset, 3);
  const runs = new Uint32Array(memory.buffer, memory.byteOffset + 16, 2 * count);
  if (length > module.HEAPU8.length) module.growMemory(length);
  let from = 16 + runs.byteLength;
  const heap = module.HEAPU8;
  for (let run = 0; run < runs.length; run += 2) {
    const [at, size] = [runs[run], runs[run + 1]];
    if (at < end) for (let each = 0; each < size; each++) heap[at + each] ^= memory[from + each];
    else heap.set(memory.subarray(from, from + size), at);
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
