// SPDX-License-Identifier: MIT

/**
 * Has the site kept for use without a network, once the page has nothing better to do. Nothing is
 * kept in a frame, for readers who save data, or where the browser keeps nothing.
 */
export async function keepOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker || window.top !== window || savesData()) return;
  await idle();
  const sayWhoRuns = () => serviceWorker.controller?.postMessage(entryAddress());
  serviceWorker.addEventListener('controllerchange', sayWhoRuns);
  sayWhoRuns();
  try {
    await serviceWorker.register('./sw.js', { updateViaCache: 'none' });
  } catch {
    // Refused, as in a private window: the site works as long as there is a network.
  }
}

const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The address of the page's first script, which tells its version. */
const entryAddress = () =>
  document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve);
  });
