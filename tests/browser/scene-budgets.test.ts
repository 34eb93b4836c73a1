// SPDX-License-Identifier: MIT
// Tests that steps and lessons are short, in each language.
import { lessons } from '../../web/src/lessons/registry.ts';
import { complete } from '../web/support/files.ts';
import { openSite } from './support/lesson.ts';
import { expect, inOneEngine, test } from './support/test.ts';

const once = inOneEngine(test);
const BUDGETS = [
  { width: 1280, height: 800, lesson: 6000, step: 800, last: 800 },
  { width: 390, height: 844, lesson: 7500, step: 1000, last: 1250 },
];

for (const { id } of lessons)
  for (const language of complete)
    once(`${id} keeps the budgets of its form (${language})`, async ({ newPage, site }) => {
      for (const { width, height, lesson, step, last } of BUDGETS) {
        const page = await newPage({ width, height });
        await openSite(page, site, `${id}/`, language);
        // A book face that the set-up installs: the usual serif of a machine for tests is much wider than a reader's.
        await page.run(() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync('.scenes { --serif: "Noto Serif CJK SC" }');
          document.adoptedStyleSheets.push(sheet);
        });
        const { whole, heights, words } = await page.run(() => ({
          whole: document.querySelector('.scenes')?.getBoundingClientRect().height ?? 0,
          heights: [...document.querySelectorAll('[data-step]')].map((one) =>
            Math.round(one.getBoundingClientRect().height),
          ),
          words: [...document.querySelectorAll<HTMLElement>('[data-step] .prose')].map(
            ({ innerText }) => innerText.split(/\s+/).length,
          ),
        }));
        expect(heights.length).toBeGreaterThanOrEqual(5);
        expect(heights.length).toBeLessThanOrEqual(8);
        expect(whole, `${width}`).toBeLessThanOrEqual(lesson);
        expect(Math.max(...heights.slice(0, -1)), `${width}: ${heights}`).toBeLessThanOrEqual(step);
        expect(heights.at(-1), `${width}`).toBeLessThanOrEqual(last);
        // Chinese has no spaces between words.
        if (language !== 'en') continue;
        expect(Math.max(...words), `${words}`).toBeLessThanOrEqual(140);
        expect(words.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(950);
      }
    });
