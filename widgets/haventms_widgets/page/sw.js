// The opt-in offline copy of the book: a service worker at the book's root, registered when a reader asks for it.
//
// Files of the engine never change under their address (it holds a hash of them): from the copy first. Everything else:
// from the network first, so that a reader with a connection sees the newest book, and from the copy without one.
//
// PAGE -> SERVICE WORKER (with a MessagePort as event.ports[0] for the answer)
//   { type: "keep", urls }   fetch these and keep them: the page that is being read and what it loaded, which came before
//                            this worker did; of the engine every "<name>.gz", "worker.mjs" and "manifest.json".
//                            Answer: { type: "kept", kept: number, failed: [url] }
//   { type: "forget" }       remove every copy and this worker. Answer: { type: "forgotten" }

const BOOK = "haventms-book";
const ENGINE = "haventms-engine-"; // the same copies, under the same addresses, that the engine's worker keeps
const FIXED = /\/engine\/([0-9a-f]{16})\/[^/]+$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const copies = (url) => caches.open(FIXED.test(url.pathname) ? ENGINE + FIXED.exec(url.pathname)[1] : BOOK);

// Answers that were redirected cannot be given to a navigation later; part of a file is no file.
async function keep(url, response) {
  if (response.status !== 200 || response.redirected || response.type !== "basic") return false;
  await (await copies(url)).put(url.href, response);
  return true;
}

async function answer(request, url, event) {
  const fixed = FIXED.test(url.pathname);
  if (fixed && request.cache !== "reload") {
    const copy = await (await copies(url)).match(url.href);
    if (copy) return copy;
  }
  try {
    const response = await fetch(request);
    event.waitUntil(keep(url, response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    const copy = await (await copies(url)).match(url.href, { ignoreSearch: true });
    if (copy) return copy;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  url.hash = "";
  if (event.request.method !== "GET" || event.request.headers.has("range") || url.origin !== self.location.origin) return;
  event.respondWith(answer(event.request, url, event));
});

async function keepAll(urls) {
  const failed = [];
  for (const each of urls) {
    const url = new URL(each, self.location);
    url.hash = "";
    const kept = FIXED.test(url.pathname) && (await (await copies(url)).match(url.href));
    if (!kept && !(await fetch(url.href).then((response) => keep(url, response)).catch(() => false))) failed.push(each);
  }
  return { type: "kept", kept: urls.length - failed.length, failed };
}

async function forget() {
  for (const name of await caches.keys()) if (name === BOOK || name.startsWith(ENGINE)) await caches.delete(name);
  await self.registration.unregister();
  return { type: "forgotten" };
}

self.addEventListener("message", (event) => {
  const act = { keep: () => keepAll(event.data.urls), forget }[event.data?.type];
  if (act) event.waitUntil(act().then((done) => event.ports[0]?.postMessage(done)));
});
