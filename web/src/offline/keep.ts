// SPDX-License-Identifier: MIT
import { idle } from '../device/idle.ts';
import { siteRoot } from '../state/address.ts';

/**
 * Registers the service worker when the page is idle, so that the site is cached for offline use. Does nothing in
 * development, in a frame, in the browser's data-saving mode, and in browsers without service workers.
 */
export async function keepOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker || window.top !== window || savesData()) return;
  await idle();
  const sayWhoRuns = () => serviceWorker.controller?.postMessage(entryAddress());
  serviceWorker.addEventListener('controllerchange', sayWhoRuns);
  sayWhoRuns();
  try {
    await serviceWorker.register(`${siteRoot()}sw.js`, { updateViaCache: 'none' });
  } catch {
    // Registration fails in private windows, for example. The site then works only with a network.
  }
}

const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The URL of the page's entry script. It contains a content hash, so it identifies the version. */
const entryAddress = () =>
  document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
