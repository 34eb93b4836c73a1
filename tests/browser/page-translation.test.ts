// SPDX-License-Identifier: MIT
// Tests that pages still update while a browser or an extension translates them. pages.test.ts tests the layout of
// translated pages.
import { plain, REGRESSION, told } from './support/embed.ts';
import { openSite, reads } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, once } from './support/test.ts';
import { type Translation, translate } from './support/translation.ts';
import { waitFor } from './support/wait.ts';

/** Removes the translator's font elements, as a translator does when it shows the original page again. */
const restore = (page: Page): Promise<void> =>
  page.run(() => {
    for (const font of document.querySelectorAll('font')) font.replaceWith(...font.childNodes);
  });

const fonts = (page: Page): Promise<number> => page.css('main font').count();

/** All texts of the page or of the embed, hidden ones and live regions included. */
const texts = (page: Page): Promise<string> =>
  page.run(() => {
    const root = document.querySelector('attention-lab')?.shadowRoot;
    const parts = root ? [root] : [...document.querySelectorAll('main, header, dialog')];
    return parts.map((part) => part.textContent?.replace(/\s+/g, ' ')).join('\n');
  });

/** Waits until the texts of a page have not changed for 20 frames, and returns them. */
const calmTexts = (page: Page): Promise<string> =>
  waitFor(async () => {
    const before = await texts(page);
    await page.run(async () => {
      for (let i = 0; i < 20; i++) await new Promise(requestAnimationFrame);
    });
    return (await texts(page)) === before && before;
  });

const showsTexts = (page: Page, expected: string) => reads(() => texts(page), expected);

type Act = (page: Page) => Promise<unknown>;

const right =
  (count: number): Act =>
  (page) =>
    page
      .css('main :is(input[type="range"], [role="slider"])')
      .nth(0)
      .press(...Array<string>(count).fill('ArrowRight'));

const ACTS: readonly Act[] = [
  right(15),
  right(2),
  async (page) => {
    await page.keys('?');
    await page.css('.glossary-entry').nth(0).box();
  },
  (page) => page.keys('Escape'),
  right(3),
];

/** A reader's actions on a page Verify: tests the first two claims. */
const VERIFY_ACTS: readonly Act[] = [0, 1].map((place) => async (page: Page) => {
  const card = page.css('.experiment').nth(place);
  await card.css('.experiment-head button').click();
  await card.css('.verdict').box();
});

const CASES: readonly (readonly [path: string, original: Translation, acts: readonly Act[]])[] = [
  ['softmax/', 'moved', ACTS],
  ['softmax/verify/', 'moved', VERIFY_ACTS],
  ['kernel-regression/verify/', 'detached', VERIFY_ACTS],
  ['similarity/', 'detached', ACTS],
];

for (const [path, original, acts] of CASES)
  once(`${path} changes in a translated page, nodes ${original}`, async ({ newPage, site }) => {
    const open = async () => {
      const page = await newPage();
      await openSite(page, site, path);
      return page;
    };
    // Only one page is open at a time, because only one can have the focus.
    const untranslated = await open();
    const expected = [await calmTexts(untranslated)];
    for (const act of acts) {
      await act(untranslated);
      expected.push(await calmTexts(untranslated));
    }
    expect(expected[1]).not.toBe(expected[0]);
    await untranslated.close();

    const page = await open();
    for (const [index, act] of acts.entries()) {
      await showsTexts(page, expected[index] as string);
      await translate(page, original);
      const all = await fonts(page);
      expect(all).toBeGreaterThan(50);
      if (index === 1) await restore(page);
      await act(page);
      if (index === 0)
        expect(await fonts(page), 'texts that did not change').toBeGreaterThan(all / 2);
    }
    await showsTexts(page, expected.at(-1) as string);
  });

once('an embed stays live if a translator reaches into its shadow root', async ({ page, host }) => {
  await page.open(plain(await host(''), { ...REGRESSION, steps: '4' }));
  await told(page, 'ready');
  const move = () =>
    page.get('slider', { name: 'Query q cm' }).press(...Array<string>(4).fill('ArrowRight'));
  const back = () =>
    page.get('slider', { name: 'Query q cm' }).press(...Array<string>(4).fill('ArrowLeft'));
  const first = await calmTexts(page);
  await move();
  const moved = await calmTexts(page);
  expect(moved).not.toBe(first);
  for (const original of ['moved', 'detached'] as const) {
    await translate(page, original);
    await back();
    await showsTexts(page, first);
    await translate(page, original);
    await move();
    await showsTexts(page, moved);
  }
});
