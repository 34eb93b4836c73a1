// SPDX-License-Identifier: MIT
// Tests Verify of the lesson "softmax" in a browser: the verdicts of its claims, its question, links, and the keyboard.
import { openSite, reads, shows } from './support/lesson.ts';
import { box, isDisabled, largest, test } from './support/softmax.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

once('the outcome of a question is hidden before a guess is submitted', async ({ page }) => {
  const predict = page.css('al-predict');
  const commit = predict.get('button', { name: 'Commit to this guess' });
  expect(await isDisabled(commit)).toBe(true);
  expect(await page.css('.predict-outcome').text()).toBe('');
  await predict.get('radio', { name: /^About 25%/ }).press('Space');
  expect(await page.css('.predict-outcome').text()).toBe('');
  await commit.press('Enter');
  await waitFor(async () => (await page.css('.predict-outcome').text()) !== '');
  const outcome = await page.css('.predict-outcome').text();
  for (const part of ['Not quite', '94.79%', '25.07%', 'NaN']) expect(outcome).toContain(part);
  expect(await page.css('.predict label.right').text()).toContain('Still 94.79%');
  expect(await page.axe()).toEqual([]);
  await waitFor(async () => (await box(page, 'Score x₄').value()) === '1005');
  await reads(() => largest(page), '0.9479');
  await predict.get('button', { name: 'Guess again' }).click();
  await waitFor(async () => (await page.css('.predict-outcome').text()) === '');
  await predict.get('radio', { name: /^Still/ }).click();
  await commit.click();
  await waitFor(async () => (await page.css('.predict-result.hit').count()) === 1);
});

once('every claim gets its verdict beside the stage', async ({ page }) => {
  const verdicts = {
    example: 'condition',
    chart: 'holds',
    range: 'condition',
    jacobian: 'fails',
    scale: 'holds',
    standardise: 'fails',
    normal: 'condition',
    normalise: 'fails',
    saturate: 'condition',
    loss: 'condition',
    overflow: 'condition',
  };
  expect(await page.css('.experiment').count()).toBe(Object.keys(verdicts).length);
  for (const [id, verdict] of Object.entries(verdicts)) {
    const card = page.css(`[data-experiment="${id}"]`);
    await card.get('button', { name: 'Put it to the test' }).click();
    expect(await card.css('.verdict').attribute('data-verdict'), id).toBe(verdict);
  }
  const text = (id: string) => page.css(`[data-experiment="${id}"]`).text();
  expect(await text('example')).toContain('1.0001');
  expect(await text('jacobian')).toContain('0.4144');
  expect(await text('standardise')).toContain('1.498');
  expect(await text('normalise')).toContain('0.7856');
  expect(await text('overflow')).toContain('NaN');
  await page
    .css('[data-experiment="jacobian"]')
    .get('button', { name: 'See it in the picture' })
    .click();
  await waitFor(() => page.css('.stage').isFocused());
  await shows(page, '.columns', 'x₁ = 21');
});

test('a deep link restores every field, and a reader’s changes are in the address', async ({
  page,
  site,
}) => {
  const link =
    'softmax/verify/#?x=-1,2,0.5&temperature=0.5&scaling=temperature&target=3&curve=loss&precision=float32';
  await openSite(page, site, link);
  await reads(() => largest(page), '0.9503');
  await page.get('button', { name: 'More' }).click();
  const values = async () => ({
    entries: await Promise.all(['x₁', 'x₂', 'x₃'].map((x) => box(page, `Score ${x}`).value())),
    temperature: await box(page, 'Temperature T').value(),
    target: await box(page, 'Right entry for the loss').value(),
    curve: await page.get('radio', { name: /^loss$/ }).isChecked(),
    precision: await page.get('radio', { name: 'float32' }).isChecked(),
  });
  const expected = {
    entries: ['-1', '2', '0.5'],
    temperature: '0.5',
    target: '3',
    curve: true,
    precision: true,
  };
  expect(await values()).toEqual(expected);
  await box(page, 'Score x₂').fill('2.5');
  await page.get('radio', { name: 'standardise x' }).click();
  await waitFor(async () => (await page.url()).includes('x=-1,2.5,0.5&temperature=0.5'));
  // Waits for the fonts, because the reload would abort their requests, which would fail the test.
  await waitFor(() => page.run(() => document.fonts.status === 'loaded'));
  await page.reload();
  await page.get('button', { name: 'More' }).click();
  await waitFor(async () => page.get('radio', { name: 'standardise x' }).isChecked());
  expect(await values()).toEqual({ ...expected, entries: ['-1', '2.5', '0.5'] });
  await page.back();
  await waitFor(async () => page.get('radio', { name: 'z = x / T' }).isChecked());
});

once(
  'a bad link is repaired with a notice, until the notice no longer applies',
  async ({ page, site }) => {
    await openSite(page, site, 'softmax/verify/#?x=1,2&target=4&temperature=0&scaling=magic');
    const notice = await page.css('.notice').text();
    for (const part of ['Right entry: 4', 'Temperature T: 0', '“magic”'])
      expect(notice).toContain(part);
    await page.get('radio', { name: 'Nudge' }).click();
    await waitFor(async () => (await page.url()).includes('figure=nudge'));
    expect(await page.css('.notice').count()).toBe(1);
    await box(page, 'Temperature T').fill('2');
    await waitFor(async () => (await page.css('.notice').count()) === 0);
    await page.get('button', { name: 'Reset' }).click();
    await reads(() => largest(page), '0.9479');
  },
);
