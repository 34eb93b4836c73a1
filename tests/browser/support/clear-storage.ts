// SPDX-License-Identifier: MIT

/**
 * Deletes the stored data of the page's origin: local storage, cookies, caches, IndexedDB databases and service
 * workers. The function runs in the page.
 */
export async function clearStorage(): Promise<void> {
  localStorage.clear();
  for (const cookie of document.cookie.split('; ').filter(Boolean)) {
    document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
  }
  for (const key of await caches.keys()) await caches.delete(key);
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
}
