// SPDX-License-Identifier: MIT
// Tests the interactive sentence of the home page, and the link to the step where the reader stopped.
import { hasSettled, openSite, reads, shows } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const NUMBER = '.home-pitch strong';

/** The texts of the picture for narrow windows that the right edge of the window cuts off. */
const cutOff = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll('.home-tall text')]
      .filter((text) => text.getBoundingClientRect().right > innerWidth)
      .map((text) => text.textContent),
  );

test('another noun changes the question, the band and the number', async ({ page, site }) => {
  await page.open(site.url);
  await hasSettled(page);
  const bands = () => page.run(() => document.querySelector('.home-wide .bands')?.innerHTML ?? '');
  const [before, number] = [await bands(), await page.css(NUMBER).text()];
  await page.css('.home-choice label').nth(2).click();
  await shows(page, 'h1', 'What does “she” mean?');
  await shows(page, '.home-pitch', '“queen”');
  expect(await bands()).not.toBe(before);
  expect(await page.css(NUMBER).text()).not.toBe(number);
  await page.reload();
  await hasSettled(page);
  await shows(page, 'h1', 'What does “she” mean?');
  await page.css('.home-choice label').nth(2).click();
  await page.keys('ArrowRight');
  await shows(page, 'h1', '“he”');
  await page.keys('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  await shows(page, 'h1', '“it”');
  expect(await page.css(NUMBER).text()).toBe(number);
  await page.resize(390, 844);
  expect(await cutOff(page)).toEqual([]);
});

once('the built page shows the same sentence and keeps its pictures', async ({ page, site }) => {
  await page.resize(390, 844);
  for (const language of ['en', 'zh-Hans', 'zh-Hant']) {
    const html = await (await fetch(`${site.url}${language}/`)).text();
    await page.open(`${site.url}${language}/`);
    await hasSettled(page);
    const [, number] = /<strong>([\d.]+%)<\/strong>/.exec(html) ?? [];
    expect(await page.css(NUMBER).text()).toBe(number);
    expect(html.match(/data-picture=/g)).toHaveLength(3);
    expect(await page.css('[data-picture] svg').count()).toBe(3);
    expect(await cutOff(page), language).toEqual([]);
  }
});

test('the home page leads back to the step where the reader stopped', async ({ page, site }) => {
  const start = async () => {
    await openSite(page, site);
    const link = page.css('.home-start a').nth(0);
    return [await link.text(), await link.attribute('href')];
  };
  expect(await start()).toEqual(['Start lesson 1', './kernel-regression/']);
  const layer = page.get('link', { name: 'See a whole layer at work' });
  expect(await layer.attribute('href')).toBe('./self-attention/#sentence');
  await openSite(page, site, 'softmax/');
  expect(await start()).toEqual(['Continue: Softmax', './softmax/']);
  await openSite(page, site, 'softmax/#temperature');
  expect(await start()).toEqual(['Continue: Softmax', './softmax/#temperature']);
  await page.css('.home-start a').nth(0).click();
  await reads(() => page.css('[data-step].present').attribute('data-step'), 'temperature');
  await page.wheel(600);
  await waitFor(async () => {
    await page.run(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    expect(await page.url()).toMatch(/#nudge$/);
  });
  expect(await start()).toEqual(['Continue: Kernel regression', './kernel-regression/']);
});
