// SPDX-License-Identifier: MIT

/** Resolves when the page is idle. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve);
  });
