// SPDX-License-Identifier: MIT
// The components by themselves, with a state of their own, on the page of a lesson.
import { openSite } from './support/lesson.ts';
import type { Locator } from './support/locator.ts';
import type { Page } from './support/page.ts';
import { test as base, expect } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = base.extend('page', async ({ newPage, site }) => {
  const page = await newPage({ width: 1280, height: 900 });
  await openSite(page, site, '#/kernel-regression');
  return page;
});

type Place = { x: number; y: number };
type Sent = { target: number | 'cursor'; x: number; y: number; final: boolean };
type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json };

/** A plot with its own points and cursor, which does what it is told and records it. */
async function mountPlot(
  page: Page,
  given: Record<string, Json> = {},
  places: Place[] = [{ x: 51.234567, y: 40.123456 }],
): Promise<Locator> {
  const points = places.map(({ x, y }, i) => {
    return { x, y, label: `Point ${i}`, text: `${x}, ${y}`, emphasis: 0 };
  });
  await page.run(
    (props) => {
      type Plot = HTMLElement & { sent: Sent[]; points: Place[]; cursor: number };
      const plot = document.createElement('al-curve-plot') as Plot;
      Object.assign(plot, {
        description: 'A plot',
        xAxis: { label: 'x', interval: [0, 100] },
        yAxis: { label: 'y', interval: [0, 100] },
        curve: [],
        cursor: 80.123456,
        cursorLabel: 'Own cursor',
        cursorText: '',
        markerLabel: '',
        format: String,
        sent: [],
        ...props,
      });
      plot.addEventListener('al-move', (event) => {
        const { detail } = event as CustomEvent<Sent>;
        const { target, x, y } = detail;
        plot.sent.push(detail);
        if (target === 'cursor') plot.cursor = x;
        else plot.points = plot.points.with(target, { ...plot.points[target], x, y });
      });
      plot.id = 'own';
      document.querySelector('main')?.replaceChildren(plot);
    },
    { ...given, points },
  );
  return page.css('#own .plot');
}

const sent = (page: Page) => page.css('#own').property<Sent[]>('sent');

type Touch = [type: string, x: number, y: number, pointerId?: number];

/** Events as the browser sends them for fingers, at pixels of the plot. */
const touch = (plot: Locator, ...events: Touch[]) =>
  plot.evaluate((surface, list) => {
    // No finger is really there to be captured.
    surface.setPointerCapture = () => {};
    const { left, top } = surface.getBoundingClientRect();
    for (const [type, x, y, pointerId = 7] of list) {
      const isPlaceless = type === 'pointercancel' || type === 'lostpointercapture';
      const clientX = isPlaceless ? 0 : left + x;
      const clientY = isPlaceless ? 0 : top + y;
      surface.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerType: 'touch',
          pointerId,
          button: 0,
          clientX,
          clientY,
        }),
      );
    }
  }, events);

/** The middle of a part of the plot, in pixels of the plot. */
async function middle(page: Page, part: string): Promise<Place> {
  const plot = await page.css('#own .plot').box();
  const { x, y, width, height } = await page.css(`#own ${part}`).box();
  return { x: x + width / 2 - plot.x, y: y + height / 2 - plot.y };
}

