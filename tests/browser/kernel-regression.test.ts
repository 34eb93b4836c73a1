// SPDX-License-Identifier: MIT
// Tests the handles in the lesson "kernel regression", on the line and on the map.
import { openSite, reads, shows } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { test as base, expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('kernel-regression/', true);
const once = inOneEngine(test);

const step = (page: Page, id: string) => page.css(`[data-step="${id}"]`);
const inFigure = (page: Page, part: string) => page.css(`.scene-stage [data-part="${part}"]`);
const answers = (page: Page, expected: string) =>
  reads(() => inFigure(page, 'answer').css('text').text(), expected);

test('handle and slider move the query, and a link restores it', async ({ page, site }) => {
  await openSite(page, site, 'kernel-regression/#hand');
  await answers(page, '45.5 kg');
  const handle = page.css('.scene-stage .hand .tip');
  const { x, width } = await handle.box();
  await handle.drag({ x: -120, y: 10 });
  await waitFor(async () => Number(await step(page, 'hand').get('spinbutton').value()) < 55);
  expect(Math.abs((await handle.box()).x + 120 - x)).toBeLessThan(width / 2);
  const top = await page.run(() => scrollY);
  await step(page, 'hand').get('slider').press('Home');
  await answers(page, '40 kg');
  await step(page, 'hand').get('slider').press('PageUp', 'PageDown', 'ArrowUp', 'ArrowDown');
  await answers(page, '40 kg');
  expect(await page.run(() => scrollY)).toBe(top);
  await step(page, 'hand').get('spinbutton').fill('62', 'Enter');
  await answers(page, '48 kg');
  await waitFor(async () => expect(await page.url()).toMatch(/#hand\?query=62$/));
  await page.reload();
  await answers(page, '48 kg');
  await shows(page, '.scene-chip', 'Yours: Query q = 62');
});

once('the query on the map moves in both directions', async ({ page, site }) => {
  await openSite(page, site, 'kernel-regression/#plane');
  const output = async () => (await inFigure(page, 'answer').text()).replace(/\s+/g, ' ');
  await waitFor(async () => expect(await output()).toContain('45.5 kg 160.5 cm'));
  await page.css('.scene-stage .hand .tip').drag({ x: -60, y: 80 });
  await waitFor(async () => expect(await page.url()).toMatch(/#plane\?waist=.*chest=/));
});

inOneEngine(base)('a finger drags the handles', async ({ newPage, site }) => {
  const page = await newPage({ width: 390, height: 844, touch: true });
  const swipe = async (id: string, by: { x: number; y: number }) => {
    const tip = step(page, id).css('.hand .tip');
    await tip.evaluate((element) =>
      element.scrollIntoView({ block: 'center', behavior: 'instant' }),
    );
    const { x, y, width } = await tip.box();
    const from = { x: x + width / 2, y: y + width / 2 };
    await page.swipe(from, { x: from.x + by.x, y: from.y + by.y });
  };
  await openSite(page, site, 'kernel-regression/#hand');
  await swipe('hand', { x: -60, y: 0 });
  await waitFor(async () => Number(await step(page, 'hand').get('spinbutton').value()) < 55);
  await swipe('plane', { x: 0, y: 40 });
  await waitFor(async () => expect(await page.url()).toMatch(/#plane\?chest=80/));
});
