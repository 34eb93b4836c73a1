// SPDX-License-Identifier: MIT
// Tests the state in the address: a link restores it, an invalid link is repaired with a notice, "back" leaves the page.
import { hasSettled, openSite, reads, shows } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const PLACE = 'kernel-regression/#bandwidth';
const box = (page: Page, name: string) =>
  page.css('[data-step="bandwidth"]').get('spinbutton', { name });
const answers = (page: Page, expected: string) =>
  reads(() => page.css('.scene-stage [data-part="answer"] text').text(), expected);

test('a link restores the state, and a reload keeps a change', async ({ page, site }) => {
  await openSite(page, site, `${PLACE}?query=55.2&sigma=0.5`);
  await answers(page, '43 kg');
  // Waits for the fonts, because the reload would abort their requests, which would fail the test.
  await waitFor(() => page.run(() => document.fonts.status === 'loaded'));
  await page.reload();
  await answers(page, '43 kg');
  expect(await box(page, 'Query q').value()).toBe('55.2');
  expect(await page.css('.notice').count()).toBe(0);
  await box(page, 'Query q').fill('53.5', 'Enter');
  await box(page, 'Bandwidth σ').fill('3', 'Enter');
  await waitFor(async () => (await page.url()).endsWith('#bandwidth?query=53.5&sigma=3'));
  await hasSettled(page, PLACE);
  await page.reload();
  await waitFor(async () => (await box(page, 'Bandwidth σ').value()) === '3');
  expect(await box(page, 'Query q').value()).toBe('53.5');
});

test.for([
  { width: 390, height: 844, link: 'multi-head/#guess' },
  // The step is higher than the window.
  { width: 1280, height: 600, link: 'kernel-regression/#hand' },
])(
  'the heading of a linked step is below the bar, once the steps above have their controls: $link',
  async ({ link, ...size }, { newPage, site }) => {
    const page = await newPage(size);
    await openSite(page, site, link);
    await page.css('[data-step] :is(al-choice, al-slider) input').nth(0).property('checked');
    await waitFor(async () => {
      const { bar, heading } = await page.run(() => ({
        bar: document.querySelector('.scene-bar')?.getBoundingClientRect().bottom ?? 0,
        heading: document.querySelector('.present h2')?.getBoundingClientRect().top ?? 0,
      }));
      expect(heading).toBeGreaterThan(bar);
      expect(heading).toBeLessThan(bar + 100);
    });
  },
);

once('a bad link is repaired, with a notice about the changes', async ({ page, site }) => {
  await openSite(page, site, `${PLACE}?sigma=-3&waist=%3Cimg%20src=x%3E&query=1e9`);
  const notice = page.css('.notice');
  const text = await notice.text();
  for (const part of ['“<img src=x>” is not a number', '-3', '1e9']) expect(text).toContain(part);
  expect(await page.css('main img, main script').count()).toBe(0);
  await answers(page, '48 kg');
  await notice.get('button', { name: 'Close' }).click();
  await waitFor(async () => (await notice.count()) === 0);
});

once('a link that another program has changed restores the state', async ({ page, site }) => {
  for (const [i, query] of [
    '?v=1&amp;query=53&#38;sigma=2',
    '?v%3D1%26query%3D54%26sigma%3D2',
    '%3Fv%3D1%26amp%3Bquery%3D55%26sigma%3D2',
    '?query=56&Sigma=2).',
  ].entries()) {
    await openSite(page, site, PLACE + query);
    await waitFor(async () => (await box(page, 'Query q').value()) === `${53 + i}`);
    expect(await box(page, 'Bandwidth σ').value(), query).toBe('2');
    expect(await page.css('.notice').count(), query).toBe(0);
  }
  await box(page, 'Query q').fill('53', 'Enter');
  await waitFor(async () => expect(await page.url()).toMatch(/#bandwidth\?query=53&sigma=2$/));
  await page.css('.scene-chip').get('button', { name: 'Back to the start' }).click();
  await waitFor(async () => expect(await page.url()).toMatch(/#bandwidth$/));
});

once('unknown fields and repeated fields are named', async ({ page, site }) => {
  await openSite(page, site, `${PLACE}?querry=53&sigma=2&sigma=3`);
  for (const part of ['“querry=53” is not used', '2 is used, 3 is not'])
    await shows(page, '.notice', part);
  await openSite(page, site, 'kernel-regression/#nowhere?sigma=2');
  expect(await page.css('.notice').text()).toContain('nowhere');
  await openSite(page, site, 'review/#?from=mail', 'zh-Hant');
  expect(await page.css('.notice').text()).toContain('「from=mail」沒有採用');
});

once('a notice is in the reader’s language and goes with its number', async ({ page, site }) => {
  await openSite(page, site, `${PLACE}?sigma=-3`, 'zh-Hans');
  expect(await page.css('.notice').text()).toContain('带宽 σ：-3 超出允许的范围，改用 0.05。');
  await box(page, '查询 q').fill('56', 'Enter');
  expect(await page.css('.notice').count()).toBe(1);
  await box(page, '带宽 σ').fill('2', 'Enter');
  await waitFor(async () => (await page.css('.notice').count()) === 0);
});

once('an old link to an unknown lesson leads to the home page', async ({ page, site }) => {
  await page.open(`${site.url}#/quantum-attention`);
  await hasSettled(page);
  await page.get('link', { name: /^Kernel regression/ }).click();
  await shows(page, 'h1', 'Kernel regression');
  await hasSettled(page, 'kernel-regression/');
});

once('the map leads to the lessons, from its text and from its picture', async ({ page, site }) => {
  await openSite(page, site, 'block/#map');
  const step = page.css('[data-step="map"]');
  expect(await step.css('.prose a').count()).toBe(10);
  await waitFor(async () => expect(await page.css('.scene-stage svg a').count()).toBe(11));
  expect(await page.css('.scene-stage svg a:not([tabindex="-1"])').count()).toBe(0);
  await step.get('link', { name: 'masking' }).click();
  await waitFor(async () => expect(await page.url()).toMatch(/\/en\/masking\/$/));
});
