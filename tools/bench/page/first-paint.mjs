// SPDX-License-Identifier: MIT

/**
 * Runs in the page before its scripts: records when the first element of each selector is painted.
 * @param {Record<string, string>} wanted  selectors by name
 */
export function watch(wanted) {
  const times = /** @type {Record<string, number>} */ ({});
  const seen = new Set();
  const painted = new Promise((allAre) => {
    const look = () => {
      for (const [name, selector] of Object.entries(wanted)) {
        if (seen.has(name) || !document.querySelector(selector)) continue;
        seen.add(name);
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            times[name] = performance.now();
            if (Object.keys(times).length === Object.keys(wanted).length) allAre(times);
          };
          port2.postMessage(0);
        });
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  Object.assign(globalThis, { painted });
}

/**
 * Waits for the paint times of the elements that `watch` observes, in milliseconds from the start of the navigation.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<Record<string, number>>}
 */
export const paintTimes = (page) => page.evaluate(() => Reflect.get(globalThis, 'painted'));
