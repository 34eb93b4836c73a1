// SPDX-License-Identifier: MIT
// The lesson "softmax" as a reader works with it, on the built site.
import { openSite } from './support/lesson.ts';
import type { Locator } from './support/locator.ts';
import type { Page } from './support/page.ts';
import { test as base, expect } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = base.extend('page', async ({ newPage, site }) => {
  const page = await newPage({ width: 1280, height: 900 });
  await openSite(page, site, '#/softmax');
  return page;
});

const largest = (page: Page) => page.css('.result-number').text();
const norm = (page: Page) => page.css('.result .norm').text();
const box = (page: Page, name: string) => page.get('spinbutton', { name });

const isDisabled = (control: Locator) => control.property<boolean>('disabled');

/** Waits until a text of the page is what is expected. */
async function shows(read: () => Promise<string>, expected: string): Promise<void> {
  await waitFor(async () => {
    const shown = await read();
    if (shown !== expected) throw new Error(`it is ${shown}, not ${expected}`);
    return true;
  });
}

const row = async (page: Page, index: number) =>
  Promise.all(
    (await page.css('.stages tbody tr').nth(index).get('cell').all()).map((cell) => cell.text()),
  );

test('the document’s entries show the golden numbers', async ({ page }) => {
  expect(await largest(page)).toBe('0.9479149938');
  expect(await norm(page)).toBe('0.07025941');
  expect(await page.css('.result .entropy').text()).toBe('0.26183');
  expect(await row(page, 0)).toEqual([
    '1',
    '1',
    '2.7183',
    '0.01736166872',
    '0.017362',
    '0.125',
    '0.017362',
  ]);
  expect(await row(page, 3)).toEqual([
    '5',
    '5',
    '148.41',
    '0.9479149938',
    '0.94791',
    '0.625',
    '−0.052085',
  ]);
  expect(await page.css('al-heat-map').text()).toContain('0.0494');
  expect(await page.css('.math-block .output').nth(2).text()).toBe('0.07025940505');
});

test('entries and temperature move by slider, by box and by keyboard', async ({ page }) => {
  const slider = page.css('.entry-slider input[type="range"]').nth(3);
  await slider.setRange(1);
  await shows(() => largest(page), '0.25');
  await slider.press('ArrowRight');
  await waitFor(async () => (await box(page, 'Entry x₄').value()) === '1.1');
  const reached = await slider.dragRange(5);
  expect(Math.abs(reached - 5)).toBeLessThan(0.5);
  await box(page, 'Entry x₄').fill('5');
  await box(page, 'Temperature T').fill('2');
  await shows(() => norm(page), '0.3058078');
  await box(page, 'Temperature T').fill('4');
  await shows(() => norm(page), '0.4144114');
  await page.css('.temperature-slider input[type="range"]').press('Home');
  await waitFor(async () => (await box(page, 'Temperature T').value()) === '0.01');
  await shows(() => largest(page), '1');
});

test('the cursor of the second picture moves the last entry', async ({ page }) => {
  const cursor = page.get('slider', { name: 'Marker of x₄' });
  await cursor.press('ArrowLeft');
  await waitFor(async () => (await box(page, 'Entry x₄').value()) === '4.8');
  await cursor.press('End');
  await waitFor(async () => (await box(page, 'Entry x₄').value()) === '10');
  await page.css('al-curve-plot .cursor-handle').drag({ by: { x: -60, y: 0 } });
  await waitFor(async () => Number(await box(page, 'Entry x₄').value()) < 10);
});

test('each loss sends back its own gradient', async ({ page }) => {
  await box(page, 'Entry x₄').fill('10');
  await page.get('radio', { name: 'loss gradient' }).click();
  const marker = () => page.css('al-curve-plot .marker-label').text();
  await shows(marker, '−0.00037009');
  await page.get('radio', { name: 'x₁' }).click();
  await shows(marker, '0.99963');
  await page.get('radio', { name: 'loss' }).click();
  await shows(marker, '9.0004');
});

test('standardising is a temperature, and equal entries have none', async ({ page }) => {
  await page.get('radio', { name: 'standardise x' }).click();
  await shows(() => norm(page), '0.3058078');
  const note = page.css('.standardised');
  expect(await note.text()).toContain('standard deviation 2');
  expect(await note.text()).toContain('Skewness before 1.1547, after 1.1547');
  expect(await isDisabled(box(page, 'Temperature T'))).toBe(true);
  await box(page, 'Entry x₄').fill('1');
  await waitFor(async () => (await page.css('.result').text()).startsWith('No weights'));
  expect(await page.css('.result').text()).toContain('standard deviation is 0');
});

