// SPDX-License-Identifier: MIT
// Tests pointer and keyboard input in the plot: which touches, mouse drags and keys move a point or the cursor.

import { middle, mountPlot, type Place, sent, test, touch } from './support/own-plot.ts';
import { expect } from './support/test.ts';

test('scrolling with a finger on the plot moves nothing', async ({ page }) => {
  const plot = await mountPlot(page);
  await touch(
    plot,
    ['pointerdown', 200, 150],
    ['pointermove', 201, 158],
    ['pointercancel', 0, 0],
    ['pointermove', 300, 150],
  );
  expect(await sent(page)).toEqual([]);
});

test('a drag cancelled by the browser restores the values to the last digit', async ({ page }) => {
  const plot = await mountPlot(page);
  const { x, y } = await middle(page, '.dot');
  await touch(
    plot,
    ['pointerdown', x, y],
    ['pointermove', x + 40, y + 30],
    ['pointercancel', 0, 0],
  );
  expect((await sent(page)).at(-1)).toEqual({ target: 0, x: 51.234567, y: 40.123456, final: true });
  await touch(plot, ['pointerdown', 200, 150], ['pointermove', 240, 152], ['pointercancel', 0, 0]);
  expect((await sent(page)).at(-1)).toMatchObject({ target: 'cursor', x: 80.123456, final: true });
});

test('a tap or a sideways finger moves the cursor', async ({ page }) => {
  const plot = await mountPlot(page);
  await touch(plot, ['pointerdown', 200, 150]);
  expect(await sent(page)).toEqual([]);
  await touch(plot, ['pointerup', 200, 150]);
  expect(await sent(page)).toMatchObject([{ target: 'cursor', final: true }]);
  await touch(plot, ['pointerdown', 200, 150], ['pointermove', 220, 151]);
  expect((await sent(page)).slice(1)).toMatchObject([{ target: 'cursor', final: false }]);
  await touch(plot, ['pointerup', 230, 151]);
  expect((await sent(page)).at(-1)?.final).toBe(true);
});

test('a finger on a handle does not scroll, beside it does', async ({ page }) => {
  const plot = await mountPlot(page);
  const scrolls = (place: Place) =>
    plot.evaluate((surface, { x, y }) => {
      const { left, top } = surface.getBoundingClientRect();
      const event = new Event('touchstart', { bubbles: true, cancelable: true });
      Object.assign(event, { changedTouches: [{ clientX: left + x, clientY: top + y }] });
      return surface.dispatchEvent(event);
    }, place);
  for (const part of ['.cursor .grip', '.point .grip']) {
    const { x, y } = await middle(page, part);
    expect(await scrolls({ x: x - 23, y }), part).toBe(false);
    expect(await scrolls({ x: x - 25, y }), part).toBe(true);
    const grip = page.css(`#own ${part}`);
    expect(await grip.evaluate((element) => getComputedStyle(element).touchAction)).toBe('none');
    expect(await grip.attribute('r')).toBe('24');
  }
});

test('of overlapping handles, the nearest gets drag and focus', async ({ page }) => {
  const plot = await mountPlot(page, {}, [
    { x: 50, y: 50 },
    { x: 51, y: 50 },
  ]);
  const { x, y } = await page.css('#own .dot').nth(0).box();
  await page.pointer({ x, y: y + 6 }, 'down', { x: x - 40, y }, 'up');
  expect(new Set((await sent(page)).map(({ target }) => target))).toEqual(new Set([0]));
  expect(await plot.css('.point').nth(0).isFocused()).toBe(true);
});

test('a press without a move fires no event', async ({ page }) => {
  await mountPlot(page);
  await page.css('#own .point .grip').click();
  await page.css('#own .cursor-handle').click();
  const { x, y, width, height } = await page.css('#own .dot').box();
  const at = { x: x + width / 2, y: y + height / 2 };
  await page.pointer(at, 'down', { x: at.x + 2, y: at.y }, 'up');
  expect(await sent(page)).toEqual([]);
  expect(await page.css('#own .point').isFocused()).toBe(true);
});

