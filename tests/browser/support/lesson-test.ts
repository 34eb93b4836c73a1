// SPDX-License-Identifier: MIT
// Tests of one lesson share a page: loading the site anew takes longer than most of them.
import type { Browser } from './browser.ts';
import { hasSettled, openSite } from './lesson.ts';
import type { Page } from './page.ts';
import type { Server } from './server.ts';
import { test as base, isClean } from './test.ts';

const WIDTH = 1280;
const HEIGHT = 900;

/** The page of a test file. Each test finds it as a reader who has just come would. */
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
 * Takes the lesson away with all that was done in it.
 * @returns whether the page has the focus still and nothing of the reader's choices is left in it
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
 * Vitest's `test` whose `page`, 1280×900, shows a lesson. It is the file's own, and as new in each
 * test; the test fails unless it ends without problems.
 * @param hash  of the lesson, "#/softmax"
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
        // What has gone wrong in it may go on.
        if (!(await isClean(page, task))) await room.close();
      });
      return page;
    });
