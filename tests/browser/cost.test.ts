// SPDX-License-Identifier: MIT
// Tests the time measurement that the lesson "cost" runs on the reader's device.
import { openSite, reads, shows } from './support/lesson.ts';
import { expect, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

test('the figure has the reader’s times, measured when asked', async ({ page, site, engine }) => {
  const points = (method: string) =>
    page.css(`.scene-stage [data-part="${method}"] circle`).count();
  const bench = page.css('[data-step="measure"]');
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
  // Only Chromium measures the other lengths, because the measurement is slow and its code is the same in each engine.
  if (engine !== 'chromium') return;
  await rest.click();
  // The computation runs in a worker, so the page still responds.
  await bench.get('radio', { name: '4,096' }).click();
  await bench.get('radio', { name: '2,048' }).click();
  for (const method of ['plain', 'streaming']) await reads(() => points(method), 5);
  for (const method of ['plain', 'streaming'])
    await shows(page, `.scene-worked [data-method="${method}"]`, /\d\.\d\d ± \d/);
  await shows(page, '[data-step="measure"] > .visually-hidden', /power of \d/);
  expect(await page.axe()).toEqual([]);
});
