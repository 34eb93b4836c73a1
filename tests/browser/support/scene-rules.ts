// SPDX-License-Identifier: MIT
// The rules of a lesson's form: each step has its own picture, and steps are short.

import { expect } from 'vitest';
import { CHARACTERS, countWords, PHONE, STEPS, WIDE, WORDS } from '../../../tools/lessons.mjs';
import { layoutShift } from './layout.ts';
import { isStill } from './lesson.ts';
import type { Page } from './page.ts';
import { waitFor } from './wait.ts';

/** The largest accepted sum of layout shift scores while a page loads. */
export const MOST_SHIFT = 0.005;

export const stepsOf = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll<HTMLElement>('al-scenes [data-step]')].map(
      ({ dataset }) => dataset.step ?? '',
    ),
  );

/** Waits, in a phone's window, until every step has its own picture and no picture has changed for some frames. */
const allDrawn = (page: Page) =>
  waitFor(() =>
    page.run(async () => {
      const read = () =>
        [...document.querySelectorAll<HTMLElement>('[data-step]')].flatMap((step) => {
          const picture = step.querySelector<HTMLElement>('.scene-picture');
          const svg = picture?.querySelector('svg');
          const isOwn = picture?.dataset.scene === step.dataset.step && svg?.firstElementChild;
          return isOwn ? svg.outerHTML.replace(/<!--.*?-->/g, '') : [];
        });
      const before = read();
      for (let i = 0; i < 10; i++) await new Promise(requestAnimationFrame);
      const now = read();
      const isAll = now.length === document.querySelectorAll('[data-step]').length;
      return isAll && now.join() === before.join() ? now : null;
    }),
  );

/** The phrases of a step that point at a part of a picture (`data-points`) that is not visible. */
const lostPhrases = (page: Page, step: string, place: string) =>
  page.run(
    (id, selector) => {
      const phrases = document.querySelectorAll<HTMLElement>(`[data-step="${id}"] [data-points]`);
      return [...phrases].flatMap(({ dataset }) => {
        const marks = document.querySelectorAll(`${selector} svg [data-part="${dataset.points}"]`);
        const isSeen = [...marks].some((mark) => {
          const { width, height } = mark.getBoundingClientRect();
          return width > 5 && height > 5;
        });
        return isSeen ? [] : (dataset.points ?? '');
      });
    },
    step,
    place,
  );

/**
 * The phrases whose colour does not occur in the part of the figure that they point at. Weights and scores are
 * excluded: they are often bands or cells of several colours.
 */
const otherColours = (page: Page) =>
  page.run(() => {
    const roles = ':is(.query, .key, .value, .output)';
    const phrases = [...document.querySelectorAll<HTMLElement>(`[data-step] .phrase${roles}`)];
    return phrases.flatMap((phrase) => {
      const { color } = getComputedStyle(phrase);
      const part = `[data-part="${phrase.dataset.points}"]`;
      const marks = phrase.closest('[data-step]')?.querySelectorAll(`svg ${part}, svg ${part} *`);
      const isSame = [...(marks ?? [])].some((mark) => {
        const { fill, stroke } = getComputedStyle(mark);
        return fill === color || stroke === color;
      });
      return isSame ? [] : `${phrase.className}: ${phrase.textContent}`;
    });
  });

/** The sizes of the texts of the lesson that are smaller than 13 px on the screen, with their texts. */
const smallTexts = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll<SVGElement | HTMLElement>('.scenes *')].flatMap((element) => {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (!own || !element.checkVisibility() || element.closest('.visually-hidden, math'))
        return [];
      const svg = element.closest('svg');
      const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
      return size < 12.95 ? [`${size.toFixed(1)} ${element.textContent?.trim()}`] : [];
    }),
  );

/** Uses a font that the set-up installs, because the default serif of a test machine is much wider than a reader's. */
const useBookFace = (page: Page) =>
  page.run(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.scenes { --serif: "Noto Serif CJK SC" }');
    document.adoptedStyleSheets.push(sheet);
  });

async function keepsBudgets(
  page: Page,
  { lesson, step, last }: (typeof WIDE)['most'],
  language: string,
): Promise<void> {
  await isStill(page);
  const { whole, heights, texts } = await page.run(() => ({
    whole: document.querySelector('.scenes')?.getBoundingClientRect().height ?? 0,
    heights: [...document.querySelectorAll('[data-step]')].map((one) =>
      Math.round(one.getBoundingClientRect().height),
    ),
    texts: [...document.querySelectorAll<HTMLElement>('[data-step] .prose')].map(
      ({ innerText }) => innerText,
    ),
  }));
  expect(heights.length).toBeGreaterThanOrEqual(STEPS.least);
  expect(heights.length).toBeLessThanOrEqual(STEPS.most);
  expect(whole).toBeLessThanOrEqual(lesson);
  expect(Math.max(...heights.slice(0, -1)), `${heights}`).toBeLessThanOrEqual(step);
  expect(heights.at(-1)).toBeLessThanOrEqual(last);
  const isEnglish = language === 'en';
  const most = isEnglish ? WORDS : CHARACTERS;
  const words = texts.map((text) => (isEnglish ? text.split(/\s+/).length : countWords(text)));
  expect(Math.max(...words), `${words}`).toBeLessThanOrEqual(most.step);
  expect(words.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(most.lesson);
}

/**
 * Checks an open lesson: its layout has not shifted, on a phone each step has its own picture, and no step is too long.
 * Leaves the page in a wide window.
 */
export async function keepsRules(page: Page, language: string): Promise<void> {
  expect(await page.run(layoutShift)).toBeLessThan(MOST_SHIFT);
  await page.resize(PHONE.width, PHONE.height);
  const pictures = await allDrawn(page);
  expect(new Set(pictures).size).toBe(pictures.length);
  for (const step of await stepsOf(page))
    expect(await lostPhrases(page, step, `[data-step="${step}"]`), step).toEqual([]);
  expect(await page.css('.scene-stage').count()).toBe(0);
  // Controls precede the text, next to the picture that they change.
  expect(await page.css('.scene-step .prose ~ .scene-controls').count()).toBe(0);
  expect(await smallTexts(page)).toEqual([]);
  if (language === 'en') expect(await page.axe()).toEqual([]);
  expect(await otherColours(page)).toEqual([]);
  const width = await page.run(() => document.documentElement.scrollWidth - innerWidth);
  expect(width).toBeLessThanOrEqual(0);
  await useBookFace(page);
  await keepsBudgets(page, PHONE.most, language);
  await page.resize(WIDE.width, WIDE.height);
  await page.css('.scene-stage .scene-picture svg').box();
  await keepsBudgets(page, WIDE.most, language);
  for (const step of language === 'en' ? await stepsOf(page) : []) {
    await page.run((id) => document.getElementById(id)?.scrollIntoView({ block: 'center' }), step);
    await page.css(`.scene-stage [data-scene="${step}"] svg *`).nth(0).box();
    expect(await lostPhrases(page, step, '.scene-stage'), step).toEqual([]);
    expect(await smallTexts(page), step).toEqual([]);
  }
}
