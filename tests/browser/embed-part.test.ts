// SPDX-License-Identifier: MIT
// Tests embeds that show only a figure of a lesson, or some of its steps.
import type { AttentionLabElement } from '../../web/src/embed/api.ts';
import { plain, REGRESSION, told } from './support/embed.ts';
import { reads } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const stateOf = (page: Page): Promise<URLSearchParams> =>
  page
    .css('attention-lab')
    .evaluate((element) => (element as AttentionLabElement).getState())
    .then((state) => new URLSearchParams(state));

/**
 * The parts of the element that do not fit. `scrolls`: by how many pixels the element, its root and the lesson overflow,
 * horizontally and vertically; `cut`: the classes of the parts outside the lesson's box.
 */
const beyond = (page: Page) =>
  page.css('attention-lab').evaluate((element) => {
    const root = element.shadowRoot?.querySelector('.al-root') as HTMLElement;
    const scenes = root.querySelector('.scenes') as HTMLElement;
    const scrolls = [element as HTMLElement, root, scenes].map((one) => [
      one.scrollWidth - one.clientWidth,
      one.scrollHeight - one.clientHeight,
    ]);
    const edge = scenes.getBoundingClientRect();
    const parts = '.scene-figure, .scene-controls *';
    const cut = Array.from(scenes.querySelectorAll(parts))
      .map((one) => [one.className, one.getBoundingClientRect()] as const)
      .filter(([, { right, bottom }]) => right > edge.right + 1 || bottom > edge.bottom + 1)
      .map(([name]) => `${name}`);
    return { scrolls: scrolls.flat(), cut };
  });

const FITS = { scrolls: [0, 0, 0, 0, 0, 0], cut: [] };

const size = (page: Page, width: number, height: number) =>
  page.css('attention-lab').evaluate(
    (element, [w, h]) => {
      const { style } = element as HTMLElement;
      style.width = `${w}px`;
      style.height = `${h}px`;
    },
    [width, height] as const,
  );

/** Checks that the lesson is as high as the element, and that the figure fills the height that its controls leave. */
async function fitsEachBox(page: Page): Promise<void> {
  const lab = page.css('attention-lab');
  const figure = lab.css('.scene-picture');
  // The host page sets no height, so the default of 480 px applies.
  expect((await lab.box()).height).toBe(480);
  for (const [width, height, least] of [
    [320, 320, 96],
    [358, 480, 160],
    [800, 600, 380],
  ] as const) {
    await size(page, width, height);
    await waitFor(async () => expect(await beyond(page)).toEqual(FITS));
    const { height: room } = await figure.box();
    expect(room).toBeGreaterThan(least);
    await waitFor(async () =>
      expect(Math.abs((await figure.css('svg').nth(0).box()).height - room)).toBeLessThan(room / 4),
    );
  }
}

test('the figure of a step fits a box of any height', async ({ page, host }) => {
  const server = await host('');
  const step = { lesson: 'softmax', lang: 'en', state: 'scene=temperature' };
  await page.open(plain(server, { ...step, show: 'figure' }));
  await told(page, 'ready');
  await fitsEachBox(page);
});

once('a frame of the figure fills its window', async ({ page, host }) => {
  const server = await host('dist');
  await page.open(`${server.url}embed.html?lang=en&show=figure#/softmax`);
  await waitFor(async () => (await page.css('.scenes.figure').count()) === 1);
  const rest = () =>
    page.run(() => {
      const lab = document.querySelector('attention-lab') as HTMLElement;
      return [lab.offsetHeight - innerHeight, document.documentElement.scrollHeight - innerHeight];
    });
  await waitFor(async () => expect(await rest()).toEqual([0, 0]));
});

once('some steps are shown one at a time, and the state names it', async ({ page, host }) => {
  const server = await host('');
  await page.open(plain(server, { ...REGRESSION, steps: '4-5', state: 'scene=people&query=53' }));
  const [ready] = await told(page, 'ready');
  expect(new URLSearchParams(ready?.detail.state).get('scene')).toBe('hand');
  const lab = page.css('attention-lab');
  const present = () => lab.css('.scene-step').attribute('data-step');
  await waitFor(async () => (await present()) === 'hand');
  expect(await lab.css('.scene-step').count()).toBe(1);
  expect(await lab.css('.scene-turns .scene-count').text()).toBe('Step 1 of 2');
  expect(await page.get('alert').count()).toBe(0);
  await lab.get('button', { name: 'Next step' }).click();
  await waitFor(async () => (await present()) === 'bandwidth');
  const changes = await told(page, 'state-change');
  expect(new URLSearchParams(changes.at(-1)?.detail.state).get('scene')).toBe('bandwidth');

  // The element shows steps 4 and 5. For step 7 it shows the nearest, step 5; a reset returns to the first, step 4.
  const steered = await lab.evaluate((element) => {
    const own = element as AttentionLabElement;
    own.setState('scene=plane');
    const last = own.getState();
    own.reset();
    return [last, own.getState()].map((state) => new URLSearchParams(state).get('scene'));
  });
  expect(steered).toEqual(['bandwidth', 'hand']);
  await lab.evaluate((element) => element.setAttribute('steps', '6'));
  await waitFor(async () => (await stateOf(page)).get('scene') === 'formula');
  expect(await lab.css('.scene-step').count()).toBe(1);
});

/** Runs in the page. Records calls that scroll the window: scroll methods, and `focus` without `preventScroll`. */
function watchScrolls(): void {
  const calls: string[] = [];
  Reflect.set(window, 'scrolls', calls);
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (options) {
    if (!options?.preventScroll) calls.push('focus');
    focus.call(this, options);
  };
  const note = (name: string) => () => calls.push(name);
  Object.assign(Element.prototype, { scrollIntoView: note('scrollIntoView') });
  Object.assign(window, { scrollTo: note('scrollTo'), scrollBy: note('scrollBy') });
}

once('what a reader does in a card does not scroll the host page', async ({ page, host }) => {
  const server = await host('');
  await page.open(plain(server, { lesson: 'self-attention', lang: 'en', steps: '1-5' }));
  await told(page, 'ready');
  await page.run(watchScrolls);
  const lab = page.css('attention-lab');
  // A script clicks the elements, because the tests' driver would scroll to an element that it clicks.
  const click = (selector: string) =>
    lab.evaluate((element, wanted) => {
      const found = element.shadowRoot?.querySelector(wanted);
      found?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
      if (!found) throw new Error(`no ${wanted}`);
    }, selector);
  // A click on a number of the figure moves the focus to its control.
  await click('.scene-picture [data-edits]');
  await waitFor(() =>
    lab.evaluate((element) => element.shadowRoot?.activeElement?.localName === 'input'),
  );
  for (let step = 2; step <= 5; step++) {
    await click('.scene-turns button:last-of-type');
    await reads(() => lab.css('.scene-turns .scene-count').text(), `Step ${step} of 5`);
  }
  await click('.predict-buttons .quiet:last-of-type');
  await waitFor(async () => (await lab.css('.predict-outcome').text()).length > 0);
  expect(await page.run(() => Reflect.get(window, 'scrolls'))).toEqual([]);
});
