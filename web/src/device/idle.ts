// SPDX-License-Identifier: MIT

/** The longest wait in ms for a page that is never idle. */
const timeout = 3000;

export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout });
    else setTimeout(resolve);
  });
