// SPDX-License-Identifier: MIT
// Firefox and WebKit cache a failed module until the page is reloaded. WebKit keeps a failed preload even after a
// reload, until the file is fetched again.

const lost = new Set<string>();
let reload: (() => void) | undefined;

/**
 * Lets notices offer a reload. Our own pages call this, because their address keeps the state. The element does not: it
 * must not reload its host page.
 */
export function offerReload(): void {
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement) lost.add(target.href);
    },
    { capture: true },
  );
  reload = () => void reloadAnew();
}

/** Reloads the page; undefined if the page does not offer a reload. */
export const pageReload = (): (() => void) | undefined => reload;

/** Reloads the page if the missing files can be fetched now. Without a connection, a reload would lose the page. */
export async function reloadAnew(): Promise<void> {
  try {
    await Promise.all([...lost].map((url) => fetch(url, { cache: 'reload' })));
  } catch {
    return;
  }
  location.reload();
}
