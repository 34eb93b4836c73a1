// SPDX-License-Identifier: MIT
// Exports a `test` function for lessons. All tests of a file share one page, because loading the site takes longer than
// most tests.
import type { Browser } from './browser.ts';
import { hasSettled, openSite } from './lesson.ts';
import type { Page } from './page.ts';
import type { Server } from './server.ts';
import { test as base, isClean } from './test.ts';

const WIDTH = 1280;
const HEIGHT = 900;

/** The shared page of a test file, reset before each test. */
class Room {
  private page: Page | undefined;

  constructor(
    private readonly browser: Browser,
    private readonly site: Server,
  ) {}

  async enter(hash: string): Promise<Page> {
    const page = this.page;
    if (page && (await page.run(forgetAll))) {
      await page.resize(WIDTH, HEIGHT);
      await page.pointer({ x: 0, y: 0 });
      await page.run((to) => {
        location.hash = to;
      }, hash);
      await hasSettled(page, hash);
      return page;
    }
    await this.close();
    this.page = await this.browser.newPage({ width: WIDTH, height: HEIGHT });
    await openSite(this.page, this.site, hash);
    return this.page;
  }

  async close(): Promise<void> {
    await this.page?.close();
    this.page = undefined;
  }
}

/**
 * Leaves the lesson and clears its stored state.
 * @returns whether the page can be reused: it has the focus, and language, theme, palette and digits are the defaults
 */
async function forgetAll(): Promise<boolean> {
  const { lang, dataset } = document.documentElement;
  const isPlain =
    document.hasFocus() &&
    lang === 'en' &&
    dataset.theme === 'system' &&
    dataset.palette === 'usual' &&
    localStorage.getItem('attention-lab.digits') === null &&
    document.querySelector('dialog[open], :popover-open') === null &&
    new URL(location.href).search === '?lang=en';
  localStorage.clear();
  for (const added of document.querySelectorAll('#own')) added.remove();
  location.hash = '#/';
  while (document.querySelector('al-lesson-page')) await new Promise(requestAnimationFrame);
  scrollTo(0, 0);
  return isPlain;
}

/**
 * Vitest's `test` with a `page` of 1280×900 CSS pixels that shows a lesson. All tests of the file share the page,
 * which is reset before each of them. A test fails if its page has problems.
 * @param hash  the lesson's hash in the address, such as "#/softmax"
 */
export const lessonTest = (hash: string) =>
  base
    .extend('room', { scope: 'file' }, ({ browser, site }, { onCleanup }) => {
      const room = new Room(browser, site);
      onCleanup(() => room.close());
      return room;
    })
    .extend('page', async ({ room, task }, { onCleanup }) => {
      const page = await room.enter(hash);
      onCleanup(async () => {
        // After a failed test, the next test gets a new page.
        if (!(await isClean(page, task))) await room.close();
      });
      return page;
    });
