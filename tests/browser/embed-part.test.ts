// SPDX-License-Identifier: MIT
// Tests embeds that show only a lesson's stage (its figure with the controls) or some of its beats (the passages of
// its text).
import type { AttentionLabElement } from '../../web/src/embed/api.ts';
import { LEARNING, plain, told } from './support/embed.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

const stateOf = (page: Page): Promise<URLSearchParams> =>
  page
    .css('attention-lab')
    .evaluate((element) => (element as AttentionLabElement).getState())
    .then((state) => new URLSearchParams(state));

/**
 * The parts of the element that do not fit. `scrolls`: by how many pixels the element, its root and the stage overflow,
 * horizontally and vertically; `cut`: the classes of the parts outside the stage's box.
 */
const beyond = (page: Page) =>
  page.css('attention-lab').evaluate((element) => {
    const root = element.shadowRoot?.querySelector('.al-root') as HTMLElement;
    const stage = root.querySelector('.stage') as HTMLElement;
    const scrolls = [element as HTMLElement, root, stage].map((one) => [
      one.scrollWidth - one.clientWidth,
      one.scrollHeight - one.clientHeight,
    ]);
    const edge = stage.getBoundingClientRect();
    const parts = '.stage-figure, .stage-row, .stage-controls *, .scene-figure, .scene-controls *';
    const cut = Array.from(stage.querySelectorAll(parts))
      .map((one) => [one.className, one.getBoundingClientRect()] as const)
      .filter(([, { right, bottom }]) => right > edge.right + 1 || bottom > edge.bottom + 1)
      .map(([name]) => `${name}`);
    return { scrolls: scrolls.flat(), cut };
  });

const FITS = { scrolls: [0, 0, 0, 0, 0, 0], cut: [] };

/** Sets the size of the element, in px. */
const size = (page: Page, width: number, height: number) =>
  page.css('attention-lab').evaluate(
    (element, [w, h]) => {
      const { style } = element as HTMLElement;
      style.width = `${w}px`;
      style.height = `${h}px`;
    },
    [width, height] as const,
  );

/** Checks that the stage is as high as the element, and that the figure fills what its controls leave. */
async function fitsEachBox(page: Page, place: string): Promise<void> {
  const lab = page.css('attention-lab');
  const figure = lab.css(place);
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
    // The plot's height differs from the figure's height (`room`) by less than a quarter.
    await waitFor(async () =>
      expect(Math.abs((await figure.css('svg').nth(0).box()).height - room)).toBeLessThan(room / 4),
    );
  }
}

test('a stage without beats fits a box of any height, and the figure fills the rest', async ({
  page,
  host,
}) => {
  const server = await host('');
  await page.open(plain(server, { ...LEARNING, show: 'stage' }));
  await told(page, 'ready');
  await fitsEachBox(page, '.stage-figure');
  const lab = page.css('attention-lab');
  expect(await lab.css('.beat, .panels, .dots').count()).toBe(0);
  await page.get('radio', { name: 'Repetition' }).press('Space');
  await told(page, 'state-change');
  // "More" opens more controls than the stage has room for. The stage scrolls, so the last control can still be used.
  await size(page, 320, 320);
  await page.get('button', { name: 'More' }).click();
  await page.get('radio', { name: 'heads' }).press('Space');
  await waitFor(async () => (await stateOf(page)).get('compare') === 'heads');
});

once('the figure of a step fits a box of any height', async ({ page, host }) => {
  const server = await host('');
  const step = { lesson: 'softmax', lang: 'en', state: 'scene=temperature' };
  await page.open(plain(server, { ...step, show: 'stage' }));
  await told(page, 'ready');
  await fitsEachBox(page, '.scene-picture');
});

for (const lesson of ['learning', 'softmax'])
  once(`a frame of the stage fills its window: ${lesson}`, async ({ page, host }) => {
    const server = await host('dist');
    await page.open(`${server.url}embed.html?lang=en&show=stage#/${lesson}`);
    await waitFor(async () => (await page.css('.stage').count()) === 1);
    const rest = () =>
      page.run(() => {
        const lab = document.querySelector('attention-lab') as HTMLElement;
        return [
          lab.offsetHeight - innerHeight,
          document.documentElement.scrollHeight - innerHeight,
        ];
      });
    await waitFor(async () => expect(await rest()).toEqual([0, 0]));
  });

