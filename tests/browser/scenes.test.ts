// SPDX-License-Identifier: MIT
// Tests that scrolling shows the picture of each step, and that a change in one step changes no other. pages.test.ts
// tests the pictures and the form of every lesson.
import { plain, told } from './support/embed.ts';
import { layoutShift } from './support/layout.ts';
import { isStill, openSite, reads, shows } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { MOST_SHIFT, stepsOf } from './support/scene-rules.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** The picture in the element `place` (beside the text or in a step): the id of its step, and its SVG markup. */
const pictureIn = (page: Page, place: string) =>
  page.run((selector) => {
    const picture = document.querySelector<HTMLElement>(`${selector} .scene-picture`);
    return {
      scene: picture?.dataset.scene,
      svg: picture?.querySelector('svg')?.outerHTML.replace(/<!--.*?-->/g, ''),
    };
  }, place);

/** Waits until the picture of a step has been the same for some frames, and the page has not moved. Returns it. */
const isDrawn = (page: Page, place: string, step: string) =>
  waitFor(() =>
    page.run(
      async (selector, id) => {
        const read = () => {
          const picture = document.querySelector<HTMLElement>(`${selector} .scene-picture`);
          const svg = picture?.querySelector('svg');
          if (picture?.dataset.scene !== id || !svg?.firstElementChild) return undefined;
          return { scrollY, svg: svg.outerHTML.replace(/<!--.*?-->/g, '') };
        };
        const before = read();
        for (let i = 0; i < 10; i++) await new Promise(requestAnimationFrame);
        const now = read();
        const isAtRest = now?.svg === before?.svg && now?.scrollY === before?.scrollY;
        return now && isAtRest ? { scene: id, svg: now.svg } : null;
      },
      place,
      step,
    ),
  );

/**
 * Turns the wheel until `step` is the current step. Each turn waits until the scrolling of the previous turn has ended.
 */
async function scrollTo(page: Page, step: string): Promise<void> {
  await page.pointer({ x: 200, y: 400 });
  await waitFor(async () => {
    const { top, present } = await page.run((id) => {
      const section = document.querySelector<HTMLElement>(`[data-step="${id}"]`);
      const { top = 0, height = 0 } = section?.getBoundingClientRect() ?? {};
      return {
        top: top + Math.min(height, innerHeight) / 2 - innerHeight / 2,
        present: document.querySelector<HTMLElement>('[data-step].present')?.dataset.step,
      };
    }, step);
    if (present === step) return true;
    if (Math.abs(top) > 20) {
      await page.wheel(Math.round(top));
      await isStill(page);
    }
    return false;
  });
}

const textOfOthers = (page: Page, step: string) =>
  page.run(
    (but) =>
      [...document.querySelectorAll<HTMLElement>('[data-step]')].flatMap((one) =>
        one.dataset.step === but ? [] : (one.querySelector<HTMLElement>('.prose')?.innerText ?? ''),
      ),
    step,
  );

// The first lesson, one with two questions, and one whose model is loaded late.
for (const id of ['kernel-regression', 'masking', 'writing'])
  once(`${id}: scrolling brings each step its own picture`, async ({ newPage, site }) => {
    const page = await newPage(WIDE);
    await openSite(page, site, `${id}/`);
    expect(await page.run(layoutShift)).toBeLessThan(MOST_SHIFT);
    const steps = await stepsOf(page);
    let before: string | undefined;
    for (const step of steps) {
      await scrollTo(page, step);
      const { svg } = await isDrawn(page, '.scene-stage', step);
      expect(svg).not.toBe(before);
      before = svg;
      expect(await page.url()).toMatch(step === steps[0] ? /\/$/ : new RegExp(`#${step}$`));
    }
  });

