// SPDX-License-Identifier: MIT

/** Maximum waiting time in ms if the page is never idle. */
const timeout = 3000;

export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout });
    else setTimeout(resolve);
  });