test('some beats are beside the stage, and the current beat is part of the state', async ({
  page,
  host,
}) => {
  const server = await host('');
  await page.open(plain(server, { ...LEARNING, beats: '2-4', state: 'seed=2&beat=1' }));
  const [ready] = await told(page, 'ready');
  expect(new URLSearchParams(ready?.detail.state).get('beat')).toBe('2');
  const lab = page.css('attention-lab');
  await lab.css('.beat').nth(0).box();
  const ids = await lab.evaluate((element) =>
    Array.from(
      element.shadowRoot?.querySelectorAll<HTMLElement>('.beat') ?? [],
      ({ dataset }) => dataset.beat,
    ),
  );
  expect(ids).toEqual(['bound', 'depth', 'induction']);
  expect(await lab.css('.dots .dot').count()).toBe(3);
  expect(await lab.css('.dots .dot').nth(0).attribute('aria-current')).toBe('step');
  expect(await lab.css('.panels').count()).toBe(0);
  expect(await page.get('alert').count()).toBe(0);

  await lab.css('.dots .dot').nth(1).click();
  await waitFor(async () => (await stateOf(page)).get('beat') === '3');
  await lab.css('[data-beat="depth"]').press('ArrowDown');
  await waitFor(async () => (await stateOf(page)).get('beat') === '4');
  expect(await lab.css('.beat.present').attribute('data-beat')).toBe('induction');
  const changes = await told(page, 'state-change');
  expect(new URLSearchParams(changes.at(-1)?.detail.state).get('beat')).toBe('4');

  // The element shows beats (passages) 2 to 4. For beat 7 it shows the nearest, beat 4; a reset returns to the first,
  // beat 2.
  const steered = await lab.evaluate((element) => {
    const own = element as AttentionLabElement;
    own.setState('beat=7');
    const last = own.getState();
    own.reset();
    return [last, own.getState()].map((state) => new URLSearchParams(state).get('beat'));
  });
  expect(steered).toEqual(['4', '2']);
  await lab.evaluate((element) => element.setAttribute('beats', '6'));
  await waitFor(async () => (await stateOf(page)).get('beat') === '6');
  expect(await lab.css('.beat').count()).toBe(1);
  expect((await stateOf(page)).get('seed')).toBe('2');
});

once('an invalid part is reported, and the lesson is usable', async ({ page, host }) => {
  const server = await host('');
  await page.open(plain(server, { ...LEARNING, show: 'x', beats: '9-2' }));
  await told(page, 'ready');
  const errors = await told(page, 'error', 2);
  expect(errors.map(({ detail }) => detail.kind)).toEqual(['part', 'part']);
  expect(errors[0]?.detail.message).toContain('“x”');
  expect(errors[1]?.detail.message).toContain('“9-2”');
  expect(errors[1]?.detail.message).toContain('1 to 8');
  expect(await page.get('alert').count()).toBe(2);
  expect(await page.css('.beat').count()).toBe(8);
  expect(await page.css('.panels').count()).toBe(1);
});

once('Verify replaces the lesson and returns to its previous state', async ({ page, host }) => {
  const server = await host('');
  await page.open(plain(server, { ...LEARNING, state: 'seed=53' }));
  await told(page, 'ready');
  const address = await page.url();
  await page.css('[data-panel="verify"]').click();
  await waitFor(async () => (await page.css('.verify').count()) === 1);
  await page.get('button', { name: 'Put it to the test' }).nth(0).click();
  const [result] = await told(page, 'experiment-result');
  expect(result?.detail).toMatchObject({
    lesson: 'learning',
    verdict: expect.any(String),
  });
  const data = await page
    .css('attention-lab')
    .evaluate((element) => (element as AttentionLabElement).exportData());
  expect(data).toMatchObject({ lesson: 'learning', state: expect.any(String) });
  expect(data?.experiments).toHaveLength(1);
  await page.get('button', { name: 'Back to the lesson: Learning' }).click();
  await waitFor(async () => (await page.css('.beat').count()) === 8);
  expect((await stateOf(page)).get('seed')).toBe('53');
  expect(await page.url()).toBe(address);
});
