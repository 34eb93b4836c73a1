// SPDX-License-Identifier: MIT

/**
 * Runs in the page before its scripts: records when the first element of each selector is painted, and the cumulative
 * layout shift (CLS), which is undefined in browsers that do not report layout shifts. Prevents the page from
 * registering its service worker, which would load the whole site in the background.
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
  const isReported = PerformanceObserver.supportedEntryTypes.includes('layout-shift');
  Object.assign(globalThis, { painted, shift: isReported ? 0 : undefined });
  if (isReported)
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries()))
        if (!entry.hadRecentInput)
          Reflect.set(globalThis, 'shift', Reflect.get(globalThis, 'shift') + entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => {});
}

/**
 * Waits for the paint times of the elements that `watch` observes, in milliseconds from the start of the navigation.
 * @param {Pick<import('./open.mjs').Tab, 'evaluate'>} tab
 * @returns {Promise<Record<string, number>>}
 */
export const paintTimes = (tab) => tab.evaluate(() => Reflect.get(globalThis, 'painted'));

/**
 * Runs in the page: returns its first contentful paint and its layout shift (undefined if the browser does not report
 * them), the Unix time of the start of the navigation, and each request. Times are in milliseconds, sizes in bytes.
 */
export function timings() {
  const files = performance.getEntriesByType('resource').map((entry) => {
    const { name, startTime, responseEnd, encodedBodySize } =
      /** @type {PerformanceResourceTiming} */ (entry);
    return { name, start: startTime, end: responseEnd, size: encodedBodySize };
  });
  return {
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    shift: /** @type {number | undefined} */ (Reflect.get(globalThis, 'shift')),
    origin: performance.timeOrigin,
    files,
  };
}
