// SPDX-License-Identifier: MIT
// Tests the lesson "masking" in a browser: the steps that the reader changes, and its questions.
import { openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(lessonTest('masking/'));

/** The texts of the cells of a matrix in the figure beside the text, each once, and the number of its cells. */
const cells = (page: Page, part: string) =>
  page.run((name) => {
    const found = document.querySelectorAll(`.scene-stage [data-part="${name}"] .number`);
    return {
      texts: [...new Set([...found].map(({ textContent }) => textContent?.trim()))],
      count: found.length,
    };
  }, part);

/** The shares beside the rows of the matrix in the figure beside the text. */
const shares = async (page: Page, part: string) =>
  Promise.all(
    (await page.css(`.scene-stage [data-part="${part}"] text`).all()).map((one) => one.text()),
  );

once('the answers are absent until the reader has guessed', async ({ page, site }) => {
  await openSite(page, site, 'masking/#hide');
  const hide = page.css('[data-step="hide"]');
  await waitFor(async () => expect((await cells(page, 'masked')).count).toBe(44));
  await hide.get('button', { name: 'Hint' }).click();
  await shows(page, '[data-step="hide"] .predict-hint', 'How many words does the first row see?');
  await hide.get('radio', { name: 'The same as without a mask' }).click();
  await hide.get('button', { name: 'Check my answer' }).click();
  await shows(
    page,
    '[data-step="hide"] .predict-outcome',
    /^Not quite\.\s+Softmax runs after the mask/,
  );
  await waitFor(async () => expect((await cells(page, 'masked')).count).toBe(45));

  await openSite(page, site, 'masking/#padding');
  const padding = page.css('[data-step="padding"]');
  await waitFor(async () => expect((await cells(page, 'padded')).texts).not.toContain('11%'));
  await padding.get('radio', { name: 'All the same' }).click();
  await padding.get('button', { name: 'Check my answer' }).click();
  await waitFor(async () => expect((await cells(page, 'padded')).texts).toContain('11%'));
  expect(await page.css('.scene-stage [data-part="padded"] .leaking').count()).toBe(5 * 9);
});

once('hidden words get weight as soon as scores are below the constant', async ({ page, site }) => {
  await openSite(page, site, 'masking/#leak');
  const all = [...Array<string>(8).fill('100%'), '0%'];
  const none = Array<string>(9).fill('0%');
  const leak = page.css('[data-step="leak"]');
  const choose = (name: string) => leak.get('radio', { name }).click();
  await waitFor(async () => expect(await shares(page, 'leaked')).toEqual(all));
  for (const name of ['−10⁶', '−∞']) {
    await choose(name);
    await waitFor(async () => expect(await shares(page, 'leaked')).toEqual(none));
  }
  await choose('−10⁶');
  await leak.get('spinbutton', { name: 'All scores lowered by' }).fill(2_000_000, 'Enter');
  await waitFor(async () => expect(await shares(page, 'leaked')).toEqual(all));
  await shows(page, '.scene-worked', '−1,999,997 < hidden: −1,000,000');
  await waitFor(async () => expect(await page.url()).toMatch(/#leak\?fill=fill6&lowered=2000000$/));

  await page.reload();
  await waitFor(async () => expect(await shares(page, 'leaked')).toEqual(all));
  await shows(page, '.scene-chip', 'Hidden scores become = −10⁶');
});

once('a row without words gets what the reader decides', async ({ page, site }) => {
  await openSite(page, site, 'masking/#answer');
  const first = async () => (await shares(page, 'sums'))[0];
  const choose = (name: string) => page.css('[data-step="answer"]').get('radio', { name }).click();
  await waitFor(async () => expect(await first()).toBe('0 ÷ 0'));
  await choose('zeros');
  await waitFor(async () => expect(await first()).toBe('0%'));
  await choose('with −10⁶');
  await waitFor(async () => expect(await first()).toBe('100%'));
});

once('another word and another sentence can be followed', async ({ page, site }) => {
  await openSite(page, site, 'masking/#before');
  const worked = () => text(page, '.scene-worked');
  await waitFor(async () => expect(await worked()).toContain('= 67.3%'));
  await page.css('[data-step="before"]').get('radio', { name: 'dog' }).click();
  await waitFor(async () => expect(await worked()).toMatch(/÷ \(0\.\d{3} \+ [\d.]+\)\s+= >99\.9%/));
  await openSite(page, site, 'masking/#?words=the+queen+was+happy');
  await waitFor(async () =>
    expect(await page.css('.scene-stage [data-part="next"]').count()).toBe(3),
  );
});
