// SPDX-License-Identifier: MIT
// The site's service worker: keeps one whole version of the site for when there is no network.
// Scripts and what they load are named by their content, so files of two versions can lie side by
// side and are never taken for each other; the page itself, which names them, comes from the network
// as long as there is one, and from the version that was kept whole when there is none.

declare const self: ServiceWorkerGlobalScope;

/** Written by web/build/offline.ts. */
declare const __OFFLINE__: {
  readonly version: string;
  /** The script that this version's page starts. */
  readonly entry: string;
  /** All files of this version below the site's folder, with the integrity of those named by content. */
  readonly files: Readonly<Record<string, string>>;
};

const { version, entry, files } = __OFFLINE__;
const { scope } = self.registration;
/** Caches belong to an origin, and other copies of the site may lie beside this one. */
const OURS = `attention-lab ${scope} `;
const CACHE = OURS + version;
const PAGE = 'index.html';
/** A network that takes longer to answer is treated as none. */
const PATIENCE_MS = 4000;
const AT_ONCE = 4;

const addressOf = (path: string) => new URL(path, scope).href;

self.addEventListener('install', (event) => event.waitUntil(install()));
// Safe for pages of an older version: what they may still ask for stays until they have gone.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const waiting = Object.keys(files);
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await add(cache, path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await self.skipWaiting();
}

/** @throws where the file is not this version's: then the version is not kept, and the old one stays */
async function add(cache: Cache, path: string): Promise<void> {
  const address = addressOf(path);
  const integrity = files[path];
  if (!integrity) {
    const response = await fetch(address, { cache: 'reload' });
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    // A host may answer with an older or a newer page while the site is being replaced.
    if (path === PAGE && !(await response.clone().text()).includes(entry))
      throw new Error(`${address} is of another version`);
    return cache.put(address, response);
  }
  const known = await caches.match(address, { ignoreVary: true });
  await cache.put(address, known ?? (await fetch(address, { integrity, priority: 'low' })));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname;
  if (request.method !== 'GET' || !address.startsWith(scope)) return;
  const path = address.slice(scope.length) || PAGE;
  if (path.startsWith('assets/')) event.respondWith(kept(request));
  // Frames and other pages in the folder are their own business.
  else if (Object.hasOwn(files, path)) event.respondWith(fresh(request, path));
});

/** A file named by its content, from whichever version holds it. */
async function kept(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

/** The network's file, or this version's where the network fails or keeps the reader waiting. */
async function fresh(request: Request, path: string): Promise<Response> {
  const network = fetch(request);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined));
  const answer = await Promise.race([network, late]).catch(() => undefined);
  if (answer !== undefined && answer.status < 500) return answer;
  const cache = await caches.open(CACHE);
  return (await cache.match(addressOf(path), { ignoreVary: true })) ?? network;
}

// A page says which script it started with. Where it is of this version and alone, no page is left
// that could ask for files of another.
self.addEventListener('message', (event) => {
  if (event.data === addressOf(entry)) event.waitUntil(forgetOthers());
});

async function forgetOthers(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.filter(({ url }) => url.startsWith(scope)).length > 1) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
}