test('plain shares go below 0, beyond 1, or away', async ({ page }) => {
  await box(page, 'Entry x₁').fill('-4');
  await waitFor(async () => (await row(page, 0))[5] === '−1.3333');
  await box(page, 'Entry x₁').fill('-7');
  await waitFor(async () => (await page.css('.bench').nth(0).text()).includes('sum to 0'));
  await shows(() => largest(page), '0.9646574384');
});

test('the naive form overflows in float32, and the page says why', async ({ page }) => {
  await box(page, 'Temperature T').fill('0.05');
  await waitFor(async () => (await row(page, 3))[1] === '100');
  expect(await page.css('.naive-note').count()).toBe(0);
  await page.get('radio', { name: 'float32' }).click();
  await waitFor(async () => (await row(page, 3))[4] === 'NaN');
  expect(await page.css('.naive-note').text()).toContain('too large for float32');
  expect((await row(page, 3))[3]).toBe('1');
});

test('entries come and go, and the right one stays among them', async ({ page }) => {
  const add = page.get('button', { name: 'Add an entry' });
  const remove = page.get('button', { name: 'Remove the last' });
  await add.click();
  await add.click();
  await waitFor(async () => (await page.css('.stages tbody tr').count()) === 6);
  expect(await isDisabled(add)).toBe(true);
  for (let left = 5; left >= 1; left--) {
    await remove.click();
    await waitFor(async () => (await page.css('.stages tbody tr').count()) === left);
  }
  await waitFor(() => add.isFocused());
  expect(await page.get('radio', { name: 'x₁' }).isChecked()).toBe(true);
});

test('what a box cannot take is said beside it, and nothing is lost', async ({ page }) => {
  await box(page, 'Temperature T').fill('0');
  const alert = page.css('.temperature-slider .field-error');
  await waitFor(async () => (await alert.text()) !== '');
  expect(await alert.text()).toBe(
    'Temperature T: expected a number from 0.01 to 100, got 0. The last good value stays.',
  );
  expect(await largest(page)).toBe('0.9479149938');
});

test('pointing at an entry marks it in every picture', async ({ page }) => {
  await box(page, 'Entry x₁').focus();
  await waitFor(async () => (await page.css('al-paired-bars .bar.active .label').count()) === 1);
  expect(await page.css('al-paired-bars .bar.active .label').text()).toBe('x₁');
  expect(await page.css('.stages tr.active').get('rowheader').text()).toBe('x₁');
  expect(await page.css('al-heat-map .heat-row.active').count()).toBe(1);
  expect(await page.css('.active-term').count()).toBe(1);
});

test('the outcome of the question is nowhere before a guess is committed', async ({ page }) => {
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
  await predict.get('button', { name: 'See it in the picture' }).click();
  await waitFor(async () => (await box(page, 'Entry x₄').value()) === '1005');
  await shows(() => largest(page), '0.9479149938');
  await predict.get('button', { name: 'Guess again' }).click();
  await waitFor(async () => (await page.css('.predict-outcome').text()) === '');
  await predict.get('radio', { name: /^Still/ }).click();
  await commit.click();
  await waitFor(async () => (await page.css('.predict-result.hit').count()) === 1);
});

test('every experiment gives its verdict', async ({ page }) => {
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
  expect(await text('example')).toContain('1.0001');
  expect(await text('jacobian')).toContain('0.4144114135');
  expect(await text('standardise')).toContain('1.497536703');
  expect(await text('normalise')).toContain('0.785597');
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
  await page.open('about:blank');
  await openSite(page, site, link);
  await shows(() => largest(page), '0.9503302574');
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
  await page.reload();
  await waitFor(async () => page.get('radio', { name: 'standardise x' }).isChecked());
  expect(await values()).toEqual({ ...expected, entries: ['-1', '2.5', '0.5'] });
  await page.back();
  await waitFor(async () => page.get('radio', { name: 'z = x / T' }).isChecked());
});

test('a bad link is repaired, and says how', async ({ page, site }) => {
  await page.open('about:blank');
  await openSite(page, site, '#/softmax?x=1,2&target=4&temperature=0&scaling=magic');
  const notice = await page.css('.notice').text();
  for (const part of ['Right entry: 4', 'Temperature T: 0', '“magic”']) {
    expect(notice).toContain(part);
  }
  await page.get('button', { name: 'Reset' }).click();
  await shows(() => largest(page), '0.9479149938');
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