once(
  'softmax: the figure changes when a step passes the middle of the window',
  async ({ newPage, site }) => {
    const page = await newPage(WIDE);
    await openSite(page, site, 'softmax/');
    const [first = '', second = ''] = await stepsOf(page);
    await isDrawn(page, '.scene-stage', first);
    await page.pointer({ x: 200, y: 400 });
    for (const [top, step] of [
      [WIDE.height * 0.45, second],
      [WIDE.height * 0.55, first],
    ] as const) {
      const now = await page.css(`[data-step="${second}"]`).box();
      await page.wheel(Math.round(now.y - top));
      await isDrawn(page, '.scene-stage', step);
    }
  },
);

// In "self-attention", the sentence model may be loaded after the first picture.
for (const id of ['softmax', 'self-attention'])
  once(
    `${id}: with reduced motion, nothing is drawn between two scenes`,
    async ({ newPage, site }) => {
      const page = await newPage({ ...WIDE, reducedMotion: true });
      await openSite(page, site, `${id}/`);
      const [first = '', second = ''] = await stepsOf(page);
      await isDrawn(page, '.scene-stage', first);
      await page.run(() => {
        const drawn: string[] = [];
        Object.assign(window, { drawn });
        const read = () => {
          const svg = document.querySelector('.scene-stage svg')?.cloneNode(true) as SVGElement;
          // A phrase under the pointer dims the other parts, which must not count as a new drawing.
          for (const mark of svg.querySelectorAll('.fresh, .dim'))
            mark.classList.remove('fresh', 'dim');
          for (const part of svg.querySelectorAll('[class=""]')) part.removeAttribute('class');
          if (drawn.at(-1) !== svg.outerHTML) drawn.push(svg.outerHTML);
          requestAnimationFrame(read);
        };
        read();
      });
      await scrollTo(page, second);
      await isDrawn(page, '.scene-stage', second);
      expect(await page.run(() => (Reflect.get(window, 'drawn') as string[]).length)).toBe(2);
      expect(await page.css('.scene-stage .fresh').count()).toBeGreaterThan(0);
    },
  );

const CELL = { name: 'W_Q: row 1, column 1' };

async function changeCell(page: Page, step: string, value: number): Promise<void> {
  const place = page.css(`[data-step="${step}"]`);
  if (!(await place.css('.scene-cells').property('open'))) await place.css('summary').click();
  await place.get('spinbutton', CELL).fill(value, 'Enter');
}

