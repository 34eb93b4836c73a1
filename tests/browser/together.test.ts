// SPDX-License-Identifier: MIT
// Tests across lessons: no lesson leaks memory or styles, and two views of a lesson on one page are
// independent.
import type { Engine } from '../../web/src/engine/index.ts';
import type { FrameView } from '../../web/src/lessons/frame-view.ts';
import { lessons } from '../../web/src/lessons/registry.ts';
import { openSite } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

const IDS = lessons.map(({ id }) => id);
const ROUNDS = 10;
/** For each lesson: the selector of the style rule in which the lesson's rules are nested. */
const OWN = IDS.map((id) => `al-lesson[data-id="${id}"]`);
/** The same selectors without the one of "softmax", which has no style rules of its own. */
const WITH_STYLES = OWN.filter((selector) => !selector.includes('softmax')).toSorted();
/** A number of float32 entries: more than any lesson passes to the engine in one call. */
const LARGE = 2 ** 20;

/** Opens each lesson in turn, as links do, and waits until it is drawn. */
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
 * The end of the WebAssembly heap in use: the address of the engine's request block after a call with `size` entries,
 * more than in any earlier call, so that the block is allocated after all used memory. The call fails because the
 * temperature is 0, so it allocates nothing else.
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
      // Reads the address from private data of the engine, which a tensor's handle refers to.
      const tensor = engine.newTensor({ precision, shape: [] });
      const { address } = (tensor as unknown as Handle).caller.wire;
      tensor.release();
      return address;
    }
    throw new Error('the call was not refused');
  }, size);

// The module's memory does not depend on the browser, so one browser suffices.
once('opening all lessons ten times does not grow the heap', async ({ page, site }) => {
  await openSite(page, site);
  // The first round allocates blocks and objects that later rounds reuse, so it is not measured.
  await visit(page, IDS, 1);
  await page.run(() => {
    location.hash = '#/';
  });
  await waitFor(async () => (await page.css('al-home').count()) === 1);
  let size = LARGE;
  const before = await heapEnd(page, size);
  await visit(page, IDS, ROUNDS);
  // An interrupted computation frees its memory only in its next time slice, so the test tries again.
  await waitFor(async () => {
    size += 2 ** 16;
    expect((await heapEnd(page, size)) - before).toBeLessThanOrEqual(0);
    return true;
  });
});

/**
 * The top-level rules of all style sheets that lessons have added to the page: the selector of a rule for the lesson's
 * own element, or the whole text of any other rule.
 */
const ownStyles = (page: Page) =>
  page.run((tags) => {
    const isOwn = (rule: CSSRule) =>
      rule instanceof CSSStyleRule && tags.includes(rule.selectorText.replaceAll("'", '"'));
    return document.adoptedStyleSheets
      .map(({ cssRules }) => [...cssRules])
      .filter((rules) => rules.some(isOwn))
      .flat()
      .map((rule) => (isOwn(rule) ? (rule as CSSStyleRule).selectorText : rule.cssText));
  }, OWN);

once('the styles of a lesson do not affect other lessons', async ({ page, site }) => {
  await openSite(page, site);
  await visit(page, IDS, 1);
  expect((await ownStyles(page)).toSorted()).toEqual(WITH_STYLES);
});

/**
 * Adds a second view of the current lesson (the twin) below the first. Returns the ids and radio names that both use,
 * and the references from the twin to elements outside it.
 */
function addTwin(page: Page): Promise<string[]> {
  return page.run(async () => {
    const first = document.querySelector('al-lesson-page .lesson')?.parentElement as FrameView;
    const twin = document.createElement(first.localName) as FrameView;
    twin.dataset.twin = '';
    // The property `framed` selects the lesson that this component shows.
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

/** Operates the first control of the second view. Returns for each view whether its state has changed. */
function moveTwin(page: Page): Promise<{ first: boolean; twin: boolean }> {
  return page.run(async () => {
    const first = document.querySelector('al-lesson-page .lesson')?.parentElement as FrameView;
    const twin = document.querySelector('[data-twin]') as FrameView;
    const states = () => [first, twin].map(({ props }) => JSON.stringify(props.state));
    const before = states();
    const control = (kind: string) =>
      twin.querySelector<HTMLInputElement>(`.stage ${kind}:enabled`);
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

// Ids and states do not depend on the browser, so one browser suffices.
once(
  'two views of a lesson on one page share no id, no name and no state',
  async ({ page, site }) => {
    await openSite(page, site);
    for (const id of IDS) {
      await visit(page, [id], 1);
      expect(await addTwin(page), id).toEqual([]);
      expect(await moveTwin(page), id).toEqual({ first: false, twin: true });
      // A verdict on a claim that the second view shows must not appear in the first one.
      const verify = page.css('[data-twin] button[data-panel="verify"]');
      if ((await verify.count()) === 1) await verify.click();
      await page.css('[data-twin] .experiment-head button').nth(0).click();
      await waitFor(async () => (await page.css('[data-twin] .verdict').count()) === 1);
      expect(await page.css('al-lesson-page .verdict').count(), id).toBe(0);
      await page.run(() => document.querySelector('[data-twin]')?.remove());
    }
  },
);
