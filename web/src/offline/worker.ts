// SPDX-License-Identifier: MIT
// The service worker of the site. It caches all files of one version of the site for offline use. File names contain a
// content hash, so files of two versions can coexist. HTML pages are loaded from the network if possible, otherwise
// from the cache.

declare const self: ServiceWorkerGlobalScope;

/** Data about the files of this version. The build inserts them (web/build/offline.ts). */
declare const __OFFLINE__: {
  readonly version: string;
  /** The path of the entry script that this version's pages load. */
  readonly entry: string;
  /**
   * All files of this version: path relative to the site's folder → integrity hash, or '' if the file's name contains
   * no content hash.
   */
  readonly files: Readonly<Record<string, string>>;
};

const { version, entry, files } = __OFFLINE__;
const { scope } = self.registration;
/**
 * Name prefix of the caches of this copy of the site. All caches of an origin share one namespace, and the origin may
 * host other copies.
 */
const OURS = `attention-lab ${scope} `;
const CACHE = OURS + version;
const PAGE = 'index.html';
/** Time limit in ms for a network response; after it, the cached file is used. */
const PATIENCE_MS = 4000;
const AT_ONCE = 4;

const addressOf = (path: string) => new URL(path, scope).href;
/** The file that a web server sends for a path: for a folder, its index.html. */
const fileOf = (path: string) => (path === '' || path.endsWith('/') ? `${path}${PAGE}` : path);

self.addEventListener('install', (event) => event.waitUntil(install()));
// The new worker controls open pages at once. This is safe even if they belong to an older version, because that
// version's cached files are deleted only after these pages are closed.
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

/**
 * Adds a file to the cache.
 * @throws if an HTML page, or a file with an integrity hash, does not belong to this version. The installation then
 * fails, and the old worker stays active
 */
async function add(cache: Cache, path: string): Promise<void> {
  const address = addressOf(path);
  const integrity = files[path];
  if (integrity) {
    const known = await caches.match(address, { ignoreVary: true });
    return cache.put(address, known ?? (await fetch(address, { integrity, priority: 'low' })));
  }
  const load = fetch(address, { cache: 'reload' });
  if (path.endsWith(PAGE)) return cache.put(address, await pageOf(path, await load));
  // Other files, such as icons and manifests, are optional, because some hosts do not serve them.
  const response = await load.catch(() => undefined);
  if (response?.ok) await cache.put(address, response);
}

async function pageOf(path: string, response: Response): Promise<Response> {
  const { url, status, headers } = response;
  if (!response.ok) throw new Error(`${url}: ${status}`);
  const html = await response.text();
  // During a deployment, a host may serve a page of another version. The root page is not checked, as it has another
  // script.
  if (path !== PAGE && !html.includes(entry)) throw new Error(`${url} belongs to another version`);
  // A new Response has no redirect flag. Hosts with clean URLs redirect from index.html to its folder, and browsers
  // reject a redirected response for a navigation.
  return new Response(html, { headers });
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname;
  if (request.method !== 'GET' || !address.startsWith(scope)) return;
  const path = fileOf(address.slice(scope.length));
  if (path.startsWith('assets/')) event.respondWith(kept(request));
  // Requests for other paths, such as the page for frames, go to the network.
  else if (Object.hasOwn(files, path)) event.respondWith(fresh(request, path));
});

/** Loads a file whose name contains a content hash: from the cache of any version, else from the network. */
async function kept(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

/**
 * Loads a file from the network. If the network fails, takes too long, or returns a status of 500 or above, loads the
 * file from this version's cache.
 */
async function fresh(request: Request, path: string): Promise<Response> {
  const network = fetch(request);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined));
  const answer = await Promise.race([network, late]).catch(() => undefined);
  if (answer !== undefined && answer.status < 500) return answer;
  const cache = await caches.open(CACHE);
  return (await cache.match(addressOf(path), { ignoreVary: true })) ?? network;
}

// Each page sends the URL of its entry script. If it is this version's script and no other page is open, no open page
// needs files of other versions, so their caches are deleted.
self.addEventListener('message', (event) => {
  if (event.data === addressOf(entry)) event.waitUntil(forgetOthers());
});

async function forgetOthers(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.filter(({ url }) => url.startsWith(scope)).length > 1) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
}
