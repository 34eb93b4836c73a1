// SPDX-License-Identifier: MIT
// Tests the optional lesson "scoring" in a browser: arrows, five score functions, the beats (the passages of its text),
// Verify (the part with its claims), links, and its place in the course.
import { openSite, reads, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('scoring/');
const once = inOneEngine(test);

const beat = (page: Page, id: string) => page.css(`[data-beat="${id}"]`);
const cell = (page: Page, kind: string, key: number) =>
  text(page, `[data-kind="${kind}"] [data-key="${key}"]`);
const row = (page: Page, kind: string) =>
  Promise.all([1, 2, 3, 4].map((key) => cell(page, kind, key)));
const control = (page: Page, field: string, name: string | RegExp) =>
  page.css(`[field="${field}"]`).get('radio', { name }).click();
const box = (page: Page, name: string) => page.get('spinbutton', { name }).nth(0);

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

once('a beat shows that terms common to all keys cancel in the weights', async ({ page }) => {
  const weights = await row(page, 'dot');
  await beat(page, 'common').get('button', { name: 'Show me' }).click();
  await waitFor(async () => (await page.url()).includes('keys=4,2.5,1.6,2.4'));
  await reads(async () => String(await row(page, 'dot')), String(weights));
  await control(page, 'shown', 'scores');
  expect(await cell(page, 'dot', 1)).toBe('7.3');
});

once('the formula of the additive score has the current numbers', async ({ page }) => {
  const formula = beat(page, 'hidden').css('.math-block');
  expect(await formula.text()).toContain('0.7 · tanh ( 3 )');
  const number = beat(page, 'hidden').get('slider', { name: 'v 2' });
  await number.press('ArrowUp');
  await waitFor(async () => (await formula.text()).includes('1.3 · tanh'));
  await waitFor(async () => (await beat(page, 'hidden').text()).includes('now 2.9'));
});

once('each guess has its own feedback, and the stage shows the outcome', async ({ page }) => {
  for (const [id, guess, verdict, words] of [
    ['length', /^No: both/, 'Correct', 'They agree for every σ'],
    ['flip', /^The dot products/, 'Not quite', 'q₁·k₁ is still 5.25'],
  ] as const) {
    await beat(page, id).get('radio', { name: guess }).click();
    await beat(page, id).get('button', { name: 'Commit to this guess' }).click();
    const outcome = beat(page, id).css('.predict-outcome');
    for (const part of [verdict, words])
      await waitFor(async () => (await outcome.text()).includes(part));
  }
  await waitFor(async () => (await page.url()).includes('flip=both'));
  const check = beat(page, 'check');
  const question = await check.text();
  expect(question).toMatch(/v = \(\d, −\d, \d\)/);
  await check.get('radio', {}).nth(0).click();
  await check.get('button', { name: 'Check my answer' }).click();
  await waitFor(async () => (await check.css('.predict-outcome').text()) !== '');
  expect(await page.axe()).toEqual([]);
});

once('training reports one model after another, and stops', async ({ page }) => {
  const training = beat(page, 'training');
  const trained = () => text(page, '.training-progress .job-text');
  await training.get('button', { name: 'Train' }).click();
  await waitFor(async () => /^[1-8] of 8/.test(await trained()));
  expect(await text(page, '.training tbody tr:nth-child(1) td:nth-child(2)')).toMatch(
    /^2\.1 1\d%$/,
  );
  const button = page.css('.training-progress button');
  await button.click();
  await reads(() => button.text(), 'Train');
});

once('Verify shows every number, curves and verdicts', async ({ page, site }) => {
  await openSite(page, site, 'scoring/verify/');
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
  await page.open(`${site.url}en/scoring/#?sigma=99&flip=maybe&w_v=1`);
  await waitFor(async () => (await text(page, '.notice')).includes('Bandwidth σ: 99'));
  await page.get('button', { name: 'More' }).click();
  expect(await text(page, '.notice')).toContain('“maybe”');
  expect(await box(page, 'Bandwidth σ').value()).toBe('10');
});

once('the course skips the optional lesson and links to it', async ({ page, site }) => {
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
