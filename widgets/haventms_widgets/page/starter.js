/* The page's side of the engine: one worker for all explorers of a page, started when somebody asks for it.
   A classic script on purpose: it must also run in a page that was opened as a file. */
(() => {
  "use strict";
  const HERE = new URL(document.currentScript.src);
  const BUILT = window.haventmsEngine; // { version, base, wire, packs }, written by the book's build; absent in a static book
  const FILE = location.protocol === "file:";

  const engine = {
    /* "off", "starting", "ready", "failed", "absent" */
    state: BUILT ? "off" : "absent",
    message: "",
    got: 0,
    phase: "",
    wire: BUILT ? BUILT.wire : 0,
    worker: null,
    calls: new Map(),
    next: 1,
    watchers: new Set(),
    marks: {},

    watch(watcher) {
      this.watchers.add(watcher);
    },
    tell() {
      for (const watcher of this.watchers) watcher(this);
    },

    async start() {
      if (this.state !== "off" && this.state !== "failed") return;
      Object.assign(this, { state: "starting", got: 0, phase: "files", message: "" });
      this.marks.start = performance.now();
      this.tell();
      try {
        const base = new URL(BUILT.base, HERE).href;
        const boot = { type: "boot", base, version: BUILT.version, cache: true, rehearse: !navigator.connection?.saveData };
        let address = base + "worker.mjs";
        if (FILE) {
          boot.files = await packs(base);
          address = "data:text/javascript;base64," + (await unzipped(boot.files["worker.mjs"]));
        }
        const worker = new Worker(address, { type: "module", name: "haventms" });
        this.worker = worker;
        worker.onmessage = ({ data }) => worker === this.worker && this.hear(data);
        worker.onerror = (event) => {
          event.preventDefault();
          if (worker === this.worker) this.fail("The calculator's script could not be started.", event.message);
        };
        worker.postMessage(boot);
      } catch (error) {
        this.fail(error.message, error.stack);
      }
    },

    fail(message, detail) {
      this.worker?.terminate();
      Object.assign(this, { state: "failed", message, worker: null });
      if (detail) console.warn(detail);
      for (const answer of this.calls.values()) answer(null);
      this.calls.clear();
      this.tell();
    },

    /* A page that is left gives its memory back at once, also where the browser keeps the page for a return. */
    rest() {
      if (!this.worker) return;
      this.worker.terminate();
      Object.assign(this, { state: "off", worker: null, got: 0 });
      for (const answer of this.calls.values()) answer(null);
      this.calls.clear();
      this.tell();
    },

    hear(data) {
      if (data.type === "progress") Object.assign(this, { got: data.got, wire: data.total });
      else if (data.type === "phase") this.phase = data.phase;
      else if (data.type === "ready") {
        this.state = "ready";
        this.marks.ready = performance.now();
        this.marks.told = data;
      } else if (data.type === "result" || data.type === "failed") {
        const answer = this.calls.get(data.id);
        this.calls.delete(data.id);
        answer?.(data);
        return;
      } else if (data.type === "fatal") {
        this.fail(data.message, data.detail);
        return;
      }
      this.tell();
    },

    /* The answer as the worker gives it, or null when the engine is lost. */
    call(message) {
      return new Promise((resolve) => {
        if (!this.worker) {
          resolve(null);
          return;
        }
        const id = this.next++;
        this.calls.set(id, resolve);
        this.worker.postMessage({ id, ...message });
      });
    },
  };

  function packs(base) {
    const held = (self.haventmsPack = {});
    const load = (name) =>
      new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = base + name;
        script.onload = resolve;
        script.onerror = () => reject(new Error(`The engine's file ${name} is missing, so the calculator was not started.`));
        document.head.append(script);
      });
    return Promise.all(BUILT.packs.map(load)).then(() => held);
  }

  async function unzipped(base64) {
    const raw = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"));
    const text = await new Response(stream).text();
    return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  }

  const explorers = [];
  window.haventms = { engine, explorers };
  window.addEventListener("pagehide", () => engine.rest());
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) for (const explorer of explorers) if (explorer.wanted) explorer.boot();
  });
})();
