// SPDX-License-Identifier: MIT
// Pictures have room for their texts, and take the reader’s colours.

import { openSite } from './support/lesson.ts';
import { mountPlot, test } from './support/own-plot.ts';
import type { Page } from './support/page.ts';
import { expect } from './support/test.ts';

/** A text's box is higher than its figures, by this many pixels above and below. */
const LEADING = 2;

/** Pairs of elements whose boxes lie over each other. */
const overlaps = (page: Page, selector: string) =>
  page.run(
    (wanted, leading) => {
      const boxes = [...document.querySelectorAll(wanted)].map((element) => ({
        text: element.textContent,
        box: element.getBoundingClientRect(),
      }));
      return boxes.flatMap((a, i) =>
        boxes
          .slice(i + 1)
          .filter(
            (b) =>
              a.box.left < b.box.right &&
              b.box.left < a.box.right &&
              a.box.top + leading < b.box.bottom - leading &&
              b.box.top + leading < a.box.bottom - leading,
          )
          .map((b) => `${a.text} | ${b.text}`),
      );
    },
    selector,
    LEADING,
  );

test('texts of the axes have room, however long the numbers', async ({ page }) => {
  await page.resize(320, 700);
  await mountPlot(page, {
    xAxis: { label: 'waist', interval: [-20_000, 30_000] },
    yAxis: { label: 'a rather long name', interval: [-1e10, 1e10] },
  });
  expect(await overlaps(page, '#own .axes text')).toEqual([]);
  expect(await page.css('#own .axes text').count()).toBeGreaterThan(5);
});

test('labels and numbers of bars are never cut', async ({ page }) => {
  await page.resize(320, 700);
  await page.run(() => {
    const bars = Object.assign(document.createElement('al-bars'), {
      id: 'own',
      description: 'Bars',
      bars: [
        { label: '36 × 10⁻⁵', share: 0.5, text: '1.255499562 × 10⁻⁸' },
        { label: '0.0012345', share: 0.5, text: '0.5' },
      ],
    });
    document.querySelector('main')?.replaceChildren(bars);
  });
  await page.css('#own .number').nth(0).box();
  expect(await overlaps(page, '#own text, #own .track')).toEqual([]);
  const room = await page.css('#own').box();
  for (const text of await page.css('#own text').all()) {
    const { x, width } = await text.box();
    expect(x).toBeGreaterThanOrEqual(room.x);
    expect(x + width).toBeLessThanOrEqual(room.x + room.width);
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`forced colours, ${colorScheme}: pictures take the reader’s colours`, async ({
    engine,
    newPage,
    site,
    skip,
  }) => {
    skip(engine === 'webkit', 'WebKit has no forced colours');
    const page = await newPage({ width: 1280, height: 900, colorScheme, forcedColors: true });
    await openSite(page, site, '#/kernel-regression');
    const colours = await page.run(() => {
      const probe = document.createElement('p');
      document.body.append(probe);
      const system = (name: string) => {
        probe.style.color = name;
        return getComputedStyle(probe).color;
      };
      const used = (selector: string, property: 'fill' | 'stroke') =>
        [...document.querySelectorAll(selector)].map((one) => getComputedStyle(one)[property]);
      const found = {
        canvas: system('Canvas'),
        canvasText: system('CanvasText'),
        highlight: system('Highlight'),
        linkText: system('LinkText'),
        texts: used('.plot text, .bars text', 'fill'),
        curves: used('.plot .curve, .plot .axis', 'stroke'),
        handles: used('.plot .cursor-handle, .bars .fill', 'fill'),
        dots: used('.plot .dot', 'fill'),
      };
      probe.remove();
      return found;
    });
    const { canvas, canvasText, highlight, linkText, ...used } = colours;
    expect(canvasText).not.toBe(canvas);
    for (const list of Object.values(used)) expect(list.length).toBeGreaterThan(0);
    expect(new Set([...used.texts, ...used.curves])).toEqual(new Set([canvasText]));
    expect(new Set(used.handles)).toEqual(new Set([highlight]));
    expect(new Set(used.dots)).toEqual(new Set([linkText]));
  });
}
