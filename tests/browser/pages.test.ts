// SPDX-License-Identifier: MIT
// Tests rules for all pages: axe finds no violation in either theme, Tab reaches every control of a lesson, no page is
// wider than its window in English or Chinese, and nothing is clipped with large text, wide spacing or a translation.
import { inject } from 'vitest';
import { PHONE, WIDE } from '../../tools/lessons.mjs';
import type { Language } from '../../web/src/i18n/languages.ts';
import { lessons } from '../../web/src/lessons/registry.ts';
import { stops } from '../../web/src/site/stops.ts';
import type { Engine } from './support/engine.ts';
import { excess } from './support/layout.ts';
import { chooseSetting, openSite, unfold } from './support/lesson.ts';
import { problemsOfOthers } from './support/other-readers.ts';
import { COLOURS } from './support/page.ts';
import { keepsRules } from './support/scene-rules.ts';
import { walkByTab } from './support/tab-walk.ts';
import { expect, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const PAGES = ['', ...stops.map(({ id }) => `${id}/`)];
/** The page for teachers, and the worksheets with the longest lines and with matrices. */
const FOR_TEACHERS = ['teach/', 'softmax/worksheet/', 'self-attention/worksheet/'];

/** In pixels. `keepsRules` checks lessons at 390 and 1,280. */
const WIDTHS = [320, 768, 1920] as const;

/**
 * The languages in which a browser checks a page. Chromium checks English and one Chinese script; the two scripts have
 * equally wide characters. Firefox and WebKit break lines in other places, so they check one language each: one with
 * spaces between words and one without. In these, journeys.test.ts also checks the pages of the course.
 */
function languagesOf(engine: Engine, path: string): readonly Language[] {
  if (engine !== 'chromium') return [engine === 'firefox' ? 'en' : 'zh-Hant'];
  return ['en', PAGES.indexOf(path) % 2 === 0 ? 'zh-Hans' : 'zh-Hant'];
}
const isThorough = inject('engine') === 'chromium';

/** Runs in the page in the dark theme. Returns the large elements that are light, except links, buttons and labels. */
function lightBoxes(): string[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (canvas === null) throw new Error('no canvas');
  const isLight = (colour: string) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return alpha > 128 && Math.min(red, green, blue) > 200;
  };
  return [...document.querySelectorAll('body, body *')].flatMap((one) => {
    const { width, height } = one.getBoundingClientRect();
    if (width < 60 || height < 30 || !one.checkVisibility() || one.matches('a, button, label'))
      return [];
    const { backgroundColor, fill } = getComputedStyle(one);
    const isBox = isLight(backgroundColor) || (one.localName === 'rect' && isLight(fill));
    return isBox ? `${one.localName}.${one.getAttribute('class')}` : [];
  });
}

const focusMain = () => document.querySelector<HTMLElement>('#main')?.focus();

test.for(isThorough ? [...PAGES, ...FOR_TEACHERS] : FOR_TEACHERS)(
  '%j: axe finds nothing, Tab reaches everything, and it is never wider than its window',
  async (path, { newPage, site, engine }) => {
    const page = await newPage({ reducedMotion: isThorough });
    const isLesson = lessons.some(({ id }) => path === `${id}/`);
    for (const language of languagesOf(engine, path)) {
      const first = language === 'en' ? PHONE : WIDE;
      await page.resize(first.width, first.height);
      await openSite(page, site, path, language);
      if (isThorough && isLesson) await keepsRules(page, language);
      await page.resize(1280, 900);
      const isAudited = isThorough && language === 'en';
      if (isAudited && isLesson) {
        await page.run(focusMain);
        await walkByTab(page, 'main');
      }
      await unfold(page);
      if (isAudited) {
        expect(await page.axe()).toEqual([]);
        await chooseSetting(page, 'theme', 'dark');
        await waitFor(() => page.run(() => document.documentElement.dataset.theme === 'dark'));
        expect(await page.axe(COLOURS)).toEqual([]);
        expect(await page.run(lightBoxes)).toEqual([]);
        await chooseSetting(page, 'theme', 'system');
      }
      for (const width of isThorough ? WIDTHS : [WIDTHS[0]])
        expect(await excess(page, width), `${language}, ${width} px`).toBeLessThanOrEqual(0);
      if (isAudited && PAGES.includes(path)) expect(await problemsOfOthers(page)).toEqual([]);
    }
  },
);
