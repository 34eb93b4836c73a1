// SPDX-License-Identifier: MIT
// Reloads the page after a module failed to load. This is needed because Firefox and WebKit cache the failure until the
// page is reloaded. WebKit even caches a failed preload until the file is fetched again, so the files are fetched
// first.
let reload: (() => void) | undefined;

/**
 * Makes error notices offer a reload. Only the pages of the site call this function, because their URL contains the
 * state of the lesson. The custom element does not call it, because it must not reload its host page.
 */
export function offerReload(): void {
  reload = () => void reloadAnew();
}

/** A function that reloads the page. Undefined if the page does not offer a reload. */
export const pageReload = (): (() => void) | undefined => reload;

/**
 * Reloads the page if all files that it preloads can be fetched now. Otherwise does nothing, because a reload without a
 * network would replace the page by an error page.
 */
export async function reloadAnew(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>(
    'link:is([rel="modulepreload"], [rel="preload"])',
  );
  try {
    await Promise.all(Array.from(links, ({ href }) => fetch(href, { cache: 'reload' })));
  } catch {
    return;
  }
  location.reload();
}
