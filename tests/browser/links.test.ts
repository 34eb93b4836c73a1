// SPDX-License-Identifier: MIT
// Tests the state in the address: a link restores it, an invalid link is repaired with a notice, "back" undoes a
// change.
import { hasSettled, openSite, prediction, shows, showsPrediction } from './support/lesson.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

const LINK = 'kernel-regression/verify/#?query=55.2&sigma=0.5';

test('a deep link restores the state, and a reload keeps it', async ({ page, site }) => {
  await openSite(page, site, LINK);
  const shown = await prediction(page);
  expect(shown).toBe('43');
  // Waits for the fonts, because the reload would abort their requests, which would fail the test.
  await waitFor(() => page.run(() => document.fonts.status === 'loaded'));
  await page.reload();
  await showsPrediction(page, shown);
  expect(await page.get('spinbutton', { name: 'Query q' }).value()).toBe('55.2');
  expect(await page.css('.notice').count()).toBe(0);
});

test('a reader’s changes are in the address, and a reload restores them', async ({
  page,
  site,
}) => {
  await openSite(page, site, 'kernel-regression/verify/');
  await page.get('spinbutton', { name: 'Query q' }).fill('53.5');
  const more = page.get('button', { name: 'More' });
  await more.click();
  await page.get('radio', { name: 'Boxcar' }).click();
  await waitFor(async () => (await page.url()).includes('?query=53.5&kernel=boxcar'));
  await page.reload();
  await more.click();
  await waitFor(async () => page.get('radio', { name: 'Boxcar' }).isChecked());
  expect(await page.get('spinbutton', { name: 'Query q' }).value()).toBe('53.5');
});

test('back undoes an experiment and then leaves the lesson', async ({ page, site }) => {
  await openSite(page, site);
  await page.get('link', { name: /^Kernel regression/ }).click();
  await page.css('.scene-stage svg *').nth(0).box();
  await page.get('link', { name: /^Verify/ }).click();
  await showsPrediction(page, '45.5');
  await page.get('spinbutton', { name: 'Query q' }).fill('52');
  await showsPrediction(page, '40');
  // The address is updated with a delay, so the test waits for it.
  await waitFor(async () => (await page.url()).includes('query=52'));
  await page.css('[data-experiment="dot"]').get('button', { name: 'Put it to the test' }).click();
  await showsPrediction(page, '48');
  await page.back();
  await showsPrediction(page, '40');
  await page.back();
  await waitFor(async () => (await page.css('.scene-stage svg').count()) === 1);
  await page.back();
  await waitFor(async () => (await page.css('al-home').count()) === 1);
});

once('a bad link is repaired, with a notice about the changes', async ({ page, site }) => {
  await openSite(
    page,
    site,
    'kernel-regression/verify/#?keys=51,abc&sigma=-3&kernel=%3Cimg%20src=x%3E&query=1e9',
  );
  const notice = page.css('.notice');
  const text = await notice.text();
  for (const part of ['“51,abc” is not a number', '-3', '<img src=x>', '1e9']) {
    expect(text).toContain(part);
  }
  expect(await page.css('.notice img').count()).toBe(0);
  await showsPrediction(page, '48');
  await notice.get('button', { name: 'Close' }).click();
  await waitFor(async () => (await notice.count()) === 0);
});

test('a link that another program has changed restores the state', async ({ page, site }) => {
  for (const [i, query] of [
    '?v=1&amp;query=53&#38;sigma=2',
    '?v%3D1%26query%3D54%26sigma%3D2',
    '%3Fv%3D1%26amp%3Bquery%3D55%26sigma%3D2',
    '?query=56&Sigma=2).',
  ].entries()) {
    await openSite(page, site, `kernel-regression/verify/#${query}`);
    expect(await page.get('spinbutton', { name: 'Query q' }).value(), query).toBe(`${53 + i}`);
    expect(await page.get('spinbutton', { name: 'Bandwidth σ' }).value(), query).toBe('2');
    expect(await page.css('.notice').count(), query).toBe(0);
  }
  await page.get('spinbutton', { name: 'Query q' }).fill('53');
  await waitFor(async () =>
    expect(await page.url()).toMatch(/\/kernel-regression\/verify\/#\?query=53&sigma=2$/),
  );
  await page.get('button', { name: 'Reset' }).click();
  await waitFor(async () => expect(await page.url()).toMatch(/\/kernel-regression\/verify\/$/));
});

once('unknown fields and repeated fields are named', async ({ page, site }) => {
  await openSite(page, site, 'kernel-regression/verify/#?querry=53&sigma=2&sigma=3&beat=99');
  const notices = await Promise.all((await page.css('.notice').all()).map((one) => one.text()));
  for (const part of ['“querry=53” is not used', '2 is used, 3 is not', '99'])
    expect(notices.join()).toContain(part);
  await openSite(page, site, 'review/#?from=mail', 'zh-Hant');
  expect(await page.css('.notice').text()).toContain('「from=mail」沒有採用');
});

once(
  'a notice about a link is in the reader’s language and disappears with its number',
  async ({ page, site }) => {
    await openSite(page, site, 'kernel-regression/verify/#?sigma=-3', 'zh-Hans');
    expect(await page.css('.notice').text()).toContain('带宽 σ：-3 超出允许的范围，改用 0.01。');
    await page.get('spinbutton', { name: '查询 q' }).fill('56');
    expect(await page.css('.notice').count()).toBe(1);
    await page.get('spinbutton', { name: '带宽 σ' }).fill('2');
    await waitFor(async () => (await page.css('.notice').count()) === 0);
  },
);

once('an old link to an unknown lesson leads to the home page', async ({ page, site }) => {
  await page.open(`${site.url}#/quantum-attention`);
  await hasSettled(page);
  await page.get('link', { name: /^Kernel regression/ }).click();
  await shows(page, 'h1', 'Kernel regression');
  await hasSettled(page, 'kernel-regression/');
});
