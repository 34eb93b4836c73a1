// SPDX-License-Identifier: MIT
// Goes through the course as a reader does. Everything is found by its role and name, so that these tests stay valid if
// the site's structure changes.
import { lessonCount } from '../../web/src/lessons/registry.ts';
import { stops } from '../../web/src/site/stops.ts';
import { BLANK_PATH } from './support/agent/script.ts';
import { excess } from './support/layout.ts';
import { isStill, openSite, unfold } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

/**
 * Runs in the page. Returns the heading, the current step, and the scroll distances in pixels from the top and the
 * bottom.
 */
function whereabouts() {
  const heading = document.querySelector<HTMLElement>('main h1');
  const { top = -1, bottom = -1 } = heading?.getBoundingClientRect() ?? {};
  const step = document.querySelector('[role="region"][aria-current="step"]');
  const steps = [...(step?.parentElement?.querySelectorAll(':scope > [role="region"]') ?? [])];
  const links = [...document.querySelectorAll('nav:has(> * > [aria-current="step"]) > * > a')];
  return {
    heading: heading?.innerText ?? '',
    isHeadingSeen: top >= 0 && bottom <= innerHeight,
    isHeadingFocused: heading !== null && document.activeElement === heading,
    /** The current step, counted from 1; 0 on pages without steps. */
    step: step ? steps.indexOf(step) + 1 : 0,
    /** The number of the current step according to the links to the steps. */
    link: links.findIndex((one) => one.getAttribute('aria-current') === 'step') + 1,
    top: Math.round(scrollY),
    bottom: Math.round(document.documentElement.scrollHeight - innerHeight - scrollY),
  };
}

const here = (page: Page) => page.run(whereabouts);

/** Waits until a page with this heading is shown from its top, with the focus on the heading. */
async function arrivesAtTop(page: Page, heading: string | RegExp): Promise<string> {
  await waitFor(async () => expect((await here(page)).heading).toMatch(heading));
  const isTop = { isHeadingSeen: true, isHeadingFocused: true, top: 0 };
  await waitFor(async () => expect(await here(page)).toMatchObject(isTop));
  await isStill(page);
  const arrived = await here(page);
  expect(arrived).toMatchObject(isTop);
  expect(arrived.step).toBeLessThanOrEqual(1);
  expect(arrived.link).toBe(arrived.step);
  return arrived.heading;
}

async function returnsTo(page: Page, left: Awaited<ReturnType<typeof here>>): Promise<void> {
  await waitFor(async () => {
    const { heading, top } = await here(page);
    expect(heading).toBe(left.heading);
    expect(Math.abs(top - left.top)).toBeLessThanOrEqual(2);
  });
  await isStill(page);
  const now = await here(page);
  expect(Math.abs(now.top - left.top)).toBeLessThanOrEqual(2);
  expect(now.step).toBe(left.step);
  expect(now.link).toBe(now.step);
}

type Way = 'wheel' | 'key' | 'touch';

/** Scrolls to the end of the page: starts with a gesture (wheel or swipe) and continues by script, or presses End. */
async function scrollToEnd(page: Page, way: Way): Promise<void> {
  if (way === 'wheel') await page.wheel(600);
  else if (way === 'touch') await page.swipe({ x: 20, y: 600 }, { x: 20, y: 100 });
  await waitFor(async () => {
    if ((await here(page)).bottom <= 1) return true;
    if (way === 'key') await page.keys('End');
    else
      await page.run(() =>
        scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
      );
    return false;
  });
}

/** Presses Home until the page is at its top: Chromium ignores the key during a scroll animation. */
const pressHome = (page: Page) =>
  waitFor(async () => {
    if ((await here(page)).top === 0) return true;
    await page.keys('Home');
    return false;
  });

/** Follows a link. @returns the position before the click, after the page has scrolled to the link */
async function follow(page: Page, name: string | RegExp, way: Way) {
  const link = page.get('link', { name });
  await link.focus();
  await isStill(page);
  const left = await here(page);
  if (way === 'key') await page.keys('Enter');
  else await link.click();
  return left;
}

const MODULES = /\/assets\/page-[^/]*\.js$/;

