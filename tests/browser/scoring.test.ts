// SPDX-License-Identifier: MIT
// The lesson "scoring" as a reader works with it: one pair in four matrices, long work, verdicts, links.
import { openSite, reads } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('#/scoring');
const once = inOneEngine(test);

const best = async (page: Page) =>
  (await page.css('.result-number').text()).replace(/\s+/g, ' ').trim();
const score = (page: Page, kind: string) => page.css(`.four .${kind} .exact`).text();
const box = (page: Page, name: string) => page.get('spinbutton', { name }).nth(0);

test('one pair is marked in four matrices, and everything moves them', async ({ page }) => {
  expect(await best(page)).toBe('k₁ · k₃ · k₂');
  expect(await score(page, 'dot')).toBe('5.25');
  const cells = page.css('[data-kind="gaussian"] .heat-cells');
  await cells.press('ArrowRight');
  await reads(() => page.css('.four').attribute('data-pair').then(String), '1,2');
  expect(await page.css('.score-map .pointed').count()).toBe(4);
  expect(await page.css('[data-kind="gaussian"] .heat-readout').text()).toContain('q₁, k₂: score');
  await page.css('.pair-query').get('radio', { name: 'q₂' }).click();
  await reads(() => best(page), 'k₃ · k₄');
  await page.css('.pair-query').get('radio', { name: 'q₁' }).click();
  await page.css('.pair-key').get('radio', { name: 'k₁' }).click();
  const additive = await score(page, 'additive');
  await page
    .css('.flip')
    .get('radio', { name: /turned about/ })
    .click();
  await reads(() => score(page, 'additive'), `−${additive}`);
  expect(await score(page, 'gaussian')).toBe('−1.625');
  // What is turned about is dragged where it is seen: q₁ from (−1.5, −0.5) to (−0.5, −0.5).
  await page.get('slider', { name: 'Tip of query q₁' }).press('Shift+ArrowRight');
  await waitFor(async () => (await box(page, 'q₁ across').value()) === '0.5');
  await reads(() => score(page, 'dot'), '2.25');
  await box(page, 'v, entry 1').fill('3');
  await page.get('radio', { name: 'with b' }).click();
  await waitFor(async () => (await page.url()).includes('&w_v=3,1.2,-0.9&'));
  expect(await box(page, 'b, entry 1').property<boolean>('disabled')).toBe(false);
  await page.get('button', { name: 'Reset' }).click();
  await reads(() => score(page, 'additive'), additive);
});

once('the result keeps its height while pairs are pointed at', async ({ page }) => {
  await page.resize(390, 900);
  const pair = () => page.css('.four').attribute('data-pair').then(String);
  const height = async () => (await page.css('.result').box()).height;
  const first = await height();
  for (const [key, reached] of [
    ...[2, 3, 4].map((at) => ['ArrowRight', `1,${at}`] as const),
    ['ArrowDown', '2,4'] as const,
    ...[3, 2, 1].map((at) => ['ArrowLeft', `2,${at}`] as const),
  ]) {
    await page.css('[data-kind="dot"] .heat-cells').press(key);
    await reads(pair, reached);
    expect(await height(), reached).toBe(first);
  }
});

once('questions, curves, times and verdicts come when they are asked for', async ({ page }) => {
  for (const [i, [guess, found]] of (
    [
      [/^No: then/, 'They agree'],
      [/^None/, 'The additive one alone'],
      [/^Hardly/, 'From 0.29 to'],
    ] as const
  ).entries()) {
    const predict = page.css('al-predict').nth(i);
    await predict.get('radio', { name: guess }).click();
    await predict.get('button', { name: 'Commit to this guess' }).click();
    await waitFor(async () => (await predict.css('.predict-outcome').text()).includes(found));
  }
  expect(await page.css('.predict-result.hit').count()).toBe(2);
  await page.get('button', { name: 'Draw the curves' }).click();
  await waitFor(async () => (await page.css('.reading .dot').count()) === 1);
  await page.css('.curves-progress').get('button').click();
  await reads(() => page.css('.curves-progress button').text(), 'Draw the curves');
  expect(await page.css('al-log-chart svg.plot').attribute('aria-label')).toContain(
    'Dot product goes from',
  );
  expect(await page.css('.reading .dot').text()).toMatch(/^1\.\d+$/);
  await page.get('button', { name: 'Measure' }).click();
  await waitFor(async () => (await page.css('.cost .time').nth(2).text()).endsWith('ms'));
  const learn = page.css('[data-experiment="learn"]');
  await learn.get('button', { name: 'Put it to the test' }).click();
  await learn.get('button', { name: 'Stop' }).click();
  await waitFor(async () => (await learn.css('progress').count()) === 0);
  expect(await learn.css('.verdict').count()).toBe(0);
  for (const [id, verdict] of [
    ['additive', 'condition'],
    ['bounds', 'fails'],
  ] as const) {
    const card = page.css(`[data-experiment="${id}"]`);
    await card.get('button', { name: 'Put it to the test' }).click();
    await waitFor(async () => (await card.css('.verdict').count()) === 1);
    expect(await card.css('.verdict').attribute('data-verdict'), id).toBe(verdict);
  }
  // The last one’s state is shown, and the curves of other draws stay where nothing of them changed.
  expect(await score(page, 'additive')).toBe('5.784');
});

test('a deep link restores every field, and a bad one is repaired', async ({ page, site }) => {
  const link =
    'queries=1,2,-1,-2&keys=1,0,0,1,-1,0,0,-1&W_q=1,0,0,1,1,1&W_k=0,1,1,0,-1,1&w_v=1,2,3&bias=1,1,1&biased=with&sigma=2&flip=none&shown=scores&query=2&key=3&d=16&hidden=8&components=normal&vInit=normal&wInit=normal&curve=row&seed=7&side=32&precision=float32';
  await openSite(page, site, `#/scoring?v=1&${link}`);
  expect(await score(page, 'dot')).toBe('1');
  for (const [name, value] of [
    ['q₂ up', '-2'],
    ['W_k, row 3, column 1', '-1'],
    ['b, entry 2', '1'],
    ['Bandwidth σ of the Gaussian', '2'],
    ['Hidden units h', '8'],
    ['Seed', '7'],
  ] as const)
    expect(await box(page, name).value(), name).toBe(value);
  for (const name of ['q₂', 'k₃', 'scores', 'float32', 'with b', 'one query’s keys'])
    expect(await page.get('radio', { name }).nth(0).isChecked(), name).toBe(true);
  await page.open(`${site.url}?lang=en#/scoring?sigma=99&flip=maybe&w_v=1`);
  await waitFor(async () => (await page.css('.notice').text()).includes('Bandwidth σ: 99'));
  expect(await page.css('.notice').text()).toContain('“maybe”');
  expect(await box(page, 'Bandwidth σ of the Gaussian').value()).toBe('10');
});
