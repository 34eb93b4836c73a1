// SPDX-License-Identifier: MIT
// Tests the lesson "learning" in a browser: a button starts a training, and the next scenes show its result.
import { plain, told } from './support/embed.ts';
import { openSite, pictureText, reads, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('learning/');
const once = inOneEngine(test);

const step = (page: Page, id: string) => page.css(`[data-step="${id}"]`);
const button = (page: Page, id: string, name: string) => step(page, id).get('button', { name });

/** The number of training steps that a scene's text gives. */
const made = async (page: Page, id: string) =>
  Number(
    /step\s([\d,]+)/.exec(await text(page, `[data-step="${id}"] .job-text`))?.[1]?.replace(',', ''),
  );

/**
 * Waits until a training has made `count` steps. The time limit applies to each change of the number of steps, because
 * all steps together can take many minutes on a busy machine.
 */
async function isAt(page: Page, id: string, count: number): Promise<void> {
  let found = await made(page, id);
  while (found < count) {
    const before = found;
    found = await waitFor(async () => {
      const now = await made(page, id);
      if (now === before) throw new Error(`it is step ${now}, not ${count}`);
      return now;
    });
  }
}

/** The number of letters of the list that a model predicts correctly. */
const rights = (page: Page, model: string) =>
  page.css(`.scene-stage [data-part="${model}"] circle.mark`).count();

once('two layers learn a list by a press, and the next scene shows how', async ({ page, site }) => {
  await openSite(page, site, 'learning/#list');
  await waitFor(async () => expect(await pictureText(page)).toContain('second round'));
  expect(await made(page, 'list')).toBe(0);
  expect(await rights(page, 'whole')).toBeLessThan(4);
  await button(page, 'list', 'Train').press('Enter');
  await isAt(page, 'list', 1000);
  await waitFor(async () => (await rights(page, 'whole')) === 8);
  expect(await rights(page, 'layer')).toBeLessThan(7);
  expect(await page.css('.scene-stage [data-part="curve_whole"] path').count()).toBe(1);
  expect(await button(page, 'list', 'Trained').attribute('aria-disabled')).toBe('true');
  await page.css('.scene-ticks a').nth(4).click();
  const found = expect.stringMatching(/Layer 2: G gives E (9\d\.\d|100)%/);
  await reads(() => pictureText(page), found);
  expect(await made(page, 'layers')).toBe(1000);
  await page.css('.scene-ticks a').nth(6).click();
  await reads(() => page.css('.scene-stage [data-part="layer"] .bar').count(), 1);
  expect(await page.css('.scene-stage [data-part="mask"] .bar').count()).toBe(0);
  expect(await page.axe()).toEqual([]);
});

/** Waits until a training makes no more steps. @returns the number of steps */
async function restsAt(page: Page, id: string): Promise<number> {
  let last = -1;
  await waitFor(async () => {
    const now = await made(page, id);
    const isStill = now === last;
    last = now;
    return isStill;
  });
  return last;
}

test('a training pauses and goes on, and pauses in a hidden tab', async ({ page, site }) => {
  await openSite(page, site, 'learning/#list');
  const hide = (isHidden: boolean) =>
    page.run((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await button(page, 'list', 'Train').click();
  await waitFor(async () => (await made(page, 'list')) >= 20);
  await button(page, 'list', 'Pause').click();
  const go = button(page, 'list', 'Go on');
  await go.isVisible();
  const paused = await restsAt(page, 'list');
  await go.click();
  await waitFor(async () => (await made(page, 'list')) > paused);
  await hide(true);
  const hidden = await restsAt(page, 'list');
  await hide(false);
  await waitFor(async () => (await made(page, 'list')) > hidden);
  await button(page, 'list', 'Pause').click();
});

once('the bars fill when the models are trained on this device', async ({ page, site }) => {
  await openSite(page, site, 'learning/#worth');
  await waitFor(async () => expect(await pictureText(page)).toContain('47.1%'));
  expect(await page.css('.scene-stage .bar').count()).toBe(0);
  await button(page, 'worth', 'Train').click();
  await waitFor(async () => expect(await page.css('.scene-stage .bar').count()).toBe(7));
});

once('an embed locks the steps, and its card trains by a press', async ({ page, host }) => {
  const server = await host('');
  const lesson = { lesson: 'learning', lang: 'en' };
  await page.open(plain(server, { ...lesson, state: 'scene=falls&steps=40', locked: 'steps' }));
  await told(page, 'ready');
  const lab = page.css('attention-lab');
  const box = lab.css('[data-step="falls"]').get('spinbutton', { name: 'Steps of training' });
  expect(await box.property('disabled')).toBe(true);
  await page.open(plain(server, { ...lesson, steps: '4', state: 'scene=list' }));
  await told(page, 'ready');
  await lab.get('button', { name: 'Train' }).click();
  await waitFor(async () => expect(await lab.css('.job-text').text()).toMatch(/step [1-9]/));
  await lab.get('button', { name: 'Pause' }).click();
});