/** Text and box of the page's heading, the scroll distance, and whether the modules have replaced the built HTML. */
const headingOf = (page: Page) =>
  page.run(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    const { x = 0, y = 0, width = 0 } = heading?.getBoundingClientRect() ?? {};
    return {
      ...{ text: heading?.innerText ?? '', box: [x, y, width].map(Math.round), scrolled: scrollY },
      isTaken: document.querySelector('al-shell') === null,
    };
  });

/** The pages that “Next” visits, in order. It skips optional lessons. */
const COURSE = stops.flatMap(({ id, optional = false }) => (optional ? [] : id));
const MIDDLE = COURSE.indexOf('order');

/**
 * How each browser goes through the course. Chromium visits every lesson, Firefox the first half, WebKit the second.
 */
const WALKS = {
  chromium: { way: 'touch', width: 390, height: 844, language: 'en', part: COURSE },
  firefox: {
    way: 'wheel',
    width: 1280,
    height: 800,
    language: 'en',
    part: COURSE.slice(0, MIDDLE),
  },
  webkit: { way: 'key', width: 1280, height: 720, language: 'zh-Hant', part: COURSE.slice(MIDDLE) },
} as const;
const NEXT = /^(Start lesson 1$|Next|下一課)/;

test('“Next” leads through the whole course, each time to the top of a page, however slow its scripts are', async ({
  newPage,
  host,
  engine,
}) => {
  const { way, width, height, language, part } = WALKS[engine];
  // Only Chromium holds the modules back: WebDriver, which controls WebKit, gets no answer while a page loads.
  const isSlow = engine === 'chromium';
  // Without `no-store`, the site's headers would let the browser cache the modules of the first page.
  const server = await host('dist', isSlow ? { headers: { 'Cache-Control': 'no-store' } } : {});
  const page = await newPage({ width, height, touch: way === 'touch' });
  const start = COURSE[COURSE.indexOf(part[0] ?? '') - 1];
  await openSite(page, server, start ? `${start}/` : '', language);
  for (const id of part) {
    await scrollToEnd(page, way);
    const name = await page.get('link', { name: NEXT }).name();
    if (isSlow) server.held = MODULES;
    await follow(page, name, way);
    await waitFor(async () => expect(await page.url()).toContain(`/${id}/`));
    if (isSlow) {
      await waitFor(async () => !(await headingOf(page)).isTaken);
      const early = await headingOf(page);
      expect(early).toMatchObject({ scrolled: 0, isTaken: false });
      server.release();
      await waitFor(async () => expect(await headingOf(page)).toEqual({ ...early, isTaken: true }));
    }
    const heading = await arrivesAtTop(page, /./);
    if (!name.startsWith('Start')) expect(name).toContain(heading);
    // In Chromium, pages.test.ts checks this width.
    if (engine !== 'chromium') {
      await unfold(page);
      expect(await excess(page, 320), heading).toBeLessThanOrEqual(0);
      await page.resize(width, height);
    }
  }
  if (part.at(-1) !== COURSE.at(-1)) return;
  await scrollToEnd(page, way);
  expect(await page.get('link', { name: NEXT }).count()).toBe(0);
});

for (const reducedMotion of [false, true])
  (reducedMotion ? once : test)(
    `“back” and “forward” return to where the reader left a page${reducedMotion ? ', with reduced motion' : ''}`,
    async ({ newPage, site }) => {
      const page = await newPage({ width: 1280, height: 800, reducedMotion });
      await openSite(page, site, 'softmax/');
      await scrollToEnd(page, 'key');
      const softmax = await follow(page, /^Next/, 'wheel');
      await arrivesAtTop(page, 'Similarity');
      await scrollToEnd(page, 'wheel');
      const similarity = await follow(page, 'All lessons', 'key');
      const home = await arrivesAtTop(page, /What does/);
      await page.back();
      await returnsTo(page, similarity);
      expect(await page.get('link', { name: 'All lessons' }).isFocused()).toBe(true);
      await page.back();
      await returnsTo(page, softmax);
      await page.forward();
      await returnsTo(page, similarity);
      await page.forward();
      await arrivesAtTop(page, home);
    },
  );

