// SPDX-License-Identifier: MIT
// Tests that a page causes no layout shift while it loads.
import { lessons, verifiedLessons } from '../../web/src/lessons/registry.ts';
import { openSite } from './support/lesson.ts';
import { expect, inOneEngine, test } from './support/test.ts';

const once = inOneEngine(test);

const PATHS = [
  ...lessons.map(({ id }) => `${id}/`),
  ...verifiedLessons.map(({ id }) => `${id}/verify/`),
];

/**
 * The sum of the scores of all layout shifts since the page was opened, without those that follow user input. It is an
 * upper bound of the metric Cumulative Layout Shift (CLS).
 */
const SHIFT = (): Promise<number> =>
  new Promise((resolve) => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    new PerformanceObserver((list) => {
      const shifts = (list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
      resolve(shifts.reduce((sum, { value }) => sum + value, 0));
    }).observe({ type: 'layout-shift', buffered: true });
    // The observer is not called if there was no shift; the result is then 0.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100, 0)));
  });

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const)
  once(`no lesson or page Verify shifts while it loads, ${width} px`, async ({ page, site }) => {
    await page.resize(width, height);
    const shifts: [string, number][] = [];
    for (const path of PATHS) {
      await page.open('about:blank');
      await openSite(page, site, path);
      shifts.push([path, await page.run(SHIFT)]);
    }
    expect(shifts.filter(([, shift]) => shift > 0.005)).toEqual([]);
  });
