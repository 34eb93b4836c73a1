// SPDX-License-Identifier: MIT
// Tests that two views of a lesson on one page are independent.
import type { FrameView } from '../../web/src/lessons/frame-view.ts';
import { stageLessons } from '../../web/src/lessons/kinds.ts';
import { openSite } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

const IDS = stageLessons.map(({ id }) => id);

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
    for (const id of IDS) {
      await openSite(page, site, `${id}/`);
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
