// SPDX-License-Identifier: MIT
// Tests the features that all lessons of beats (passages of text beside a figure that stays) share, mostly with the
// lesson "similarity": beats, "Show me", live numbers, checks, failures, and Verify (the part with its claims).
import { countsOf, RECIPES } from '../../web/src/lessons/similarity/recipes.ts';
import { openSite, reads, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('similarity/');
const once = inOneEngine(test);

/** The main number of the figure: the higher score, or the output of the search. */
const main = (page: Page) => text(page, '.result-number');
const box = (page: Page, name: string) => page.get('spinbutton', { name });
const more = (page: Page) => page.get('button', { name: 'More' }).click();

/** Shows the figure of contents, beside the temperature. */
async function mix(page: Page): Promise<void> {
  await page.css('.stage').get('radio', { name: 'Mix' }).click();
  await waitFor(async () => (await box(page, 'Temperature T').value()) === '1');
}

/** The minutes that the search for "ginger tea" returns at a temperature: a mean by softmax of the scores. */
function minutesAt(temperature: number): number {
  const search = countsOf({ ginger: 1, tea: 1 });
  const powers = RECIPES.map(({ key }) =>
    Math.exp(key.reduce((sum, count, i) => sum + count * (search[i] ?? 0), 0) / temperature),
  );
  const sum = powers.reduce((a, b) => a + b);
  return RECIPES.reduce((mean, { minutes }, i) => mean + (minutes * (powers[i] ?? 0)) / sum, 0);
}

const present = (page: Page) =>
  page.run(() => document.querySelector<HTMLElement>('.beat.present')?.dataset.beat);
const isPresent = (page: Page, beat: string) => waitFor(async () => (await present(page)) === beat);
const showMe = (page: Page, beat: string) => page.css(`[data-beat="${beat}"] .show-me`).click();

/** Sets the result of the media query `prefers-reduced-motion` in the page. */
const prefersLessMotion = (page: Page, less: boolean) =>
  page.run((wanted) => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) =>
      query.includes('prefers-reduced-motion')
        ? ({ matches: wanted } as MediaQueryList)
        : real(query);
  }, less);

test('dots and arrow keys change the beat, and the address contains the beat', async ({ page }) => {
  await isPresent(page, 'winner');
  await page.get('link', { name: /^3 / }).click();
  await isPresent(page, 'formula');
  await waitFor(() => page.css('[data-beat="formula"]').isFocused());
  await waitFor(async () => (await page.url()).includes('beat=3'));
  await page.keys('ArrowDown');
  await isPresent(page, 'search');
  await page.keys('ArrowUp', 'ArrowUp');
  await isPresent(page, 'stretch');
  expect(await page.css('.dot[aria-current]').attribute('aria-label')).toMatch(/^2 /);
  expect(await main(page)).toBe('9.5');
});

test('a link to a beat does not take the focus if the reader has moved it', async ({ page }) => {
  await isPresent(page, 'winner');
  const focused = await page.run(async () => {
    const target = document.querySelector<HTMLElement>('[data-beat="formula"] .show-me');
    // Runs after the site's own listener, so the lesson is already about to move the focus to the beat (a passage of
    // its text).
    addEventListener('hashchange', () => target?.focus(), { once: true });
    location.hash = '#?beat=6';
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    await new Promise((resolve) => setTimeout(resolve));
    return document.activeElement === target;
  });
  expect(focused).toBe(true);
});

test('a link to a beat scrolls there, and scrolling updates the beat but not the state', async ({
  page,
  site,
}) => {
  await openSite(page, site, 'similarity/#?figure=contents&temperature=2&beat=6');
  await isPresent(page, 'mean');
  await waitFor(() => page.run(() => scrollY > 0));
  const shown = await main(page);
  await page.run(() => {
    dispatchEvent(new WheelEvent('wheel'));
    scrollTo(0, 0);
  });
  await isPresent(page, 'winner');
  const said = () =>
    page.run(() => [...document.querySelectorAll('[role="status"]')].map((one) => one.textContent));
  expect((await said()).join()).toContain('Part 1: ');
  expect(await main(page)).toBe(shown);
});

