// SPDX-License-Identifier: MIT
// Tests that pages stay live while a browser or an extension translates them. Translators put each text node into
// nested font elements, or replace it by such elements with a translation.
import { plain, REGRESSION, told } from './support/embed.ts';
import { chooseLanguage, openSite } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

/** Where the original text node is: moved into the font elements, or no longer in the page. */
type Original = 'moved' | 'detached';

/**
 * Acts as a translator whose translations equal the originals, so that a page's text stays comparable. Translates all
 * nodes, shadow roots included, that are not translated yet.
 */
const translate = (page: Page, original: Original): Promise<void> =>
  page.run((kind) => {
    const inFont = (...content: (Node | string)[]) => {
      const font = document.createElement('font');
      font.append(...content);
      return font;
    };
    const visit = (node: Node): void => {
      if (node instanceof Element && node.shadowRoot) visit(node.shadowRoot);
      for (const child of [...node.childNodes]) {
        if (child instanceof Element) {
          if (!child.matches('font, script, style')) visit(child);
        } else if (child instanceof Text && child.data.trim() !== '') {
          const outer = inFont();
          child.replaceWith(outer);
          if (kind === 'moved') outer.append(inFont(child));
          else outer.append(inFont(child.data.slice(0, 1)), inFont(child.data.slice(1)));
        }
      }
    };
    visit(document.body);
  }, original);

/** Acts as a translator that shows the original page again. */
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

/** Waits until both pages show the same texts. Returns them. */
const agree = (one: Page, other: Page): Promise<string> =>
  waitFor(async () => {
    const [shown, expected] = [await texts(one), await texts(other)];
    expect(shown).toBe(expected);
    return expected;
  });

const CASES: readonly (readonly [lesson: string, original: Original])[] = [
  ['softmax', 'moved'],
  ['kernel-regression', 'detached'],
  ['similarity', 'detached'],
];

for (const [lesson, original] of CASES)
  test(`${lesson}: numbers and texts change in a translated page, original nodes ${original}`, async ({
    newPage,
    site,
  }) => {
    const [translated, other] = [await newPage(), await newPage()];
    const both = async (act: (page: Page) => Promise<unknown>): Promise<string> => {
      await translate(translated, original);
      for (const page of [other, translated]) await act(page);
      return agree(translated, other);
    };
    const right = (count: number) => (page: Page) =>
      page
        .css('main :is(input[type="range"], [role="slider"])')
        .nth(0)
        .press(...Array<string>(count).fill('ArrowRight'));
    const go = (hash: string) => (page: Page) =>
      page.run((to) => {
        location.hash = to;
      }, hash);

    const first = await both((page) => openSite(page, site, `#/${lesson}`));
    await translate(translated, original);
    const all = await fonts(translated);
    expect(all).toBeGreaterThan(50);
    expect(await both(right(15))).not.toBe(first);
    expect(await fonts(translated), 'texts that did not change').toBeGreaterThan(all / 2);
    await translate(translated, original);
    await restore(translated);
    await both(right(2));

    await both((page) => chooseLanguage(page, 'zh-Hans'));
    await both(right(3));
    await both(async (page) => {
      await go(`#/${lesson}/verify`)(page);
      await page.css('.experiment').nth(0).box();
    });
    await both((page) => page.css('.experiment-head button').nth(0).click());
    await both((page) => page.css('.experiment .verdict').nth(0).box());
    await both(async (page) => {
      await page.keys('?');
      await page.css('.glossary-entry').nth(0).box();
    });
    await both((page) => page.keys('Escape'));
    await both(async (page) => {
      await go('#/')(page);
      await page.css('.preview .plot').nth(0).box();
    });
    await both((page) => chooseLanguage(page, 'zh-Hant'));
  });

once(
  'an embed stays live if a translator reaches into its shadow root',
  async ({ newPage, host }) => {
    const server = await host('');
    const [translated, other] = [await newPage(), await newPage()];
    for (const page of [translated, other]) {
      await page.open(plain(server, REGRESSION));
      await told(page, 'ready');
    }
    const first = await agree(translated, other);
    for (const original of ['moved', 'detached'] as const) {
      await translate(translated, original);
      for (const page of [translated, other])
        await page.get('slider', { name: 'Query q' }).press('ArrowRight', 'ArrowRight');
      expect(await agree(translated, other)).not.toBe(first);
    }
  },
);
