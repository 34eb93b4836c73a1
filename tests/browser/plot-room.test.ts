// SPDX-License-Identifier: MIT
// Tests that the texts of figures fit and do not overlap, and that figures use the reader's colours.

import { inject } from 'vitest';
import { openSite } from './support/lesson.ts';
import { mountPlot, test } from './support/own-plot.ts';
import type { Page } from './support/page.ts';
import type { Server } from './support/server.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

/** The number of empty pixels above a text's digits, and also below them, inside the text's box. */
const LEADING = 2;

/** Pairs of elements whose boxes overlap. */
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

test('axis labels fit for numbers of any length', async ({ page }) => {
  await page.resize(320, 700);
  await mountPlot(page, {
    xAxis: { label: 'waist', interval: [-20_000, 30_000] },
    yAxis: { label: 'a rather long name', interval: [-1e10, 1e10] },
  });
  expect(await overlaps(page, '#own .axes text')).toEqual([]);
  expect(await page.css('#own .axes text').count()).toBeGreaterThan(5);
});

const MAP_PLACE = 'order/verify/#?figure=matrix';

/** Opens a lesson that uses heat maps, and adds one whose first row has the name `name` to the top of its page. */
async function mountMap(page: Page, site: Server, name: string): Promise<void> {
  await openSite(page, site, MAP_PLACE);
  await page.run(async (first) => {
    await customElements.whenDefined('al-heat-map');
    const own = Object.assign(document.createElement('div'), { id: 'own', lang: 'en' });
    const map = Object.assign(document.createElement('al-heat-map'), {
      description: 'Map',
      values: [
        [1.25549, 0.5],
        [0.0012345, 0.5],
      ],
      rows: [first, '0.0012345'],
      columns: ['a', 'b'],
      extreme: 2,
      format: String,
      formatTick: String,
    });
    own.append(map);
    document.querySelector('main')?.prepend(own);
  }, name);
  await page.css('#own .heat-axis').nth(0).box();
}

/** By how many pixels the box of a text may be too wide. Firefox rounds such boxes outwards to whole pixels. */
const ROUNDING = inject('engine') === 'firefox' ? 1 : 0;

/** Lists the overlapping pairs among the texts of the added map, and the texts beyond the map's container. */
async function badlyPlaced(page: Page): Promise<string[]> {
  const outside = await page.run((slack) => {
    const room = document.querySelector('#own')?.getBoundingClientRect() ?? new DOMRect();
    return [...document.querySelectorAll('#own text')]
      .filter((text) => {
        const { left, right } = text.getBoundingClientRect();
        return left < room.left - slack || right > room.right + slack;
      })
      .map((text) => `${text.textContent} is cut`);
  }, ROUNDING);
  return [...(await overlaps(page, '#own text')), ...outside];
}

test('names and numbers of a heat map are never clipped', async ({ page, site }) => {
  await page.resize(320, 700);
  await mountMap(page, site, '36 × 10⁻⁵');
  expect(await badlyPlaced(page)).toEqual([]);
});

const CHANGES: Record<string, (page: Page) => Promise<void>> = {
  language: (page) =>
    page.run(() => {
      document.querySelector('#own')?.setAttribute('lang', 'zh-Hans');
      const own = document.querySelector('#own al-heat-map') as HTMLElement & { rows: string[] };
      own.rows = own.rows.map((name) => `${name}、`);
    }),
  width: (page) => page.resize(500, 700),
};

for (const [name, change] of Object.entries(CHANGES))
  test(`a heat map fits in the font of a new ${name}`, async ({ page, site }) => {
    await page.resize(600, 700);
    // The letters of this name are narrow in most fonts, but wide in a monospaced font. So after the change to such a
    // font, the texts overlap until the layout is computed again.
    await mountMap(page, site, 'illicit: 1,1.1,1i');
    await page.run(() => {
      const own = document.querySelector('#own') as HTMLElement;
      own.style.fontFamily = 'monospace';
    });
    expect(await badlyPlaced(page)).not.toEqual([]);
    await change(page);
    await waitFor(async () => (await badlyPlaced(page)).length === 0);
  });

// Only Chromium tests the dark scheme: with forced colours, Firefox ignores `colorScheme` and derives the scheme from
// these colours.
for (const [colorScheme, run] of [
  ['light', test],
  ['dark', inOneEngine(test)],
] as const) {
  run(
    `forced colours, ${colorScheme}: figures use the reader’s colours`,
    async ({ engine, newPage, site, skip }) => {
      skip(engine === 'webkit', 'WebKit has no forced colours');
      const page = await newPage({ width: 1280, height: 900, colorScheme, forcedColors: true });
      await openSite(page, site, 'kernel-regression/verify/');
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
          texts: used('.plot text', 'fill'),
          curves: used('.plot .curve, .plot .axis', 'stroke'),
          handles: used('.plot .cursor-handle', 'fill'),
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
    },
  );
}
