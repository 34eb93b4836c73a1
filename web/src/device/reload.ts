// SPDX-License-Identifier: MIT
// Firefox and WebKit remember a module that could not be loaded until the page is reloaded. WebKit remembers one that
// was to be preloaded even then, until it is fetched anew.

const lost = new Set<string>();
let reload: (() => void) | undefined;

/** Lets notices offer to reload the page: it is ours, and its address holds its state. */
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

/** Reloads the page; undefined in pages of others. */
export const pageReload = (): (() => void) | undefined => reload;

/** Reloads the page if what it lacks can be had now; a reload without a connection would lose the page. */
export async function reloadAnew(): Promise<void> {
  try {
    await Promise.all([...lost].map((url) => fetch(url, { cache: 'reload' })));
  } catch {
    return;
  }
  location.reload();
}
