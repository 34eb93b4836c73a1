// SPDX-License-Identifier: MIT
// What all lessons with a stage share, tested with "softmax": beats, "Show me", live numbers, checks, failures, Verify.
import { openSite, reads, shows, text } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { box, largest, test } from './support/softmax.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

const present = (page: Page) =>
  page.run(() => document.querySelector<HTMLElement>('.beat.present')?.dataset.beat);
const isPresent = (page: Page, beat: string) => waitFor(async () => (await present(page)) === beat);
const showMe = (page: Page, beat: string) => page.css(`[data-beat="${beat}"] .show-me`).click();

/** Overrides the media query for reduced motion. */
const prefersLessMotion = (page: Page, less: boolean) =>
  page.run((wanted) => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) =>
      query.includes('prefers-reduced-motion')
        ? ({ matches: wanted } as MediaQueryList)
        : real(query);
  }, less);

test('the dots and the arrow keys go from beat to beat, and the address says which', async ({
  page,
}) => {
  await isPresent(page, 'quarter');
  await page.get('link', { name: /^3 / }).click();
  await isPresent(page, 'temperature');
  await waitFor(() => page.css('[data-beat="temperature"]').isFocused());
  await waitFor(async () => (await page.url()).includes('beat=3'));
  await page.keys('ArrowDown');
  await isPresent(page, 'gap');
  await page.keys('ArrowUp', 'ArrowUp');
  await isPresent(page, 'play');
  expect(await page.css('.dot[aria-current]').attribute('aria-label')).toMatch(/^2 /);
  expect(await largest(page)).toBe('0.9479');
});

test('a link to a beat leaves the focus where the reader has moved it meanwhile', async ({
  page,
}) => {
  await isPresent(page, 'quarter');
  const focused = await page.run(async () => {
    const target = document.querySelector<HTMLElement>('[data-beat="temperature"] .show-me');
    // This listener runs after the site's listener: the lesson already waits to go to the beat.
    addEventListener('hashchange', () => target?.focus(), { once: true });
    location.hash = '#/softmax?beat=6';
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    await new Promise((resolve) => setTimeout(resolve));
    return document.activeElement === target;
  });
  expect(focused).toBe(true);
});

test('a link to a beat leads there, and scrolling says where one is without touching the state', async ({
  page,
  site,
}) => {
  await openSite(page, site, '#/softmax?temperature=2&beat=6');
  await isPresent(page, 'nudge');
  await waitFor(() => page.run(() => scrollY > 0));
  const shown = await largest(page);
  await page.run(() => {
    dispatchEvent(new WheelEvent('wheel'));
    scrollTo(0, 0);
  });
  await isPresent(page, 'quarter');
  const said = () =>
    page.run(() => [...document.querySelectorAll('[role="status"]')].map((one) => one.textContent));
  expect((await said()).join()).toContain('Part 1: ');
  expect(await largest(page)).toBe(shown);
});

