// SPDX-License-Identifier: MIT
// Tests the optional lesson "scoring" in a browser: its controls, its questions, links, and its place in the course.
import { openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('scoring/', true);
const once = inOneEngine(test);

/** The text of a row of the figure beside the text of the lesson. */
const scored = async (page: Page, name: string) =>
  (await text(page, `.scene-stage [data-part="${name}"]`)).replace(/\s+/g, ' ');
const partsOf = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll<SVGElement>('.scene-stage [data-part]')].map(
      ({ dataset }) => dataset.part ?? '',
    ),
  );

once(
  'the weights of the distance are absent until the reader has guessed',
  async ({ page, site }) => {
    await openSite(page, site, 'scoring/#length');
    const step = page.css('[data-step="length"]');
    await waitFor(async () => expect(await scored(page, 'dot')).toContain('57.1%'));
    expect(await scored(page, 'distance')).not.toContain('%');
    await step.get('button', { name: 'Hint' }).click();
    await shows(page, '[data-step="length"] .predict-hint', 'still differs from key to key');
    await step.get('radio', { name: 'Another key comes first' }).click();
    await step.get('button', { name: 'Check my answer' }).click();
    await shows(page, '[data-step="length"] .predict-outcome', /^Not quite\.\s+Near and long/);
    await waitFor(async () => {
      const weights = /\d+\.\d%/g;
      const [dot, distance] = [await scored(page, 'dot'), await scored(page, 'distance')];
      expect(distance.match(weights)).toEqual(dot.match(weights));
      expect(distance.match(weights)).toHaveLength(3);
    });
  },
);

once(
  'the bound is found for any factors, and a new key nearly reaches it',
  async ({ page, site }) => {
    await openSite(page, site, 'scoring/#network');
    const step = page.css('[data-step="network"]');
    await waitFor(async () => expect(await scored(page, 'network')).toContain('3.05'));
    expect(await partsOf(page)).not.toContain('bound');
    await step.get('radio', { name: 'Their sum without the minus sign' }).click();
    await step.get('button', { name: 'Check my answer' }).click();
    await shows(page, '[data-step="network"] .predict-outcome', /^Correct/);
    await waitFor(async () => expect(await scored(page, 'bound')).toBe('−7 7'));
    expect(await partsOf(page)).toContain('extreme');
    await step.get('button', { name: 'Other factors' }).click();
    await waitFor(async () => expect(await scored(page, 'bound')).not.toBe('−7 7'));
    await shows(page, '[data-step="network"] .predict-outcome', /^Correct/);
    await shows(page, '.scene-chip', 'Yours: Factors = 2');
  },
);

once(
  'turning the arrows changes only the network, and a link restores the turn',
  async ({ page, site }) => {
    await openSite(page, site, 'scoring/#flip?turn=0');
    await shows(page, '.scene-chip', 'Yours: Turn = 0');
    await waitFor(async () => expect(await scored(page, 'network')).toContain('82.1%'));
    const [dot, distance] = [await scored(page, 'dot'), await scored(page, 'distance')];
    await page.css('[data-step="flip"]').get('spinbutton', { name: 'Turn' }).fill(90, 'Enter');
    await waitFor(async () => expect(await page.url()).toContain('turn=90'));
    await waitFor(async () => expect(await scored(page, 'network')).not.toContain('k₃ 3.05'));
    expect([await scored(page, 'dot'), await scored(page, 'distance')]).toEqual([dot, distance]);
  },
);

once('training teaches the network to find the key', async ({ page, site }) => {
  await openSite(page, site, 'scoring/#training');
  await waitFor(async () =>
    expect(await scored(page, 'network')).toContain('without a bias, 32.2%'),
  );
  await page
    .css('[data-step="training"]')
    .get('spinbutton', { name: 'Training steps' })
    .fill(0, 'Enter');
  await waitFor(async () =>
    expect(await scored(page, 'network')).toContain('without a bias, 34.6%'),
  );
  await page.css('.scene-chip').get('button', { name: 'Back to the start' }).click();
  await waitFor(async () => expect(await scored(page, 'network')).toContain('85.5%'));
});

once('the course skips the optional lesson and links to it', async ({ page, site }) => {
  await openSite(page, site, 'scoring/');
  expect(await page.css('.walk-next').attribute('href')).toContain('masking/');
  expect(await page.css('.walk [rel="prev"]').attribute('href')).toContain('scaling/');
  await openSite(page, site, 'scaling/');
  expect(await page.css('.walk-next').attribute('href')).toContain('masking/');
  expect(await text(page, '.walk-optional')).toBe('Optional: Scoring');
  await openSite(page, site);
  const entry = (id: string) => page.css(`.home-lessons a[href$="/${id}/"]`);
  expect(await entry('scoring').text()).toContain('Optional');
  const number = (id: string) => entry(id).css('.home-number').text();
  expect(await number('masking')).toMatch(/^\d+$/);
  expect(await number('scoring')).toBe('+');
  await page.get('button', { name: 'Lessons' }).click();
  expect(await page.css('.course a[href$="/scoring/"]').text()).toBe('Scoring (optional, opened)');
});