test('a change is seen in the output, stays in its step, and a link restores it', async ({
  newPage,
  site,
}) => {
  const page = await newPage(WIDE);
  await openSite(page, site, 'self-attention/#output');
  await waitFor(async () => expect((await pictureIn(page, '.scene-stage')).scene).toBe('output'));
  const { svg: start } = await isDrawn(page, '.scene-stage', 'output');
  const others = await textOfOthers(page, 'output');
  await changeCell(page, 'output', 3);
  const { svg: changed } = await isDrawn(page, '.scene-stage', 'output');
  expect(changed).not.toBe(start);
  expect(await textOfOthers(page, 'output')).toEqual(others);
  await shows(page, '.scene-chip', 'Yours: W_Q = 3, 1, 1, 0');
  await waitFor(async () => expect(await page.url()).toMatch(/#output\?W_Q=3,1,1,0$/));

  await page.reload();
  await shows(page, '.scene-chip', 'Yours: W_Q = 3, 1, 1, 0');
  expect(await isDrawn(page, '.scene-stage', 'output')).toEqual({ scene: 'output', svg: changed });

  await scrollTo(page, 'weights');
  await isDrawn(page, '.scene-stage', 'weights');
  expect(await page.css('.scene-chip').count()).toBe(0);
  await scrollTo(page, 'output');
  expect((await isDrawn(page, '.scene-stage', 'output')).svg).toBe(start);
  await page.get('button', { name: 'Bring back yours: W_Q = 3, 1, 1, 0' }).click();
  await waitFor(async () => expect((await pictureIn(page, '.scene-stage')).svg).toBe(changed));
  await page.get('button', { name: 'Back to the start' }).click();
  await waitFor(async () => expect((await pictureIn(page, '.scene-stage')).svg).toBe(start));
});

once('on a phone, each step keeps what the reader changes in it', async ({ newPage, site }) => {
  const page = await newPage(PHONE);
  await openSite(page, site, 'self-attention/');
  const scores = () => pictureIn(page, '[data-step="scores"]');
  const start = await scores();
  await changeCell(page, 'scores', 5);
  await waitFor(async () => expect(await scores()).not.toEqual(start));
  const changed = await scores();
  await changeCell(page, 'products', -2);
  await shows(page, '[data-step="products"] .scene-chip', 'W_Q = −2, 1, 1, 0');
  expect(await scores()).toEqual(changed);
  await page.css('[data-step="scores"]').get('button', { name: 'Back to the start' }).click();
  await reads(scores, start);
  await shows(page, '[data-step="products"] .scene-chip', 'W_Q = −2, 1, 1, 0');
});

once('a figure that changes under a resting pointer is not dimmed', async ({ newPage, site }) => {
  const page = await newPage(WIDE);
  await openSite(page, site, 'kernel-regression/');
  await page.pointer({ x: WIDE.width * 0.7, y: WIDE.height / 2 });
  const steps = await stepsOf(page);
  for (const step of steps.slice(1)) {
    await page.run((id) => document.getElementById(id)?.scrollIntoView({ block: 'center' }), step);
    await isDrawn(page, '.scene-stage', step);
    expect(await page.css('.scene-stage .dim').count(), step).toBe(0);
  }
});

test('a phrase and its part point at each other, and a number leads to its control', async ({
  newPage,
  site,
}) => {
  const page = await newPage(WIDE);
  await openSite(page, site, 'self-attention/#scores');
  await isDrawn(page, '.scene-stage', 'scores');
  const dimmed = () =>
    page.run(() =>
      [...document.querySelectorAll<SVGElement>('.scene-stage [data-part]')].flatMap((part) =>
        part.classList.contains('dim') ? [] : (part.dataset.part ?? ''),
      ),
    );
  await page.css('[data-step="scores"] [data-points="K"]').nth(0).hover();
  await waitFor(async () => expect(await dimmed()).toEqual(['K']));
  await page.css('.scene-stage [data-part="S"] .number').nth(0).hover();
  await waitFor(async () => expect(await dimmed()).toEqual(['S']));
  expect(await page.css('[data-step="scores"] .phrase.lit').text()).toBe('scores');
  await page.css('.scene-stage [data-edits="W_K 2"]').click();
  await waitFor(() => page.get('spinbutton', { name: 'W_K: row 2, column 1' }).isFocused());
  await page.keys('7', 'Enter');
  await shows(page, '.scene-chip', 'W_K = 1, 1, 7, 2');
});

once('an embed shows steps as cards, one picture, or the whole lesson', async ({ page, host }) => {
  const server = await host('');
  const lesson = { lesson: 'self-attention', lang: 'en' };
  await page.open(plain(server, { ...lesson, steps: '2-4', state: 'scene=output' }));
  const [ready] = await told(page, 'ready');
  expect(ready?.detail.state).toBe('scene=weights');
  const lab = page.css('attention-lab');
  expect(await lab.css('.scene-count').text()).toBe('Step 3 of 3');
  expect(await lab.css('[data-step]').count()).toBe(1);
  await page.get('button', { name: 'Previous step' }).click();
  await waitFor(async () => expect(await lab.css('.scene-count').text()).toBe('Step 2 of 3'));
  expect(await lab.css('.scene-step h2').text()).toBe('Every query meets every key');
  expect(await page.axe({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })).toEqual([]);

  await page.open(
    plain(server, { ...lesson, show: 'figure', state: 'scene=scores&X=2,0,1,1,0,2' }),
  );
  await told(page, 'ready');
  expect(await lab.css('.prose').count()).toBe(0);
  expect(await lab.css('[data-scene="scores"] svg').count()).toBe(1);
  expect(await lab.css('.scene-chip').count()).toBe(0);

  await page.open(plain(server, lesson));
  await told(page, 'ready');
  expect(await lab.css('[data-step] .scene-picture').count()).toBe(7);
  expect(await lab.css('[data-step][id], .scene-bar').count()).toBe(0);
});
