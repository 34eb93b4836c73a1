// SPDX-License-Identifier: MIT
// Exports a `test` function for lessons. All tests of a file share one page, because loading the site takes longer than
// most tests.
import type { Browser } from './browser.ts';
import { openSite } from './lesson.ts';
import type { Page } from './page.ts';
import type { Server } from './server.ts';
import { test as base, isClean } from './test.ts';

const WIDTH = 1280;
const HEIGHT = 900;

/** The shared page of a test file. It is reset before each test, unless `isKept`. */
class Room {
  private page: Page | undefined;

  constructor(
    private readonly browser: Browser,
    private readonly site: Server,
  ) {}

  async enter(path: string, isKept: boolean): Promise<Page> {
    const { page } = this;
    if (page && isKept) return page;
    if (page && (await page.run(forgetAll))) {
      await page.resize(WIDTH, HEIGHT);
      await page.pointer({ x: 0, y: 0 });
      // First shows a blank page, because a change of the URL fragment alone does not reload a page.
      await page.open('about:blank');
    } else {
      await this.close();
      this.page = await this.browser.newPage({ width: WIDTH, height: HEIGHT });
    }
    const entered = this.page as Page;
    await openSite(entered, this.site, path);
    return entered;
  }

  async close(): Promise<void> {
    await this.page?.close();
    this.page = undefined;
  }
}

/**
 * Runs in the page. Clears its storage.
 * @returns whether the page can be reused: it has the focus and had the default settings
 */
function forgetAll(): boolean {
  const { theme, palette } = document.documentElement.dataset;
  const isPlain =
    document.hasFocus() &&
    theme === 'system' &&
    palette === 'usual' &&
    localStorage.getItem('attention-lab.digits') === null;
  localStorage.clear();
  sessionStorage.clear();
  return isPlain;
}

/**
 * Vitest's `test` with a `page` of 1280×900 CSS pixels that shows a lesson. All tests of the file share the page. A
 * test fails if its page has problems.
 * @param path  the lesson's page, such as "softmax/"
 * @param isKept  if true, the page is not reset between tests
 */
export const lessonTest = (path: string, isKept = false) =>
  base
    .extend('room', { scope: 'file' }, ({ browser, site }, { onCleanup }) => {
      const room = new Room(browser, site);
      onCleanup(() => room.close());
      return room;
    })
    .extend('page', async ({ room, task }, { onCleanup }) => {
      const page = await room.enter(path, isKept);
      onCleanup(async () => {
        // After a failed test, the next test gets a new page.
        if (!(await isClean(page, task))) await room.close();
      });
      return page;
    });
