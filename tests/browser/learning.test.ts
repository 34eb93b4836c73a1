// SPDX-License-Identifier: MIT
// Tests the lesson "learning" in a browser: training, pausing, links, sentences and comparisons, also without workers
// and in a hidden tab. This file is long because all of these tests share the helpers that wait for a training.
import { chooseLanguage, openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('learning/');
const once = inOneEngine(test);

const button = (page: Page, name: string) => page.css('.run-buttons').get('button', { name });
const press = (page: Page, name: string) => button(page, name).press('Enter');
const linked = (page: Page, part: string) =>
  waitFor(async () => `${await page.url()}&`.includes(part));
/** The number of training steps that the note below the figure states. */
const steps = async (page: Page) =>
  Number(/step\s([\d,]+)/.exec(await text(page, '.main-note'))?.[1]?.replaceAll(',', ''));
/**
 * Waits until the training has made `made` steps and stopped. The time limit applies to each change of the number of
 * steps, because all steps together can take many minutes on a busy machine.
 */
async function isAt(page: Page, made: number): Promise<void> {
  let found = await steps(page);
  while (found !== made) {
    const before = found;
    found = await waitFor(async () => {
      const now = await steps(page);
      if (Object.is(now, before)) throw new Error(`it is step ${now}, not ${made}`);
      return now;
    });
  }
  await waitFor(async () => (await button(page, 'Train').count()) === 1);
}
/**
 * The displayed loss. A loss below 0.001 is displayed with a power of ten, such as 5 × 10⁻⁴. For such a loss, the
 * result is only the digits divided by 1,000 (here 0.005): it is small, but not exact.
 */
const loss = async (page: Page) => {
  const [digits = '', power] = (await text(page, '.result-number')).split(' × 10⁻');
  return power === undefined ? Number(digits) : Number(digits) / 1000;
};

test('two matrices learn to point, and W_K = W_Q stops at its bound', async ({ page, site }) => {
  await openSite(page, site, 'learning/#?permutation=swaps&tied=separate&compare=tied');
  await shows(page, '.main-number', 'Not trained yet');
  await press(page, 'Train');
  await isAt(page, 1000);
  expect(await loss(page)).toBeLessThan(0.02);
  await shows(page, '.main-note', /W_K\s=\sW_Q:\s0\.693.*right\sanswers:\s100%\s\/\s\d+%/);
  await shows(page, '.loss-level.bound', '0.693');
  const picture = await page.css('al-loss-plot [role="img"]').attribute('aria-label');
  expect(picture).toContain('W_K = W_Q: loss 0.693 after 1,000 steps.');
  // The second formula belongs to the model with one matrix (W_K = W_Q), for which the inequality holds.
  const tied = page.css('[data-beat="bound"] .math-block').nth(1);
  await waitFor(async () => (await tied.text()).includes('≤'));
});

test('a pause is exact and part of the link, and the link trains to the same bits', async ({
  page,
  site,
}) => {
  await openSite(page, site, 'learning/#?task=repetition&view=loss');
  await press(page, 'Train');
  await waitFor(async () => (await steps(page)) >= 20);
  await press(page, 'Pause');
  await waitFor(async () => (await button(page, 'Train').count()) === 1);
  const made = await steps(page);
  await linked(page, `steps=${made}&`);
  const before = await text(page, '.result-number');
  await press(page, 'Step');
  await isAt(page, made + 1);
  const after = await text(page, '.result-number');
  expect(after).not.toBe(before);
  const address = await page.url();
  await press(page, 'Restart');
  await shows(page, '.main-number', 'Not trained yet');
  await openSite(page, site, `learning/${address.slice(address.indexOf('#'))}`);
  await isAt(page, made + 1);
  expect(await text(page, '.result-number')).toBe(after);
});

once('the keyboard selects a position, whose attention is announced', async ({ page, site }) => {
  await openSite(page, site, 'learning/#?permutation=six&steps=300');
  await isAt(page, 300);
  const position = page.css('al-arcs [role="slider"]');
  expect(await position.attribute('aria-valuetext')).toMatch(
    /“A” at position 1: .*“B” at 2 (9\d|100)%/,
  );
  await position.press('ArrowRight');
  await linked(page, 'position=2&');
  expect(await position.attribute('aria-valuetext')).toMatch(
    /“B” at position 2: .*“C” at 3 (9\d|100)%/,
  );
  await position.press('End');
  await linked(page, 'position=6&');
  expect(await position.attribute('aria-valuetext')).toMatch(/“A” at 1 (9\d|100)%/);
  expect(await page.css('.arc-symbol.target').count()).toBe(1);
  expect(await page.axe()).toEqual([]);
});

once('a guess about the ring is answered by training', async ({ page }) => {
  const beat = page.css('[data-beat="cycle"]');
  await beat.get('radio', { name: 'At 0' }).click();
  await beat.get('button', { name: 'Commit to this guess' }).click();
  await shows(page, '[data-beat="cycle"] .predict-outcome', /Not quite.*It ends at 1\.524/s);
  await isAt(page, 1000);
  expect(await loss(page)).toBeCloseTo(1.524, 2);
});

once('a check asks about another pattern and explains each answer', async ({ page }) => {
  const check = page.css('[data-beat="check"] al-predict');
  await check.get('radio', { name: '0.00' }).click();
  await check.get('button', { name: 'Check my answer' }).click();
  await shows(
    page,
    '[data-beat="check"] .predict-outcome',
    'Only tokens that point to themselves reach 0',
  );
  expect(await check.css('label.right').count()).toBe(1);
});

once('the question about one layer or two is answered by training both', async ({ page }) => {
  const race = page.css('[data-race="depth"]');
  await race.get('radio', { name: 'Both' }).click();
  await race.get('button', { name: 'Commit to this guess' }).click();
  await shows(page, '[data-race="depth"]', 'Training: step');
  await linked(page, 'compare=layers');
  await shows(
    page,
    '[data-race="depth"] .predict-outcome',
    /Not quite.*with 1 layer, \d+% with 2/s,
  );
  expect(await page.css('.loss-line-1 path').count()).toBeGreaterThan(0);
  // The answer to the question `depth` stays visible when the reader selects another comparison. The last question
  // (`switch`) shows no text about the training, because the reader has not guessed its answer.
  await page.css('[data-beat="switches"]').get('radio', { name: 'no mask' }).click();
  await linked(page, 'compare=mask');
  expect(await page.css('[data-race="switch"] .guess-waiting').text()).toBe('');
  await shows(page, '[data-race="depth"] .predict-outcome', /with 1 layer, \d+% with 2/);
  expect(await page.css('[data-beat="switches"]').get('radio', { name: '1 layer' }).count()).toBe(
    0,
  );
  await race.get('button', { name: 'Guess again' }).click();
  await waitFor(async () => (await page.css('[data-race="depth"] .predict-result').count()) === 0);
});

once('a training for an answer can be stopped and continued', async ({ page }) => {
  const race = page.css('[data-race="depth"]');
  await race.get('radio', { name: 'Neither' }).click();
  await race.get('button', { name: 'Commit to this guess' }).click();
  await waitFor(async () => (await steps(page)) > 0);
  await page.css('.stage').get('radio', { name: 'Pointing' }).click();
  await shows(page, '[data-race="depth"] .guess-waiting', 'stopped before the answer');
  await race.get('button', { name: 'Commit to this guess' }).click();
  await shows(page, '[data-race="depth"] .predict-outcome', /with 1 layer, \d+% with 2/);
});

once('a switch chosen by the reader is tested', async ({ page }) => {
  const beat = page.css('[data-beat="switches"]');
  await beat.get('radio', { name: 'no mask' }).click();
  await linked(page, 'compare=mask');
  await shows(page, '[data-beat="switches"] .predict-question', 'no mask');
  await beat.get('radio', { name: 'More often' }).click();
  await beat.get('button', { name: 'Commit to this guess' }).click();
  await shows(page, '[data-beat="switches"] .predict-outcome', /unchanged, \d+% with no mask/);
});

once('words are typed, added and removed, and unknown ones are named', async ({ page, site }) => {
  await openSite(page, site, 'learning/#?task=sentences&steps=60&beat=5');
  await isAt(page, 60);
  const box = page.get('textbox', { name: 'Your sentence' });
  await box.fill('The girls near the dragon');
  await shows(page, '.unknown-words', 'dragon');
  await waitFor(async () => /words=the\W+girls.*dragon/.test(decodeURIComponent(await page.url())));
  await page.css('.chips').get('button', { name: 'Remove “dragon”' }).press('Enter');
  await waitFor(async () => (await text(page, '.unknown-words')) === '');
  await page.css('.all-words summary').click();
  await page.css('.all-words').get('button', { name: /^dog$/ }).press('Enter');
  await waitFor(async () => (await box.value()) === 'the girls near the dog');
  await shows(page, 'al-next-words h3', 'after “dog”');
  expect(await page.css('al-arcs .arc-symbol').count()).toBe(5);
  expect(await page.css('al-next-words .bar').count()).toBe(5);
  expect(await page.axe()).toEqual([]);
});

once(
  'another language has its own sentences, and restarts the training',
  async ({ page, site }) => {
    await openSite(page, site, 'learning/#?task=sentences&steps=200&position=7&beat=5');
    await waitFor(async () => (await steps(page)) > 0);
    await chooseLanguage(page, 'zh-Hant');
    await waitFor(async () => (await text(page, '.arc-symbol.from')) === '的');
    await shows(page, '.main-note', /第\s200\s步/);
    await waitFor(async () => (await button(page, '訓練').count()) === 1);
    await chooseLanguage(page, 'en');
    await isAt(page, 200);
  },
);

once('leaving a lesson stops the training, and returning starts again', async ({ page }) => {
  await page.css('.stage').get('radio', { name: 'Repetition' }).click();
  await press(page, 'Train');
  await waitFor(async () => (await steps(page)) > 0);
  await linked(page, 'steps=1000');
  await page.get('link', { name: /^Next/ }).click();
  await shows(page, 'h1', 'Cost');
  await page.back();
  await shows(page, 'h1', 'Learning');
  await isAt(page, 1000);
  await shows(page, '.main-note', /right\sanswers:\s100%/);
});

once(
  'without a mask the page explains that a model attends to the next token',
  async ({ page, site }) => {
    await openSite(page, site, 'learning/#?task=sentences&compare=mask&steps=200');
    await isAt(page, 200);
    await shows(page, '.main-note', /no\smask:\s\d\.\d+ · sees the next token/);
    await shows(page, '.loss-level.floor', 'lowest possible with a mask');
  },
);

once(
  'with reduced motion “Show me” trains too, and the selected head is shown',
  async ({ newPage, site }) => {
    const page = await newPage({ width: 1280, height: 900, reducedMotion: true });
    await openSite(page, site, 'learning/#?beat=4');
    await page.css('[data-beat="induction"] .show-me').press('Enter');
    await isAt(page, 1000);
    const position = page.css('al-arcs [role="slider"]');
    // In the sequence of symbols, C follows the first L, so at the next L the head should give its weight to C.
    expect(await position.attribute('aria-valuetext')).toMatch(
      /“L” at position 12: Head 1: “C” at 5 (9\d|100)%/,
    );
  },
);

once('the claims are decided by training from five seeds', async ({ page, site }) => {
  await openSite(page, site, 'learning/verify/');
  const verdicts = { must: 'holds', own: 'fails', helps: 'fails' };
  for (const [id, verdict] of Object.entries(verdicts)) {
    const claim = page.css(`[data-experiment="${id}"]`);
    await claim.get('button', { name: 'Put it to the test' }).press('Enter');
    await waitFor(async () => (await claim.css('.verdict').count()) === 1, { timeout: 240_000 });
    expect(await claim.css('.verdict').attribute('data-verdict')).toBe(verdict);
    expect(await claim.text()).toMatch(/± 0\.\d/);
  }
  expect(await page.axe()).toEqual([]);
});

once('a hidden tab does not train, and continues when it is shown', async ({ page, site }) => {
  await openSite(page, site, 'learning/#?task=repetition');
  const hide = (isHidden: boolean) =>
    page.run((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await press(page, 'Train');
  await waitFor(async () => (await steps(page)) > 0);
  await hide(true);
  // Training runs in short time slices. Waits until the last one has ended.
  let last = -1;
  await waitFor(async () => {
    const now = await steps(page);
    const isStill = now === last;
    last = now;
    return isStill;
  });
  await hide(false);
  await waitFor(async () => (await steps(page)) > last);
  await press(page, 'Pause');
});

once('without workers, the page trains in slices', async ({ page, site }) => {
  await page.run(() => {
    (window as { Worker?: unknown }).Worker = class {
      constructor() {
        throw new Error('no workers here');
      }
    };
  });
  await press(page, 'Train');
  await isAt(page, 1000);
  expect(await loss(page)).toBeLessThan(0.02);
  await openSite(page, site, 'learning/');
});

once('a narrow stage shows one of two figures', async ({ page, site }) => {
  await openSite(page, site, 'learning/#?steps=200');
  await page.resize(390, 844);
  const seen = (selector: string) => page.css(selector).isVisible();
  await waitFor(async () => !(await seen('al-arcs')));
  expect(await seen('al-loss-plot')).toBe(true);
  await page.css('.view-choice').get('radio', { name: 'Attention' }).click();
  await waitFor(async () => seen('al-arcs'));
  expect(await seen('al-loss-plot')).toBe(false);
  expect(await page.axe()).toEqual([]);
});

once('the trained weights are saved as a file', async ({ page, site }) => {
  await openSite(page, site, 'learning/#?steps=10');
  await isAt(page, 10);
  await page.css('[data-panel="data"] summary').nth(0).click();
  const saved = page.run(
    () =>
      new Promise<string>((resolve) => {
        const real = URL.createObjectURL;
        URL.createObjectURL = (file) => {
          URL.createObjectURL = real;
          void (file as Blob).text().then(resolve);
          return real(file);
        };
        document.querySelector<HTMLElement>('[data-save="0"]')?.click();
      }),
  );
  const file = JSON.parse(await saved);
  expect(file.steps).toBe(10);
  expect(Object.keys(file.parameters)).toEqual(['W_q', 'W_k']);
});
