// SPDX-License-Identifier: MIT
// Tests the optional lesson "scoring" in a browser: its controls, its questions, its page Verify with arrows, five score
// functions and the claims, links, and its place in the course.
import { openSite, reads, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('scoring/verify/');
const once = inOneEngine(test);

const cell = (page: Page, kind: string, key: number) =>
  text(page, `[data-kind="${kind}"] [data-key="${key}"]`);
const row = (page: Page, kind: string) =>
  Promise.all([1, 2, 3, 4].map((key) => cell(page, kind, key)));
const control = (page: Page, field: string, name: string | RegExp) =>
  page.css(`.stage [field="${field}"]`).get('radio', { name }).click();
const box = (page: Page, name: string) => page.get('spinbutton', { name }).nth(0);

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

test('turning the arrows changes only the network, and a link restores the turn', async ({
  page,
  site,
}) => {
  await openSite(page, site, 'scoring/#flip?turn=0');
  await shows(page, '.scene-chip', 'Yours: Turn = 0');
  await waitFor(async () => expect(await scored(page, 'network')).toContain('82.1%'));
  const [dot, distance] = [await scored(page, 'dot'), await scored(page, 'distance')];
  await page.css('[data-step="flip"]').get('spinbutton', { name: 'Turn' }).fill(90, 'Enter');
  await waitFor(async () => expect(await page.url()).toContain('turn=90'));
  await waitFor(async () => expect(await scored(page, 'network')).not.toContain('k₃ 3.05'));
  expect([await scored(page, 'dot'), await scored(page, 'distance')]).toEqual([dot, distance]);
});

once('training teaches the network to find the key', async ({ page, site }) => {
  await openSite(page, site, 'scoring/#training');
  await waitFor(async () => expect(await scored(page, 'network')).toContain('finds 32.2%'));
  await page
    .css('[data-step="training"]')
    .get('spinbutton', { name: 'Training steps' })
    .fill(0, 'Enter');
  await waitFor(async () => expect(await scored(page, 'network')).toContain('finds 34.6%'));
  await page.css('.scene-chip').get('button', { name: 'Back to the start' }).click();
  await waitFor(async () => expect(await scored(page, 'network')).toContain('85.5%'));
});

test('moving arrows changes the scores and weights beside them', async ({ page }) => {
  await shows(page, '.main-number', 'Dot product: k₁');
  await shows(page, '.main-number', 'Best keys: k₁, k₄, k₃, and k₂');
  expect(await row(page, 'dot')).toEqual(['97%', '3%', '0%', '0%']);
  await control(page, 'shown', 'scores');
  expect(await cell(page, 'dot', 1)).toBe('5.3');
  expect(await cell(page, 'gaussian', 1)).toBe('−1.6');
  const additive = await cell(page, 'additive', 1);
  await control(page, 'flip', /^−q/);
  await reads(() => cell(page, 'additive', 1), `−${additive}`);
  expect(await cell(page, 'dot', 1)).toBe('5.3');
  // The figure shows q₁ with the opposite sign, (−1.5, −0.5). Shift+ArrowRight moves it to (−0.5, −0.5), so q₁ = (0.5,
  // 0.5).
  await page.get('slider', { name: 'Tip of query q₁' }).press('Shift+ArrowRight');
  await reads(() => cell(page, 'dot', 1), '2.3');
  await waitFor(async () => (await page.url()).includes('queries=0.5,0.5,-1,1.5'));
  await page.get('button', { name: 'Additive' }).click();
  await shows(page, '.main-number', 'Additive: k');
  await page.get('button', { name: 'More' }).click();
  await control(page, 'biased', 'with b');
  await box(page, 'v₁').fill('3');
  await waitFor(async () => (await page.url()).includes('w_v=3,1.2,-0.9'));
  await control(page, 'query', 'q₂');
  await page.get('slider', { name: 'Tip of query q₂' }).box();
  await page.get('button', { name: 'Reset' }).click();
  await control(page, 'shown', 'scores');
  await reads(() => cell(page, 'additive', 1), additive);
});

once('Verify shows every number, curves and verdicts', async ({ page }) => {
  expect(await page.css('.experiment').count()).toBe(14);
  await box(page, 'W_Q, row 1, column 1').fill('1');
  await waitFor(async () => (await page.url()).includes('W_q=1,-0.3'));
  await shows(page, '.units', 'Unit 1 3.75 0.9989 0.7');
  const spread = page.css('al-predict');
  await spread.get('radio', { name: /^Hardly/ }).click();
  await spread.get('button', { name: 'Commit to this guess' }).click();
  await waitFor(async () => (await spread.text()).includes('From 0.29 to'));
  await waitFor(async () => /[&?]d=256&.*components=normal/.test(await page.url()));
  await page.get('button', { name: 'Draw the curves' }).click();
  await waitFor(async () => (await page.css('.result-more .dot').count()) === 1);
  await page.css('.curves-progress').get('button').click();
  await reads(() => text(page, '.curves-progress button'), 'Draw the curves');
  expect(await page.css('al-log-chart svg.plot').attribute('aria-label')).toContain(
    'Dot product changes from',
  );
  const card = (id: string) => page.css(`[data-experiment="${id}"]`);
  await card('learn').get('button', { name: 'Put it to the test' }).click();
  await card('learn').get('button', { name: 'Stop' }).click();
  await waitFor(async () => (await card('learn').css('progress').count()) === 0);
  expect(await card('learn').css('.verdict').count()).toBe(0);
  for (const [id, verdict] of [
    ['additive', 'condition'],
    ['addition', 'condition'],
    ['bounds', 'condition'],
  ] as const) {
    await card(id).get('button', { name: 'Put it to the test' }).click();
    await waitFor(async () => (await card(id).css('.verdict').count()) === 1);
    expect(await card(id).css('.verdict').attribute('data-verdict'), id).toBe(verdict);
  }
  expect(await cell(page, 'additive', 1)).toBe('5.8');
});

test('a deep link to Verify restores every field, and a bad one is repaired', async ({
  page,
  site,
}) => {
  const link =
    'queries=1,2,-1,-2&keys=1,0,0,1,-1,0,0,-1&W_q=1,0,0,1,1,1&W_k=0,1,1,0,-1,1&w_v=1,2,3&bias=1,1,1&biased=with&sigma=2&flip=none&shown=scores&query=2&key=3&d=16&hidden=8&components=normal&vInit=normal&wInit=normal&curve=row&seed=7&precision=float32';
  await openSite(page, site, `scoring/verify/#?${link}`);
  expect(await cell(page, 'dot', 3)).toBe('1.0');
  await page.get('button', { name: 'More' }).click();
  for (const [name, value] of [
    ['q₂ up', '-2'],
    ['W_K, row 3, column 1', '-1'],
    ['b, entry 2', '1'],
    ['Bandwidth σ', '2'],
    ['Hidden units h', '8'],
    ['Seed', '7'],
  ] as const)
    expect(await box(page, name).value(), name).toBe(value);
  for (const name of ['q₂', 'scores', 'float32', 'with b', 'one query’s keys'])
    expect(await page.get('radio', { name }).nth(0).isChecked(), name).toBe(true);
  await page.open(`${site.url}en/scoring/verify/#?sigma=99&flip=maybe&w_v=1`);
  await waitFor(async () => (await text(page, '.notice')).includes('Bandwidth σ: 99'));
  expect(await text(page, '.notice')).toContain('“maybe”');
  expect(await box(page, 'Bandwidth σ').value()).toBe('10');
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