test('“Verify” begins at its heading, and its link leads back to the step', async ({
  newPage,
  site,
}) => {
  const page = await newPage({ width: 1280, height: 800 });
  await openSite(page, site, 'softmax/');
  await scrollToEnd(page, 'wheel');
  const left = await follow(page, /^Verify/, 'wheel');
  expect(left.step).toBeGreaterThan(1);
  const verify = await arrivesAtTop(page, /Softmax/);
  await scrollToEnd(page, 'wheel');
  const inVerify = await here(page);
  await page.back();
  await returnsTo(page, left);
  await page.forward();
  await returnsTo(page, inVerify);
  expect((await here(page)).heading).toBe(verify);
  await pressHome(page);
  await follow(page, /Softmax$/, 'key');
  await waitFor(async () => expect((await here(page)).step).toBe(left.step));
});

test('the contents lead to the top of a lesson, and of the present one', async ({ page, site }) => {
  await openSite(page, site);
  const button = page.get('button', { name: 'Lessons' });
  const links = page.get('navigation', { name: 'Lessons' }).get('link');
  await button.press('Enter');
  const count = await links.count();
  expect(count).toBeGreaterThan(lessonCount - 1);
  await page.keys('Tab');
  await waitFor(() => links.nth(0).isFocused());
  await page.keys('Escape');
  await waitFor(() => button.isFocused());
  expect(await links.count()).toBe(0);
  for (const i of [0, count - 1, count - 1]) {
    await button.click();
    const name = await links.nth(i).name();
    await links.nth(i).click();
    const heading = await arrivesAtTop(page, /./);
    expect(name).toContain(heading);
    await scrollToEnd(page, 'key');
  }
});

/** Runs in the page. Returns what a reader without scripts sees in the frame. */
function inFrame() {
  const { contentDocument: page } = document.querySelector('iframe') as HTMLIFrameElement;
  const seen = (selector: string) =>
    [...(page?.querySelectorAll<HTMLElement>(selector) ?? [])].filter((one) =>
      one.checkVisibility(),
    );
  const [heading] = seen('h1');
  const { top = -1, bottom = -1 } = heading?.getBoundingClientRect() ?? {};
  return {
    isLoaded: page?.readyState === 'complete' && page.URL !== 'about:blank',
    url: page?.URL ?? '',
    heading: heading?.innerText ?? '',
    isHeadingSeen: top >= 0 && bottom <= innerHeight,
    /** The number of letters of each step, and the number of figures. */
    words: seen('[data-step] .prose').map(({ innerText }) => innerText.length),
    figures: seen('[data-step] .scene-picture').length,
    /** Whether tags are shown as text. */
    hasTags: /<\/?[a-z]+/.test(page?.body.innerText ?? ''),
    loading: seen('.loading').length,
    next: seen('.home-start a, a.walk-next').length > 0,
  };
}

// A sandboxed frame without "allow-scripts" runs no scripts, like a browser with scripts switched off.
once(
  'without scripts, lessons of scenes are whole, and every page leads to the next',
  async ({ page, host }) => {
    const server = await host('dist', { headers: {} });
    await page.resize(1280, 800);
    await page.open(new URL(BLANK_PATH, server.url).href);
    await page.run((address) => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-same-origin');
      Object.assign(frame, { width: '1240', height: '760', src: address });
      document.body.replaceChildren(frame);
    }, `${server.url}en/`);
    let now = await arrivesInFrame(page, '');
    const seen: string[] = [];
    while (now.next) {
      await page.run(() => {
        const { contentDocument } = document.querySelector('iframe') as HTMLIFrameElement;
        contentDocument?.querySelector<HTMLElement>('.home-start a, a.walk-next')?.click();
      });
      now = await arrivesInFrame(page, now.url);
      seen.push(now.heading);
      expect(now, now.url).toMatchObject({ isHeadingSeen: true, hasTags: false, loading: 0 });
      expect(now.figures, now.url).toBe(now.words.length);
      expect(Math.min(...now.words, 200), now.url).toBeGreaterThan(80);
    }
    expect(new Set(seen).size).toBe(COURSE.length);
    // Chromium reports every script that the frame blocked. Opening another page makes sure that all reports have
    // arrived.
    await page.open(new URL(BLANK_PATH, server.url).href);
    await page.takeProblems();
  },
);

/** Waits until the frame has loaded a page with another URL than `last`. */
const arrivesInFrame = (page: Page, last: string) =>
  waitFor(async () => {
    const now = await page.run(inFrame);
    return now.isLoaded && now.url !== last && now;
  });
