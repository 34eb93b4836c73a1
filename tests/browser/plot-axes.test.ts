// SPDX-License-Identifier: MIT
// Tests that axes animate to a new interval and dispatch an event, and that texts in a low plot do not overlap.

import { hasSettled, openSite } from './support/lesson.ts';
import { middle, mountPlot, test, touch } from './support/own-plot.ts';
import type { Page } from './support/page.ts';
import { expect } from './support/test.ts';

/**
 * Sets the interval of the x axis. Returns the point's x in each frame of the animation, and the details of the
 * `al-axes` events.
 */
const widen = (page: Page, interval: [number, number]) =>
  page.run(async (to) => {
    type Own = HTMLElement & { xAxis: object; updateComplete: Promise<unknown> };
    const own = document.querySelector('#own') as Own;
    const told: unknown[] = [];
    const listen = (event: Event) => told.push((event as CustomEvent).detail);
    own.addEventListener('al-axes', listen);
    const place = () => Number(own.querySelector('.dot')?.getAttribute('cx'));
    const places = [place()];
    own.xAxis = { label: 'x', interval: to };
    await own.updateComplete;
    const isMoving = own.hasAttribute('data-moving');
    for (;;) {
      places.push(place());
      if (!own.hasAttribute('data-moving')) break;
      await new Promise(requestAnimationFrame);
    }
    own.removeEventListener('al-axes', listen);
    return { places, told, isMoving };
  }, interval);

/** The texts at the axes: tick labels and titles. */
const ticks = (page: Page) =>
  page.run(() => [...document.querySelectorAll('#own .axes text')].map((text) => text.textContent));

test('an axis that changes is animated and fires one event', async ({ page }) => {
  await mountPlot(page);
  const { places, told, isMoving } = await widen(page, [0, 400]);
  expect(isMoving).toBe(true);
  expect(told).toEqual([{ x: [0, 400], y: [0, 100] }]);
  const falling = places.every((x, i) => i === 0 || x <= (places[i - 1] ?? 0));
  expect(falling).toBe(true);
  // The animation has at least six frames, even on a slow device.
  expect(new Set(places).size).toBeGreaterThan(5);
  expect(await ticks(page)).toContain('400');
  // Setting the same interval again is no change.
  expect(await widen(page, [0, 400])).toMatchObject({ told: [], isMoving: false });
});

test('with reduced motion an axis changes at once and fires an event', async ({
  newPage,
  site,
}) => {
  const page = await newPage({
    width: 1280,
    height: 900,
    reducedMotion: true,
    // The scheme is dark only to save time: another test combines reduced motion with the dark scheme, and Firefox
    // needs a separate instance for each combination of media features.
    colorScheme: 'dark',
  });
  await openSite(page, site, 'kernel-regression/verify/');
  await hasSettled(page, 'kernel-regression/verify/');
  await mountPlot(page);
  const { places, told, isMoving } = await widen(page, [0, 400]);
  expect(isMoving).toBe(false);
  expect(told).toEqual([{ x: [0, 400], y: [0, 100] }]);
  expect(places).toHaveLength(2);
  expect(places[1]).toBeLessThan(places[0] ?? 0);
});

test('axes are fixed while a handle is dragged, and change when it is released', async ({
  page,
}) => {
  const plot = await mountPlot(page);
  const { x, y } = await middle(page, '.dot');
  await touch(plot, ['pointerdown', x, y], ['pointermove', x + 20, y]);
  const held = await widen(page, [0, 400]);
  expect(held).toMatchObject({ told: [], isMoving: false });
  expect(new Set(held.places).size).toBe(1);
  expect(await ticks(page)).not.toContain('400');
  await touch(plot, ['pointerup', x + 20, y]);
  const moving = await page.run(async () => {
    await (document.querySelector('#own') as unknown as { updateComplete: unknown }).updateComplete;
    const own = document.querySelector('#own');
    while (own?.hasAttribute('data-moving')) await new Promise(requestAnimationFrame);
    return Number(own?.querySelector('.dot')?.getAttribute('cx'));
  });
  expect(moving).toBeLessThan(held.places[0] ?? 0);
  expect(await ticks(page)).toContain('400');
});

test('a plot keeps the height given by property or by style', async ({ page }) => {
  await page.resize(390, 844);
  const plot = await mountPlot(page, { height: 190 });
  expect((await plot.box()).height).toBeCloseTo(190, 0);
  const texts = await page.run(() =>
    [...document.querySelectorAll('#own .axes text')].map((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      return { left, right, top: top + 2, bottom: bottom - 2 };
    }),
  );
  for (const [i, a] of texts.entries())
    for (const b of texts.slice(i + 1)) {
      const isApart =
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      expect(isApart).toBe(true);
    }
  expect(texts.length).toBeGreaterThan(7);
  await page.run(() => {
    document.querySelector('#own')?.remove();
    document.querySelector('main')?.style.setProperty('--figure-height', '210');
  });
  const other = await mountPlot(page);
  expect((await other.box()).height).toBeCloseTo(210, 0);
  await page.run(() => document.querySelector('main')?.style.removeProperty('--figure-height'));
});
