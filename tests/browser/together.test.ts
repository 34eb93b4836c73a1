// SPDX-License-Identifier: MIT
// What no lesson can show alone: that none leaves anything behind, and that two in one page are two.
import type { Engine } from '../../web/src/engine/index.ts';
import type { LessonView } from '../../web/src/lessons/lesson-view.ts';
import { lessons } from '../../web/src/lessons/registry.ts';
import { openSite } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

const IDS = lessons.map(({ id }) => id);
const ROUNDS = 10;
/** The selectors that contain a lesson's rules: its own element, or the frame's element while it shows the lesson. */
const OWN = IDS.flatMap((id) => [`al-${id}`, `al-lesson[data-id="${id}"]`]);
/** Lessons with a stage that have style rules of their own. */
const FRAMED = ['kernel-regression', 'learning', 'scaling'];
const WITH_STYLES = IDS.filter((id) => id !== 'softmax')
  .map((id) => (FRAMED.includes(id) ? `al-lesson[data-id="${id}"]` : `al-${id}`))
  .toSorted();
/** More than any lesson sends in one call. */
const LARGE = 2 ** 20;

/** Goes to each lesson in turn, as links do, and waits until it is drawn. */
function visit(page: Page, ids: readonly string[], rounds: number): Promise<void> {
  return page.run(
    async (all, count) => {
      const frame = () => new Promise(requestAnimationFrame);
      for (const id of Array.from({ length: count }, () => all).flat()) {
        location.hash = `#/${id}`;
        while (!document.querySelector(`al-lesson-page[data-lesson="${id}"] .lesson .result`))
          await frame();
      }
    },
    [...ids],
    rounds,
  );
}

/**
 * Where the heap ends: the address of a request block larger than every one before, which lies behind all that is in use.
 * The call is refused, so that nothing else is allocated.
 */
const heapEnd = (page: Page, size: number): Promise<number> =>
  page.run((length) => {
    type Handle = { caller: { wire: { address: number } } };
    const { engine } = document.querySelector('al-site') as unknown as { engine: Engine };
    const precision = 'float32';
    try {
      const logits = { shape: [length], data: new Float32Array(length) };
      engine.softmax({ precision, temperature: 0, logits });
    } catch {
      // A handle refers to private data of the engine.
      const tensor = engine.newTensor({ precision, shape: [] });
      const { address } = (tensor as unknown as Handle).caller.wire;
      tensor.release();
      return address;
    }
    throw new Error('the call was not refused');
  }, size);

// What is left in the module's memory is the same in every browser.
once('going through all lessons ten times leaves the heap where it was', async ({ page, site }) => {
  await openSite(page, site);
  // The first time, blocks grow and what is used again is made.
  await visit(page, IDS, 1);
  await page.run(() => {
    location.hash = '#/';
  });
  await waitFor(async () => (await page.css('al-home').count()) === 1);
  let size = LARGE;
  const before = await heapEnd(page, size);
  await visit(page, IDS, ROUNDS);
  // Long work that was left in the middle gives its memory back in its next turn.
  await waitFor(async () => {
    size += 2 ** 16;
    expect((await heapEnd(page, size)) - before).toBeLessThanOrEqual(0);
    return true;
  });
});

/** What each lesson brought to the page's styles: beside what all wear, a rule that begins with its own element. */
const ownStyles = (page: Page) =>
  page.run((tags) => {
    const isOwn = (rule: CSSRule) =>
      rule instanceof CSSStyleRule && tags.includes(rule.selectorText.replaceAll("'", '"'));
    const sheets = document.adoptedStyleSheets
      .map(({ cssRules }) => [...cssRules])
      .filter((rules) => rules.some(isOwn));
    // The style sheet of a lesson in the frame has the lesson's own rules only. The frame's sheet has the shared ones.
    const whole = sheets.filter((rules) => rules.length > 1);
    const texts = whole.map((rules) => new Set(rules.map(({ cssText }) => cssText)));
    return sheets
      .flat()
      .filter(({ cssText }) => !texts.every((each) => each.has(cssText)))
      .map((rule) => (isOwn(rule) ? (rule as CSSStyleRule).selectorText : rule.cssText));
  }, OWN);

