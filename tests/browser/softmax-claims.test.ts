// SPDX-License-Identifier: MIT
// What the lesson "softmax" claims, asks and remembers: verdicts, the question, links, the keyboard.
import { openSite, reads } from './support/lesson.ts';
import { box, isDisabled, largest, test } from './support/softmax.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

once('the outcome of the question is nowhere before a guess is committed', async ({ page }) => {
  const predict = page.css('al-predict');
  const commit = predict.get('button', { name: 'Commit to this guess' });
  expect(await isDisabled(commit)).toBe(true);
  expect(await page.css('.predict-outcome').text()).toBe('');
  await predict.get('radio', { name: /^About 25%/ }).press('Space');
  expect(await page.css('.predict-outcome').text()).toBe('');
  await commit.press('Enter');
  await waitFor(async () => (await page.css('.predict-outcome').text()) !== '');
  const outcome = await page.css('.predict-outcome').text();
  for (const part of ['Something else came out', '94.79%', '25.07%', 'NaN']) {
    expect(outcome).toContain(part);
  }
  expect(await page.css('.predict label.right').text()).toContain('Still 94.79%');
  expect(await page.axe()).toEqual([]);
  await predict.get('button', { name: 'See it in the picture' }).click();
  await waitFor(async () => (await box(page, 'Entry x₄').value()) === '1005');
  await reads(() => largest(page), '0.9479');
  await predict.get('button', { name: 'Guess again' }).click();
  await waitFor(async () => (await page.css('.predict-outcome').text()) === '');
  await predict.get('radio', { name: /^Still/ }).click();
  await commit.click();
  await waitFor(async () => (await page.css('.predict-result.hit').count()) === 1);
});

once('every experiment gives its verdict', async ({ page }) => {
  const verdicts = {
    example: 'condition',
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
  expect(await text('example')).toContain('1');
  expect(await text('jacobian')).toContain('0.4144');
  expect(await text('standardise')).toContain('1.498');
  expect(await text('normalise')).toContain('0.7856');
  expect(await text('overflow')).toContain('NaN');
  await page
    .css('[data-experiment="jacobian"]')
    .get('button', { name: 'See it in the picture' })
    .click();
  await waitFor(() => page.css('.bench').nth(0).isFocused());
});

test('a deep link restores every field, and what a reader does is in the address', async ({
  page,
  site,
}) => {
  const link =
    '#/softmax?v=1&x=-1,2,0.5&temperature=0.5&scaling=temperature&target=3&curve=loss&precision=float32';
  await openSite(page, site, link);
  await reads(() => largest(page), '0.9503');
  const values = async () => ({
    entries: await Promise.all(['x₁', 'x₂', 'x₃'].map((x) => box(page, `Entry ${x}`).value())),
    temperature: await box(page, 'Temperature T').value(),
    target: await page.get('radio', { name: 'x₃' }).isChecked(),
    curve: await page.get('radio', { name: 'loss' }).isChecked(),
    precision: await page.get('radio', { name: 'float32' }).isChecked(),
  });
  const expected = {
    entries: ['-1', '2', '0.5'],
    temperature: '0.5',
    target: true,
    curve: true,
    precision: true,
  };
  expect(await values()).toEqual(expected);
  await box(page, 'Entry x₂').fill('2.5');
  await page.get('radio', { name: 'standardise x' }).click();
  await waitFor(async () => (await page.url()).includes('x=-1,2.5,0.5&temperature=0.5&scaling=s'));
  // A font that is still on its way would be cut off, which is a problem of the page.
  await waitFor(() => page.run(() => document.fonts.status === 'loaded'));
  await page.reload();
  await waitFor(async () => page.get('radio', { name: 'standardise x' }).isChecked());
  expect(await values()).toEqual({ ...expected, entries: ['-1', '2.5', '0.5'] });
  await page.back();
  await waitFor(async () => page.get('radio', { name: 'z = x / T' }).isChecked());
});

once('a bad link is repaired, and says how', async ({ page, site }) => {
  await openSite(page, site, '#/softmax?x=1,2&target=4&temperature=0&scaling=magic');
  const notice = await page.css('.notice').text();
  for (const part of ['Right entry: 4', 'Temperature T: 0', '“magic”']) {
    expect(notice).toContain(part);
  }
  await page.get('button', { name: 'Reset' }).click();
  await reads(() => largest(page), '0.9479');
  await waitFor(async () => (await page.css('.notice').count()) === 0);
});

test('every control is reached by keyboard', async ({ page }) => {
  await page.css('#main').focus();
  const seen = new Set<string>();
  for (let step = 0; step < 75; step++) {
    await page.keys('Tab');
    seen.add(
      await page.run(() => {
        const { activeElement: element } = document;
        const own = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
        const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '';
        return `${own || label}`.replace(/\s+/g, ' ').trim();
      }),
    );
  }
  for (const name of [
    ...['Entry x₁', 'Entry x₄', 'Add an entry', 'Remove the last', 'z = x / T', 'Temperature T'],
    ...['float64', 'Reset', 'The Jacobian as a table', 'Marker of x₄', 'Jacobian', 'x₄'],
    ...['The three curves as a table', 'Put it to the test', 'Every stage, entry by entry'],
  ]) {
    expect([...seen], name).toContain(name);
  }
});