test('a second finger does not affect a drag', async ({ page }) => {
  const plot = await mountPlot(page);
  const { x, y } = await middle(page, '.dot');
  await touch(plot, ['pointerdown', x, y], ['pointermove', x + 20, y]);
  const one = await sent(page);
  expect(one).toHaveLength(1);
  await touch(
    plot,
    ['pointerdown', 400, 60, 8],
    ['pointermove', 420, 60, 8],
    ['pointerup', 420, 60, 8],
  );
  expect(await sent(page)).toEqual(one);
  await touch(plot, ['pointerup', x + 20, y]);
  expect((await sent(page)).at(-1)).toEqual({ ...one[0], final: true });
});

test('a drag ends when pointer capture is lost or the plot is removed', async ({ page }) => {
  const plot = await mountPlot(page);
  const { x, y } = await middle(page, '.dot');
  await touch(
    plot,
    ['pointerdown', x, y],
    ['pointermove', x + 20, y],
    ['lostpointercapture', 0, 0],
    ['pointermove', x + 90, y],
  );
  const ended = await sent(page);
  expect(ended.map(({ final }) => final)).toEqual([false, true]);
  expect(ended[1]).toEqual({ ...ended[0], final: true });

  await touch(plot, ['pointerdown', x + 20, y], ['pointermove', x + 60, y]);
  await page.run(() => {
    const own = document.getElementById('own');
    const place = own?.parentElement;
    own?.remove();
    if (own) place?.append(own);
  });
  await touch(plot, ['pointermove', x + 90, y], ['pointerup', x + 90, y]);
  expect(await sent(page)).toHaveLength(3);
});

test('a key moves one coordinate and keeps every digit of the other', async ({ page }) => {
  await mountPlot(page);
  const point = page.get('slider', { name: 'Point 0' });
  await point.press('ArrowRight');
  expect((await sent(page)).at(-1)).toEqual({ target: 0, x: 52, y: 40.123456, final: true });
  await point.press('ArrowUp');
  expect((await sent(page)).at(-1)).toEqual({ target: 0, x: 52, y: 41, final: true });
});

test('Home, End and the page keys move points and cursor', async ({ page }) => {
  await mountPlot(page, { pointHint: 'Left and right move x, up and down move y.' });
  const scrolled = await page.run(() => scrollY);
  for (const [name, start] of [
    ['Point 0', 51],
    ['Own cursor', 80],
  ] as const) {
    const slider = page.get('slider', { name });
    const reached: number[] = [];
    for (const key of ['PageUp', 'PageDown', 'End', 'Home']) {
      await slider.press(key);
      reached.push((await sent(page)).at(-1)?.x ?? Number.NaN);
    }
    expect(reached, name).toEqual([start + 10, start, 100, 0]);
  }
  expect(await page.run(() => scrollY)).toBe(scrolled);
  const point = page.get('slider', { name: 'Point 0' });
  expect((await sent(page)).at(0)?.y).toBe(40.123456);
  expect(await point.attribute('aria-description')).toBe(
    'Left and right move x, up and down move y.',
  );
});

test('neither drags nor keys exceed the limits', async ({ page }) => {
  const plot = await mountPlot(page, { limits: { x: [20, 90.5], y: [30, 200] } });
  const { x, y } = await middle(page, '.dot');
  await touch(plot, ['pointerdown', x, y], ['pointermove', -500, 900], ['pointerup', 5000, -900]);
  const [low, high] = await sent(page);
  expect(low).toMatchObject({ x: 20, y: 30 });
  expect(high).toMatchObject({ x: 90.5, y: 100 });
  const cursor = page.get('slider', { name: 'Own cursor' });
  await cursor.press('Home');
  expect((await sent(page)).at(-1)?.x).toBe(20);
  expect(await cursor.attribute('aria-valuemin')).toBe('20');
});