once('the styles of a lesson reach no other', async ({ page, site }) => {
  await openSite(page, site);
  await visit(page, IDS, 1);
  expect((await ownStyles(page)).toSorted()).toEqual(WITH_STYLES);
});

/** Puts a second view of the lesson that is shown below the first, and looks for what the two share. */
function addTwin(page: Page): Promise<string[]> {
  return page.run(async () => {
    type View = LessonView<object, unknown, Record<string, string>>;
    const first = document.querySelector('al-lesson-page .lesson')?.parentElement as View;
    const twin = document.createElement(first.localName) as View;
    twin.dataset.twin = '';
    // The property `framed` selects the lesson that the frame shows.
    Object.assign(twin, { framed: Reflect.get(first, 'framed') });
    const { otherView: _address, ...props } = first.props;
    twin.props = {
      ...props,
      onState: (state) => {
        twin.props = { ...twin.props, state };
      },
    };
    document.querySelector('main')?.append(twin);
    await twin.updateComplete;
    for (const details of document.querySelectorAll('details')) details.open = true;
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);

    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
    const names = new Set(
      [...first.querySelectorAll<HTMLInputElement>('[type="radio"]')].map(({ name }) => name),
    );
    const shared = [...twin.querySelectorAll<HTMLInputElement>('[type="radio"]')]
      .map(({ name }) => name)
      .filter((name) => names.has(name));
    const references = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls'].flatMap(
      (attribute) =>
        [...twin.querySelectorAll(`[${attribute}]`)].flatMap((element) =>
          (element.getAttribute(attribute) ?? '')
            .split(/\s+/)
            .map((id) => [attribute, id] as const),
        ),
    );
    const outside = references.filter(([, id]) => !twin.contains(document.getElementById(id)));
    return [
      ...twice.map((id) => `two elements have the id ${id}`),
      ...[...new Set(shared)].map((name) => `two groups have the name ${name}`),
      ...outside.map(([attribute, id]) => `${attribute} ${id} points out of its lesson`),
    ];
  });
}

/** Moves the first control of the second view, and says whose state has changed. */
function moveTwin(page: Page): Promise<{ first: boolean; twin: boolean }> {
  return page.run(async () => {
    type View = LessonView<object, unknown, Record<string, string>>;
    const first = document.querySelector('al-lesson-page .lesson')?.parentElement as View;
    const twin = document.querySelector('[data-twin]') as View;
    const states = () => [first, twin].map(({ props }) => JSON.stringify(props.state));
    const before = states();
    const control = (kind: string) =>
      twin.querySelector<HTMLInputElement>(`:is(.bench, .stage) ${kind}:enabled`);
    const slider = control('[type="range"]');
    if (slider === null) control('[type="radio"]:not(:checked)')?.click();
    else {
      const value = slider.valueAsNumber;
      slider.stepUp();
      if (slider.valueAsNumber === value) slider.stepDown();
      for (const type of ['input', 'change'])
        slider.dispatchEvent(new Event(type, { bubbles: true }));
    }
    await twin.updateComplete;
    const [isFirst, isTwin] = states().map((state, i) => state !== before[i]);
    return { first: isFirst === true, twin: isTwin === true };
  });
}

// Ids and states are the same in every browser.
once(
  'two of every lesson in one page share no id, no name and no state',
  async ({ page, site }) => {
    await openSite(page, site);
    for (const id of IDS) {
      await visit(page, [id], 1);
      expect(await addTwin(page), id).toEqual([]);
      expect(await moveTwin(page), id).toEqual({ first: false, twin: true });
      // An outcome, too, is the own one, and brings no id of the other.
      const verify = page.css('[data-twin] button[data-panel="verify"]');
      if ((await verify.count()) === 1) await verify.click();
      await page.css('[data-twin] .experiment-head button').nth(0).click();
      await waitFor(async () => (await page.css('[data-twin] .verdict').count()) === 1);
      expect(await page.css('al-lesson-page .verdict').count(), id).toBe(0);
      await page.run(() => document.querySelector('[data-twin]')?.remove());
    }
  },
);