test('Show me walks through computed states to its end, and "back" undoes the whole way', async ({
  page,
}) => {
  await prefersLessMotion(page, false);
  await page.run(() => {
    const seen: string[] = [];
    (window as unknown as { seen: string[] }).seen = seen;
    new MutationObserver(() => {
      const now = document.querySelector('.columns .label:last-of-type')?.textContent ?? '';
      if (seen.at(-1) !== now) seen.push(now);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await showMe(page, 'gap');
  await waitFor(async () => (await box(page, 'Score x₄').value()) === '105');
  const seen = await page.run(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.length).toBeGreaterThan(2);
  await reads(() => largest(page), '0.9479');
  await waitFor(async () => (await page.url()).includes('x=101,101,101,105'));
  await page.back();
  await waitFor(async () => (await box(page, 'Score x₄').value()) === '5');
});

test('with less motion Show me jumps; with motion any key stops it on its way', async ({
  page,
}) => {
  await prefersLessMotion(page, true);
  await showMe(page, 'gap');
  expect(await box(page, 'Score x₄').value()).toBe('105');
  await prefersLessMotion(page, false);
  const stopped = await page.run(async () => {
    const said = () =>
      [...document.querySelectorAll('.lesson [role="status"]')].map((one) => one.textContent);
    const before = String(said());
    document.querySelector<HTMLElement>('[data-beat="temperature"] .show-me')?.click();
    const value = () =>
      Number(
        document.querySelector<HTMLInputElement>(
          '[field="temperature"] [role="spinbutton"], [field="temperature"] input',
        )?.value,
      );
    while (value() === 1) await new Promise(requestAnimationFrame);
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
    const at = value();
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
    return { at, value: value(), isTold: String(said()) !== before };
  });
  expect(stopped.value).toBe(stopped.at);
  expect(stopped.value).toBeGreaterThan(0.3);
  expect(stopped.isTold).toBe(true);
});

test('a number in a sentence moves the stage by keys and by dragging', async ({ page }) => {
  const number = page.css('[data-beat="play"]').get('slider', { name: 'Entries x 4' });
  expect(await number.text()).toBe('5');
  await number.press('ArrowLeft');
  await waitFor(async () => (await box(page, 'Score x₄').value()) === '4.9');
  await number.press('End');
  await waitFor(async () => (await box(page, 'Score x₄').value()) === '10');
  await number.drag({ by: { x: -60, y: 0 } });
  await waitFor(async () => Number(await box(page, 'Score x₄').value()) < 10);
  expect(Number(await number.attribute('aria-valuenow'))).toBe(
    Number(await box(page, 'Score x₄').value()),
  );
  await shows(page, '[data-beat="play"] .live', '%');
  const temperature = page.css('[data-beat="temperature"]').get('slider');
  await temperature.press('PageUp');
  await waitFor(async () => (await box(page, 'Temperature T').value()) === '1.58');
});

test('a guess is answered in its own words, and the stage shows the outcome', async ({ page }) => {
  await prefersLessMotion(page, true);
  const beat = page.css('[data-beat="quarter"]');
  await beat.get('radio', { name: /^A quarter/ }).click();
  await beat.get('button', { name: 'Commit to this guess' }).click();
  await shows(
    page,
    '[data-beat="quarter"] .predict-outcome',
    /Not quite.*It holds 47\.5%.*Weights are not divided/s,
  );
  await waitFor(async () => (await box(page, 'Temperature T').value()) === '4');
  await reads(() => largest(page), '0.4754');
});

test('a check asks on numbers never shown, judges by the engine, and has another question', async ({
  page,
}) => {
  const beat = page.css('[data-beat="check"]');
  const question = () => text(page, '[data-beat="check"] .predict-question');
  const first = await question();
  await beat.get('radio').nth(0).click();
  await beat.get('button', { name: 'Check my answer' }).click();
  await waitFor(async () => (await text(page, '[data-beat="check"] .predict-outcome')) !== '');
  expect(await page.css('[data-beat="check"] label.right').count()).toBe(1);
  // Neither the question nor its answer changes the stage.
  expect(await largest(page)).toBe('0.9479');
  await beat.get('button', { name: 'Another question' }).click();
  await waitFor(async () => (await question()) !== first);
  expect(await text(page, '[data-beat="check"] .predict-outcome')).toBe('');
});

test('Verify has an address, shows each claim’s stage, and the way back keeps the lesson as it was', async ({
  page,
}) => {
  await box(page, 'Temperature T').fill('3');
  const before = await largest(page);
  await page.get('link', { name: /^Verify/ }).click();
  await page.css('.experiment').nth(0).box();
  expect(await page.url()).toContain('#/softmax/verify');
  const card = page.css('[data-experiment="jacobian"]');
  await card.get('button', { name: 'Put it to the test' }).click();
  await shows(page, '.columns', 'x₁ = 21');
  expect(await card.text()).toContain('[1, 1, 1, 5]');
  await page.get('link', { name: /^‹? ?Back to the lesson/ }).click();
  await page.css('.beat').nth(0).box();
  await reads(() => largest(page), before);
});

test('the stage stays in sight on a phone and leaves more than half of the screen to the beats', async ({
  page,
}) => {
  await page.resize(390, 844);
  await page.get('link', { name: /^5 / }).click();
  await isPresent(page, 'formula');
  await waitFor(async () => {
    const [stage, beat] = await page.run(() =>
      ['.stage', '[data-beat="formula"]'].map((part) => {
        const { top, bottom, height } = (
          document.querySelector(part) as Element
        ).getBoundingClientRect();
        return { top, bottom, height };
      }),
    );
    return (
      !!stage &&
      !!beat &&
      stage.top >= -1 &&
      stage.height <= 0.461 * 844 &&
      beat.top >= stage.bottom - 1
    );
  });
  expect(await page.run(() => document.documentElement.scrollWidth)).toBe(390);
});

once('a computation that breaks is told once, and tried again', async ({ page }) => {
  await page.run(() => {
    const { engine } = (
      document.querySelector('al-lesson') as unknown as {
        props: { engine: Record<string, unknown> };
      }
    ).props;
    engine.softmaxStatistics = () => {
      throw new Error('broken on purpose');
    };
  });
  await box(page, 'Score x₄').fill('4');
  await shows(page, '[data-notice="failure"]', 'broken on purpose');
  expect(await page.css('[data-notice="failure"]').count()).toBe(1);
  await page.run(() => {
    const { engine } = (
      document.querySelector('al-lesson') as unknown as {
        props: { engine: Record<string, unknown> };
      }
    ).props;
    delete engine.softmaxStatistics;
  });
  await page.css('[data-notice="failure"]').get('button', { name: 'Try again' }).click();
  await waitFor(async () => (await page.css('[data-notice="failure"]').count()) === 0);
  await reads(() => largest(page), '0.87');
});

once('an experiment that breaks is told, and tried again', async ({ page, site }) => {
  await openSite(page, site, '#/softmax/verify');
  await page.run(() => {
    const { engine } = (
      document.querySelector('al-lesson') as unknown as {
        props: { engine: Record<string, unknown> };
      }
    ).props;
    engine.ksDistance = () => {
      throw new Error('broken on purpose');
    };
  });
  const card = page.css('[data-experiment="normal"]');
  await card.get('button', { name: 'Put it to the test' }).click();
  await shows(page, '[data-notice="failure"]', 'broken on purpose');
  await page.run(() => {
    const { engine } = (
      document.querySelector('al-lesson') as unknown as {
        props: { engine: Record<string, unknown> };
      }
    ).props;
    delete engine.ksDistance;
  });
  await page.css('[data-notice="failure"]').get('button', { name: 'Try again' }).click();
  await waitFor(async () => (await card.css('.verdict').count()) === 1);
});

once('course and Verify have nothing for axe to find, on a phone either', async ({ page }) => {
  expect(await page.axe()).toEqual([]);
  await page.resize(390, 844);
  expect(await page.axe()).toEqual([]);
  for (const panel of await page.css('.panel summary').all()) {
    await panel.click();
    // The code moves the panels below it when it comes.
    await page.css('.code-line').nth(0).box();
  }
  expect(await page.axe()).toEqual([]);
});

once(
  'the way to Verify says how many claims there are, and which questions',
  async ({ page, site }) => {
    for (const id of ['kernel-regression', 'softmax', 'scaling']) {
      await openSite(page, site, `#/${id}`);
      const told = await page.css('[data-panel="verify"]').text();
      await openSite(page, site, `#/${id}/verify`);
      const cards = await page.css('.experiment').all();
      expect(told, id).toContain(`${cards.length} claims`);
      const [beats, all, known] = await page.run(() => {
        const view = document.querySelector('al-lesson') as unknown as {
          framed: {
            predictions: { id: string }[];
            definition: { claims: { questions: string[] } };
          };
          parts: { predictions: { id: string }[] };
        };
        const ids = (list: { id: string }[]) => list.map((one) => one.id);
        const { framed, parts } = view;
        return [
          ids(framed.predictions),
          ids(parts.predictions),
          framed.definition.claims.questions,
        ];
      });
      expect(all, id).toEqual([...(beats ?? []), ...(known ?? [])]);
    }
  },
);
