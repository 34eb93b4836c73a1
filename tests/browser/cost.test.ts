// SPDX-License-Identifier: MIT
// Tests the lesson "cost" in a browser: what its steps change, its question, and a measurement on this device.
import { isStill, openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test as siteTest } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('cost/', true);
const once = inOneEngine(test);

const step = (page: Page, id: string) => page.css(`[data-step="${id}"]`);
/** The text and the markup of a part of the figure beside the text. */
const drawn = (page: Page, part: string) => text(page, `.scene-stage [data-part="${part}"]`);

/** The width and the height of the filled area of the scores in the figure beside the text. */
const pairs = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll<SVGRectElement>('.scene-stage [data-part="pairs"] rect')].map(
      ({ width, height }) => [width.baseVal.value, height.baseVal.value] as const,
    ),
  );

once('twice the text has four times the scores, at any length', async ({ page }) => {
  await shows(page, '.scene-stage svg', /64 scores\s+256 B/);
  await step(page, 'square').get('spinbutton', { name: 'Tokens n' }).fill('16384', 'Enter');
  await shows(page, '.scene-stage svg', /268,435,456 scores\s+1 GiB/);
  await shows(page, '.scene-stage svg', /1,073,741,824 scores\s+4 GiB/);
  await shows(page, '.scene-chip', 'Yours: Tokens n = 16,384');
  await waitFor(async () => expect(await page.url()).toMatch(/#\?n=16384$/));
  await page.reload();
  await shows(page, '.scene-stage svg', /268,435,456 scores\s+1 GiB/);
});

once('sum and output of the tiles end as those of all keys at once', async ({ page, site }) => {
  await openSite(page, site, 'cost/#tiles');
  const kept = () => page.css('.scene-stage [data-part="kept"]').count();
  await waitFor(async () => expect(await kept()).toBe(2));
  await shows(page, '.scene-worked', /= 1\.20$/);
  await step(page, 'tiles').get('slider', { name: 'Tiles read' }).press('End');
  await waitFor(async () => expect(await kept()).toBe(4));
  const last = await page.css('.scene-stage [data-part="kept"]').nth(3).text();
  expect(last.replace(/×\s*0\.37/, '').replace(/\s+/g, ' ')).toBe('5 1.65 2.92');
  expect((await drawn(page, 'whole')).replace(/\s+/g, ' ')).toBe('5 1.65 2.92');
});

once('the area of the scores grows in both directions with the text', async ({ page, site }) => {
  await openSite(page, site, 'cost/#parts');
  await shows(page, '.scene-worked', '= 25%');
  await isStill(page);
  const [[width = 0, height = 0] = []] = await pairs(page);
  await step(page, 'parts').get('spinbutton', { name: 'Tokens n' }).fill('24576', 'Enter');
  await shows(page, '.scene-worked', '= 50%');
  const [[wide = 0, high = 0] = []] = await pairs(page);
  expect(wide / width).toBeCloseTo(3, 5);
  expect(high / height).toBeCloseTo(3, 5);
});

once('a cache computes each key once', async ({ page, site }) => {
  await openSite(page, site, 'cost/#cache');
  const cells = (part: string, kind: string) =>
    page.css(`.scene-stage [data-part="${part}"] .${kind}`).count();
  await waitFor(async () => expect(await cells('repeated', 'bar')).toBe(36));
  expect([await cells('cached', 'bar'), await cells('cached', 'kept')]).toEqual([8, 28]);
  await shows(page, '[data-step="cache"] > .visually-hidden', '“the girls that liked the man');
  await step(page, 'cache').get('spinbutton', { name: 'Words written' }).fill('3', 'Enter');
  await waitFor(async () => expect(await cells('repeated', 'bar')).toBe(6));
  expect([await cells('cached', 'bar'), await cells('cached', 'kept')]).toEqual([3, 3]);
  await shows(page, '.scene-worked', '1 + 2 + 3 = 6');
});

once(
  'the work of twice the text is absent until the reader has answered',
  async ({ page, site }) => {
    await openSite(page, site, 'cost/#guess');
    await waitFor(async () => expect(await pairs(page)).toHaveLength(1));
    expect(await text(page, '.scene-stage svg')).not.toContain('× 3');
    await step(page, 'guess').get('button', { name: 'Hint' }).click();
    await shows(page, '.predict-hint', 'the other is a square');
    await step(page, 'guess').get('radio', { name: 'Four times as much' }).click();
    await step(page, 'guess').get('button', { name: 'Check my answer' }).click();
    await shows(page, '.predict-outcome', /^Not quite\.\s+It is three times\./);
    await waitFor(async () => expect(await pairs(page)).toHaveLength(2));
    await shows(page, '.scene-stage svg', '× 3');
    await openSite(page, site, 'cost/#answer');
    await shows(page, '.scene-stage [data-part="work"]', '× 3');
    await step(page, 'answer').get('slider', { name: 'Tokens n' }).press('Home');
    await shows(page, '.scene-stage [data-part="work"]', '× 2');
  },
);

siteTest(
  'the reader’s times appear in the figure, and nothing is measured unasked',
  async ({ page, site, engine }) => {
    const points = (method: string) =>
      page.css(`.scene-stage [data-part="${method}"] circle`).count();
    const bench = step(page, 'measure');
    await openSite(page, site, 'cost/#measure');
    await shows(page, '.scene-stage svg', 'in tiles');
    const workers = () =>
      page.run(() =>
        performance
          .getEntriesByType('resource')
          .flatMap(({ name }) => (/\/worker-/.test(name) ? [name] : [])),
      );
    expect(await workers()).toEqual([]);
    await bench.get('button', { name: 'Measure' }).click();
    await waitFor(async () => (await points('streaming')) >= 1);
    await bench.get('button', { name: 'Stop' }).click();
    expect(await workers()).not.toEqual([]);
    const rest = bench.get('button', { name: 'Measure the rest' });
    await rest.box();
    // The times of all lengths take long, and only whether a worker measures depends on the engine.
    if (engine !== 'chromium') return;
    await rest.click();
    // The computation runs in a worker, so the page still responds.
    await bench.get('radio', { name: '4,096' }).click();
    await bench.get('radio', { name: '2,048' }).click();
    await waitFor(async () =>
      expect([await points('plain'), await points('streaming')]).toEqual([5, 5]),
    );
    for (const method of ['plain', 'streaming'])
      await shows(page, `.scene-worked [data-method="${method}"]`, /\d\.\d\d ± \d/);
    await shows(page, '[data-step="measure"] > .visually-hidden', /power of \d/);
    expect(await page.axe()).toEqual([]);
  },
);
