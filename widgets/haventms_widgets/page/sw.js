// The opt-in offline copy of the book: a service worker at the book's root, registered when a reader asks for it.
//
// Files of the engine never change under their address (it holds a hash of them): from the copy first. Everything else:
// from the network first, so that a reader with a connection sees the newest book, and from the copy without one.
//
// PAGE -> SERVICE WORKER (with a MessagePort as event.ports[0] for the answer)
//   { type: "keep", urls, whole }   fetch these and keep them; of the engine every "<name>.gz", "worker.mjs" and
//                            "manifest.json". With `whole` they are all that a book has: it tells after each how far it
//                            is, { type: "keeping", done: number }, and lets go of everything else, if none failed.
//                            Answer: { type: "kept", kept: number, failed: [url] }
//   { type: "forget" }       remove every copy and this worker. Answer: { type: "forgotten" }

const BOOK = "haventms-book";
const ENGINE = "haventms-engine-"; // the same copies, under the same addresses, that the engine's worker keeps
const FIXED = /\/engine\/([0-9a-f]{16})\/[^/]+$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// A query only tells one version of a file from another: there is one copy, the newest. A folder is its index.
const key = (url) => url.origin + url.pathname.replace(/\/$/, "/index.html");
const copies = (url) => caches.open(FIXED.test(url.pathname) ? ENGINE + FIXED.exec(url.pathname)[1] : BOOK);

// Answers that were redirected cannot be given to a navigation later; part of a file is no file.
async function keep(url, response) {
  if (response.status !== 200 || response.redirected || response.type !== "basic") return false;
  await (await copies(url)).put(key(url), response);
  return true;
}

async function answer(request, url, event) {
  const fixed = FIXED.test(url.pathname);
  if (fixed && request.cache !== "reload") {
    const copy = await (await copies(url)).match(key(url));
    if (copy) return copy;
  }
  try {
    const response = await fetch(request);
    const copy = response.clone();
    // Only while there is a copy of the book: a page that is open when it is let go of is still served by this worker.
    event.waitUntil(caches.has(BOOK).then((kept) => kept && keep(url, copy)).catch(() => {}));
    return response;
  } catch (error) {
    const copy = await (await copies(url)).match(key(url));
    if (copy) return copy;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || event.request.headers.has("range") || url.origin !== self.location.origin) return;
  event.respondWith(answer(event.request, url, event));
});

async function keepAll(urls, whole, tell) {
  const failed = [];
  for (const [number, each] of urls.entries()) {
    const url = new URL(each, self.location);
    const fixed = FIXED.test(url.pathname);
    const kept = fixed && (await (await copies(url)).match(key(url)));
    const fetched = () => fetch(url.href, { cache: fixed ? "default" : "no-cache" });
    if (!kept && !(await fetched().then((response) => keep(url, response)).catch(() => false))) failed.push(each);
    if (whole) tell({ type: "keeping", done: number + 1 });
  }
  if (whole && !failed.length) await tidy(urls.map((each) => new URL(each, self.location)));
  return { type: "kept", kept: urls.length - failed.length, failed };
}

// Copies of pages that the book no longer has, and of engines that none of its pages asks for.
async function tidy(urls) {
  const wanted = new Set(urls.map(key));
  for (const name of await caches.keys()) {
    if (name !== BOOK && !name.startsWith(ENGINE)) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
    if (!(await cache.keys()).length) await caches.delete(name);
  }
}

async function forget() {
  for (const name of await caches.keys()) if (name === BOOK || name.startsWith(ENGINE)) await caches.delete(name);
  await self.registration.unregister();
  return { type: "forgotten" };
}

self.addEventListener("message", (event) => {
  const tell = (message) => event.ports[0]?.postMessage(message);
  const act = { keep: () => keepAll(event.data.urls, event.data.whole, tell), forget }[event.data?.type];
  if (act) event.waitUntil(act().then(tell));
});