once('a notice about a link stays when the reader goes to another beat', async ({ page, site }) => {
  await openSite(page, site, 'similarity/#?query=5');
  await shows(page, '.notice', 'Query q: too few numbers (5)');
  await page.css('[data-beat="search"]').focus();
  await isPresent(page, 'search');
  await waitFor(async () => (await page.url()).includes('beat=4'));
  expect(await page.css('.notice').count()).toBe(1);
});

test('Show me animates computed states, and "back" undoes the whole animation', async ({
  page,
}) => {
  await more(page);
  await prefersLessMotion(page, false);
  await page.run(() => {
    const seen: string[] = [];
    (window as unknown as { seen: string[] }).seen = seen;
    new MutationObserver(() => {
      const now = document.querySelector('.readings .chosen td:last-of-type')?.textContent ?? '';
      if (seen.at(-1) !== now) seen.push(now);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await showMe(page, 'stretch');
  await waitFor(async () => (await box(page, 'k₂, up').value()) === '5.5');
  const seen = await page.run(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.length).toBeGreaterThan(2);
  await reads(() => main(page), '14.3');
  await waitFor(async () => (await page.url()).includes('other=2.2,5.5'));
  await page.back();
  await waitFor(async () => (await box(page, 'k₂, up').value()) === '2.5');
});

test('with reduced motion Show me jumps; otherwise any key stops it', async ({ page }) => {
  await more(page);
  await prefersLessMotion(page, true);
  await showMe(page, 'stretch');
  expect(await box(page, 'k₂, up').value()).toBe('5.5');
  await prefersLessMotion(page, false);
  await mix(page);
  const stopped = await page.run(async () => {
    const said = () =>
      [...document.querySelectorAll('.lesson [role="status"]')].map((one) => one.textContent);
    const before = String(said());
    document.querySelector<HTMLElement>('[data-beat="mean"] .show-me')?.click();
    const value = () =>
      Number(
        document.querySelector<HTMLInputElement>(
          '[field="temperature"] [role="spinbutton"], [field="temperature"] input',
        )?.value,
      );
    // Until the output has changed by more than its rounding.
    while (value() > 0.9) await new Promise(requestAnimationFrame);
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
    const at = value();
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
    return { at, value: value(), isTold: String(said()) !== before };
  });
  expect(stopped.value).toBe(stopped.at);
  expect(stopped.value).toBeGreaterThan(0.3);
  expect(stopped.isTold).toBe(true);
});

test('a number in a sentence changes the stage by keys and by dragging', async ({ page }) => {
  await more(page);
  const number = page.css('[data-beat="stretch"]').get('slider', { name: 'Key k₂ 2' });
  expect(await number.text()).toBe('2.5');
  await number.press('ArrowLeft');
  await waitFor(async () => (await box(page, 'k₂, up').value()) === '2.4');
  await number.press('End');
  await waitFor(async () => (await box(page, 'k₂, up').value()) === '6');
  await number.drag({ by: { x: -60, y: 0 } });
  await waitFor(async () => Number(await box(page, 'k₂, up').value()) < 6);
  const up = Number(await box(page, 'k₂, up').value());
  expect(Number(await number.attribute('aria-valuenow'))).toBe(up);
  // The query is (4, 1), and k₂ is 1 across.
  await reads(
    () => text(page, '.readings .chosen td:last-of-type'),
    `${Number((4 + up).toFixed(1))}`,
  );
  await mix(page);
  const temperature = page.css('[data-beat="mean"]').get('slider', { name: 'Temperature T' });
  await temperature.press('PageUp');
  await waitFor(async () => (await box(page, 'Temperature T').value()) === '1.58');
  const reached = Number(await temperature.attribute('aria-valuenow'));
  await reads(
    () => text(page, '[data-beat="mean"] .live'),
    `${Number(minutesAt(reached).toPrecision(3))}`,
  );
});

once('a finger drags a number in a sentence only sideways', async ({ newPage, site }) => {
  const page = await newPage({ width: 390, height: 700, touch: true });
  await openSite(page, site, 'similarity/');
  const number = page.css('[data-beat="stretch"] .scrub').nth(0);
  const swipe = async (x: number, y: number) => {
    // Below the stage, which covers the upper part of the window.
    await number.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 600));
    const { x: left, y: top, width, height } = await number.box();
    const from = { x: left + width / 2, y: top + height / 2 };
    await page.swipe(from, { x: from.x + x, y: from.y + y });
    return [await number.text(), Math.abs((await number.box()).y - top) > 100];
  };
  expect(await swipe(20, -150)).toEqual(['1', true]);
  expect(await swipe(-100, 20)).toEqual(['−2', false]);
  expect(await swipe(0, 0)).toEqual(['−2', false]);
  expect(await swipe(-20, -150)).toEqual(['−2', true]);
});

test('a drag updates beats in sight with each step, and the others when it ends', async ({
  page,
  site,
}) => {
  await openSite(page, site, 'kernel-regression/');
  const seen = await page.run(async () => {
    const range = document.querySelector<HTMLInputElement>('.stage-controls .slider-range');
    const [near, far] = ['play', 'formula'].map((id) => {
      return document.querySelector<HTMLElement>(`[data-beat="${id}"]`);
    });
    const read = async () => {
      for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
      return [
        near?.querySelector('.scrub')?.textContent,
        far?.querySelector('math:has([data-term=weights])')?.textContent,
      ];
    };
    const move = (steps: number, type: 'input' | 'change') => {
      range?.stepDown(steps);
      range?.dispatchEvent(new Event(type, { bubbles: true }));
      return read();
    };
    const isOut = (far?.getBoundingClientRect().top ?? 0) > innerHeight;
    const before = await read();
    return { isOut, before, during: await move(30, 'input'), after: await move(0, 'change') };
  });
  expect(seen.isOut).toBe(true);
  expect(seen.before[0]).toBe('57 cm');
  expect(seen.during).toEqual(['54 cm', seen.before[1]]);
  expect(seen.after[0]).toBe('54 cm');
  expect(seen.after[1]).not.toBe(seen.before[1]);
});

test('a drag in Verify updates parts out of sight when it ends', async ({ page, site }) => {
  await openSite(page, site, 'softmax/verify/');
  await waitFor(async () => (await page.css('[data-part="jacobian"] svg').count()) > 0);
  const seen = await page.run(async () => {
    const range = document.querySelector<HTMLInputElement>('.stage-controls .slider-range');
    const part = document.querySelector<HTMLElement>('[data-part="jacobian"]');
    const read = async () => {
      for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
      return [
        document.querySelector('.stage .column:last-of-type .number')?.textContent,
        part?.querySelector('svg')?.getAttribute('aria-label'),
      ];
    };
    const move = (steps: number, type: 'input' | 'change') => {
      range?.stepDown(steps);
      range?.dispatchEvent(new Event(type, { bubbles: true }));
      return read();
    };
    const isOut = (part?.getBoundingClientRect().top ?? 0) > innerHeight;
    const before = await read();
    return { isOut, before, during: await move(30, 'input'), after: await move(0, 'change') };
  });
  expect(seen.isOut).toBe(true);
  expect(seen.during[0]).not.toBe(seen.before[0]);
  expect(seen.during[1]).toBe(seen.before[1]);
  expect(seen.after[1]).not.toBe(seen.before[1]);
});

test('each guess has its own feedback, and the stage shows the outcome', async ({ page }) => {
  await prefersLessMotion(page, true);
  const beat = page.css('[data-beat="winner"]');
  await beat.get('radio', { name: /^Neither/ }).click();
  await beat.get('button', { name: 'Commit to this guess' }).click();
  await shows(
    page,
    '[data-beat="winner"] .predict-outcome',
    /Not quite.*They do not cancel: q·k₁ is 6, q·k₂ is 9/s,
  );
  await reads(() => main(page), '9');
  await shows(page, '.main-number', 'Higher score: k₂');
});

test('a check uses new numbers, is judged by the engine, and can be repeated', async ({ page }) => {
  const beat = page.css('[data-beat="check"]');
  const question = () => text(page, '[data-beat="check"] .predict-question');
  const first = await question();
  await beat.get('radio').nth(0).click();
  await beat.get('button', { name: 'Check my answer' }).click();
  await waitFor(async () => (await text(page, '[data-beat="check"] .predict-outcome')) !== '');
  expect(await page.css('[data-beat="check"] label.right').count()).toBe(1);
  // The figure still shows the number of the initial state, because a question and its answer do not change the state.
  expect(await main(page)).toBe('9.5');
  await beat.get('button', { name: 'Another question' }).click();
  await waitFor(async () => (await question()) !== first);
  expect(await text(page, '[data-beat="check"] .predict-outcome')).toBe('');
});

test('Verify has an address and shows each claim’s stage; going back keeps the lesson', async ({
  page,
}) => {
  await mix(page);
  await box(page, 'Temperature T').fill('3');
  await reads(() => main(page), `${Number(minutesAt(3).toPrecision(4))}`);
  const before = await main(page);
  await page.get('link', { name: /^Verify/ }).click();
  await page.css('.experiment').nth(0).box();
  expect(await page.url()).toContain('similarity/verify/');
  const card = page.css('[data-experiment="angle"]');
  await card.get('button', { name: 'Put it to the test' }).click();
  await shows(page, '.readings', '45°');
  expect(await card.text()).toContain('Key (5, 5), at 45°');
  await page.get('link', { name: /^‹? ?Back to the lesson/ }).click();
  await page.css('.beat').nth(0).box();
  await reads(() => main(page), before);
});

test('the stage stays visible on a phone and leaves more than half of the screen to beats', async ({
  page,
}) => {
  await page.resize(390, 844);
  await page.get('link', { name: /^5 / }).click();
  await isPresent(page, 'value');
  await waitFor(async () => {
    const [stage, beat] = await page.run(() =>
      ['.stage', '[data-beat="value"]'].map((part) => {
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

once('a computation that fails is reported once, and can be retried', async ({ page }) => {
  await page.run(() => {
    const { engine } = (
      document.querySelector('al-lesson') as unknown as {
        props: { engine: Record<string, unknown> };
      }
    ).props;
    engine.angles = () => {
      throw new Error('broken on purpose');
    };
  });
  await page.get('slider', { name: 'Key k₂' }).press('Shift+ArrowRight');
  await shows(page, '[data-notice="failure"]', 'broken on purpose');
  expect(await page.css('[data-notice="failure"]').count()).toBe(1);
  await page.run(() => {
    const { engine } = (
      document.querySelector('al-lesson') as unknown as {
        props: { engine: Record<string, unknown> };
      }
    ).props;
    delete engine.angles;
  });
  await page.css('[data-notice="failure"]').get('button', { name: 'Try again' }).click();
  await waitFor(async () => (await page.css('[data-notice="failure"]').count()) === 0);
  await reads(() => main(page), '10.5');
});

once('an experiment that fails is reported, and can be retried', async ({ page, site }) => {
  await openSite(page, site, 'softmax/verify/');
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

once(
  'axe finds no violations in a lesson and its panels, including on a phone',
  async ({ page }) => {
    expect(await page.axe()).toEqual([]);
    await page.resize(390, 844);
    expect(await page.axe()).toEqual([]);
    for (const panel of await page.css('.panel summary').all()) {
      await panel.click();
      // Waits for the code panel, because loading it moves the panels below.
      await page.css('.code-line').nth(0).box();
    }
    expect(await page.axe()).toEqual([]);
  },
);

once(
  'the link to Verify states how many claims it has, and which questions',
  async ({ page, site }) => {
    // The last lesson consists of scenes; only its Verify has the form of these lessons.
    for (const id of ['kernel-regression', 'similarity', 'masking', 'softmax']) {
      await openSite(page, site, `${id}/`);
      const told = await page.css('[data-panel="verify"], .walk-more a').text();
      await openSite(page, site, `${id}/verify/`);
      const cards = await page.css('.experiment').all();
      expect(told, id).toContain(`${cards.length} claims`);
      const [late, known] = await page.run(async () => {
        const view = document.querySelector('al-lesson') as unknown as {
          framed: {
            definition: {
              claims: { questions: string[] };
              verify: () => Promise<{ predictions?: { id: string }[] }>;
            };
          };
        };
        const { claims, verify } = view.framed.definition;
        const { predictions = [] } = await verify();
        return [predictions.map((one) => one.id), claims.questions];
      });
      expect(late, id).toEqual(known);
    }
  },
);