test('scrolling by a finger on the plot moves nothing', async ({ page }) => {
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

test('a drag that the browser breaks off puts back what was there, to the last digit', async ({
  page,
}) => {
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

test('a tap and a sideways finger take the cursor along', async ({ page }) => {
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

test('a finger on what can be grabbed does not scroll, beside it does', async ({ page }) => {
  const plot = await mountPlot(page);
  const scrolls = (place: Place) =>
    plot.evaluate((surface, { x, y }) => {
      const { left, top } = surface.getBoundingClientRect();
      const event = new Event('touchstart', { cancelable: true });
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

test('of overlapping grips the nearest point takes drag and focus', async ({ page }) => {
  const plot = await mountPlot(page, {}, [
    { x: 50, y: 50 },
    { x: 51, y: 50 },
  ]);
  const { x, y } = await page.css('#own .dot').nth(0).box();
  await page.pointer({ x, y: y + 6 }, 'down', { x: x - 40, y }, 'up');
  expect(new Set((await sent(page)).map(({ target }) => target))).toEqual(new Set([0]));
  expect(await plot.css('.point').nth(0).isFocused()).toBe(true);
});

test('a press that does not move sends nothing', async ({ page }) => {
  await mountPlot(page);
  await page.css('#own .point .grip').click();
  await page.css('#own .cursor-handle').click();
  const { x, y, width, height } = await page.css('#own .dot').box();
  const at = { x: x + width / 2, y: y + height / 2 };
  await page.pointer(at, 'down', { x: at.x + 2, y: at.y }, 'up');
  expect(await sent(page)).toEqual([]);
  expect(await page.css('#own .point').isFocused()).toBe(true);
});

test('a second finger has no part in a drag', async ({ page }) => {
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

test('a drag ends with the capture of its pointer, and with the plot', async ({ page }) => {
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

test('a key moves one coordinate and leaves every digit of the other', async ({ page }) => {
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

test('neither drag nor key leaves the limits', async ({ page }) => {
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

/** A text's box is higher than its figures, by this many pixels above and below. */
const LEADING = 2;

/** Pairs of elements whose boxes lie over each other. */
const overlaps = (page: Page, selector: string) =>
  page.run(
    (wanted, leading) => {
      const boxes = [...document.querySelectorAll(wanted)].map((element) => ({
        text: element.textContent,
        box: element.getBoundingClientRect(),
      }));
      return boxes.flatMap((a, i) =>
        boxes
          .slice(i + 1)
          .filter(
            (b) =>
              a.box.left < b.box.right &&
              b.box.left < a.box.right &&
              a.box.top + leading < b.box.bottom - leading &&
              b.box.top + leading < a.box.bottom - leading,
          )
          .map((b) => `${a.text} | ${b.text}`),
      );
    },
    selector,
    LEADING,
  );

test('texts of the axes have room, however long the numbers', async ({ page }) => {
  await page.resize(320, 700);
  await mountPlot(page, {
    xAxis: { label: 'waist', interval: [-20_000, 30_000] },
    yAxis: { label: 'a rather long name', interval: [-1e10, 1e10] },
  });
  expect(await overlaps(page, '#own .axes text')).toEqual([]);
  expect(await page.css('#own .axes text').count()).toBeGreaterThan(5);
});

test('labels and numbers of bars are never cut', async ({ page }) => {
  await page.resize(320, 700);
  await page.run(() => {
    const bars = Object.assign(document.createElement('al-bars'), {
      id: 'own',
      description: 'Bars',
      bars: [
        { label: '36 × 10⁻⁵', share: 0.5, text: '1.255499562 × 10⁻⁸' },
        { label: '0.0012345', share: 0.5, text: '0.5' },
      ],
    });
    document.querySelector('main')?.replaceChildren(bars);
  });
  await page.css('#own .number').nth(0).box();
  expect(await overlaps(page, '#own text, #own .track')).toEqual([]);
  const room = await page.css('#own').box();
  for (const text of await page.css('#own text').all()) {
    const { x, width } = await text.box();
    expect(x).toBeGreaterThanOrEqual(room.x);
    expect(x + width).toBeLessThanOrEqual(room.x + room.width);
  }
});

/** A control with its own value, which takes every number that it is sent. */
async function mountControl(
  page: Page,
  name: 'al-number-box' | 'al-slider',
  given: Record<string, Json> = {},
): Promise<Locator> {
  await page.run(
    (tag, props) => {
      const control = document.createElement(tag) as HTMLElement & { sent: unknown[] };
      Object.assign(control, {
        label: 'Own',
        value: 57,
        lowest: -10_000,
        highest: 10_000,
        min: 0,
        max: 100,
        live: [0, 100],
        revision: {},
        sent: [],
        ...props,
      });
      control.addEventListener('al-value', (event) => {
        const { detail } = event as CustomEvent;
        control.sent.push(detail);
        // As a lesson answers: a little later.
        queueMicrotask(() => Object.assign(control, { value: detail.value, revision: {} }));
      });
      control.id = 'own';
      document.querySelector('main')?.prepend(control);
    },
    name,
    given,
  );
  return page.css('#own').get('spinbutton');
}

const assign = (page: Page, props: Record<string, Json>) =>
  page.css('#own').evaluate((control, given) => {
    Object.assign(control, given);
  }, props);

const values = async (page: Page) =>
  (await page.css('#own').property<{ value: number; final: boolean }[]>('sent')).map(
    ({ value, final }) => [value, final] as const,
  );

test('a box leaves alone what is being typed', async ({ page }) => {
  const box = await mountControl(page, 'al-number-box', { value: 57.5 });
  await box.press('End', 'Backspace');
  await page.type('3');
  expect(await box.value()).toBe('57.3');
  await page.keys('Tab');
  expect((await values(page)).at(-1)).toEqual([57.3, true]);

  await assign(page, { value: 1.05 });
  await waitFor(async () => (await box.value()) === '1.05');
  await box.press('End', 'Backspace');
  await page.type('7');
  expect(await box.value()).toBe('1.07');
  await page.keys('Tab');
  expect((await values(page)).at(-1)).toEqual([1.07, true]);
});

test('a finished number is shown as it is kept', async ({ page }) => {
  const box = await mountControl(page, 'al-number-box');
  await box.fill('0060.0');
  await waitFor(async () => (await box.value()) === '60');
  await box.fill('61.0', 'Enter');
  await waitFor(async () => (await box.value()) === '61');
});

test('a refusal puts back the value from before the typing', async ({ page }) => {
  const box = await mountControl(page, 'al-number-box');
  await box.fill('600000');
  expect(await values(page)).toEqual([
    [6, false],
    [60, false],
    [57, true],
  ]);
  const error = page.css('#own .field-error');
  await waitFor(() => error.isVisible());
  expect(await box.value()).toBe('600000');
  await box.fill('58');
  await waitFor(async () => !(await error.isVisible()));
  expect((await values(page)).at(-1)).toEqual([58, true]);
});

for (const name of ['al-number-box', 'al-slider'] as const) {
  test(`${name}: a state set anew clears what was refused, even with the same number`, async ({
    page,
  }) => {
    const box = await mountControl(page, name);
    const error = page.css('#own .field-error');
    for (const refused of ['-600000', '600000']) {
      await box.fill(refused);
      await waitFor(() => error.isVisible());
      await assign(page, { value: 57, revision: {} });
      await waitFor(async () => !(await error.isVisible()));
      expect(await box.value()).toBe('57');
      expect(await box.attribute('aria-invalid')).toBe('false');
    }
  });
}

test('the thumb follows the value when the range’s steps change', async ({ page }) => {
  await mountControl(page, 'al-slider', { step: 8 });
  const range = page.css('#own input[type="range"]');
  await waitFor(async () => (await range.value()) === '56');
  await assign(page, { step: 1 });
  await waitFor(async () => (await range.value()) === '57');
});

test('a message below a box in the table widens no column and is not covered', async ({ page }) => {
  const cell = page.css('.stages tbody tr').nth(0).css('td').nth(0);
  const { width } = await cell.box();
  await page.get('spinbutton', { name: 'Key 1' }).fill('600000');
  const error = cell.css('.field-error');
  await waitFor(() => error.isVisible());
  expect((await cell.box()).width).toBeCloseTo(width, 0);
  const isFree = await error.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const corners = [
      [left + 2, top + 2],
      [right - 2, bottom - 2],
    ] as const;
    const isWithin = element.scrollWidth <= element.clientWidth;
    return isWithin && corners.every(([x, y]) => document.elementFromPoint(x, y) === element);
  });
  expect(isFree).toBe(true);
});

test('the message of a slider has the slider’s width', async ({ page }) => {
  const box = await mountControl(page, 'al-slider');
  await box.fill('600000');
  const error = page.css('#own .field-error');
  await waitFor(() => error.isVisible());
  expect((await error.box()).width).toBeCloseTo((await page.css('#own').box()).width, 0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`forced colours, ${colorScheme}: pictures take the reader’s colours`, async ({
    engine,
    newPage,
    site,
    skip,
  }) => {
    skip(engine === 'webkit', 'WebKit has no forced colours');
    const page = await newPage({ width: 1280, height: 900, colorScheme, forcedColors: true });
    await openSite(page, site, '#/kernel-regression');
    const colours = await page.run(() => {
      const probe = document.createElement('p');
      document.body.append(probe);
      const system = (name: string) => {
        probe.style.color = name;
        return getComputedStyle(probe).color;
      };
      const used = (selector: string, property: 'fill' | 'stroke') =>
        [...document.querySelectorAll(selector)].map((one) => getComputedStyle(one)[property]);
      const found = {
        canvas: system('Canvas'),
        canvasText: system('CanvasText'),
        highlight: system('Highlight'),
        linkText: system('LinkText'),
        texts: used('.plot text, .bars text', 'fill'),
        curves: used('.plot .curve, .plot .axis', 'stroke'),
        handles: used('.plot .cursor-handle, .bars .fill', 'fill'),
        dots: used('.plot .dot', 'fill'),
      };
      probe.remove();
      return found;
    });
    const { canvas, canvasText, highlight, linkText, ...used } = colours;
    expect(canvasText).not.toBe(canvas);
    for (const list of Object.values(used)) expect(list.length).toBeGreaterThan(0);
    expect(new Set([...used.texts, ...used.curves])).toEqual(new Set([canvasText]));
    expect(new Set(used.handles)).toEqual(new Set([highlight]));
    expect(new Set(used.dots)).toEqual(new Set([linkText]));
  });
}
