// SPDX-License-Identifier: MIT
// Tests that all figures with draggable handles support the same keys, locks and cancelled drags.

import { lessonTest } from './support/lesson-test.ts';
import type { Locator } from './support/locator.ts';
import { type Json, middle, touch } from './support/own-plot.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';

const test = lessonTest('kernel-regression/verify/');
const once = inOneEngine(test);

interface Figure {
  /** A lesson that uses the figure, on its page or only on its page Verify, which defines the custom element. */
  readonly lesson: 'kernel-regression' | 'similarity' | 'masking';
  readonly isInVerify?: true;
  /** The property of the figure that contains the list of handles. */
  readonly list: string;
  readonly handles: readonly Json[];
  readonly given: Record<string, Json>;
  /** The CSS selector of the handles in the figure. */
  readonly grip: string;
  readonly range: readonly [low: number, high: number];
  readonly from: { readonly x: number; readonly y?: number };
  readonly step: number;
}

const AXES = {
  xAxis: { label: 'x', interval: [0, 100] },
  yAxis: { label: 'y', interval: [0, 100] },
};
const POINT = { x: 51, y: 40, label: 'Own handle', text: '', mark: 'p', kind: 'query' };

const FIGURES: Record<string, Figure> = {
  'al-curve-plot': {
    lesson: 'kernel-regression',
    isInVerify: true,
    list: 'points',
    handles: [{ ...POINT, emphasis: 0 }],
    given: { ...AXES, curve: [], cursor: 90, cursorLabel: '', cursorText: '', markerLabel: '' },
    grip: '.point .grip',
    range: [0, 100],
    from: { x: 51, y: 40 },
    step: 1,
  },
  'al-vector-plane': {
    lesson: 'similarity',
    isInVerify: true,
    list: 'vectors',
    handles: [{ ...POINT, x: 1.5, y: -2 }],
    given: { reach: 6 },
    grip: '.grip',
    range: [-6, 6],
    from: { x: 1.5, y: -2 },
    step: 0.1,
  },
  'al-field-map': {
    lesson: 'kernel-regression',
    isInVerify: true,
    list: 'handles',
    handles: [POINT],
    given: { ...AXES, columns: 1, layers: [], main: 0, step: 2 },
    grip: '.grip',
    range: [0, 100],
    from: { x: 51, y: 40 },
    step: 2,
  },
  'al-mix-plot': {
    lesson: 'similarity',
    isInVerify: true,
    list: 'points',
    handles: [{ ...POINT, share: 1 }],
    given: { ...AXES, mixLabel: '' },
    grip: '.grip',
    range: [0, 100],
    from: { x: 51, y: 40 },
    step: 1,
  },
  'al-mask-matrix': {
    lesson: 'masking',
    isInVerify: true,
    list: 'edges',
    handles: [4],
    given: {
      rows: ['1', '2'],
      columns: Array.from({ length: 12 }, (_, i) => `${i}`),
      texts: [],
      corners: [],
      visible: [],
      fixed: [],
      active: 0,
    },
    grip: '.grip',
    range: [0, 12],
    from: { x: 4 },
    step: 1,
  },
};

/** Adds a figure to the page. A listener applies each move to the figure and records the positions. */
async function mount(page: Page, name: string, isLocked = false): Promise<Locator> {
  const { lesson, isInVerify, list, handles, given } = FIGURES[name] as Figure;
  // Goes to the lesson in the shared page of this file, so that the figure's custom element is defined.
  // The page of this lesson stays: after a reload, the wait below would find the element of the document that is left.
  const present = await page.run(() => document.documentElement.dataset.lesson);
  const place = (await page.url()).replace(
    /\/en\/.*/,
    `/en/${lesson}/${isInVerify ? 'verify/' : ''}`,
  );
  if (present !== lesson) await page.go(place);
  await page.css(`al-lesson-page[data-lesson="${lesson}"] .result`).nth(0).box();
  const isMatrix = name === 'al-mask-matrix';
  const locked = handles.map((handle) =>
    isMatrix ? handle : { ...(handle as typeof POINT), isLocked },
  );
  await page.run(
    (tag, key, props) => {
      type Sent = { x: number; y?: number; final: boolean };
      type Own = HTMLElement & { sent: Sent[]; [list: string]: unknown };
      const own = document.createElement(tag) as unknown as Own;
      const words = { description: 'Own figure', format: String, said: () => '' };
      const edges = { edgeLabel: () => 'Own handle', edgeText: String };
      Object.assign(own, words, edges, { id: 'own', sent: [] }, props);
      const take = (sent: Sent, handle: unknown) => {
        own.sent.push(sent);
        own[key] = [handle];
      };
      own.addEventListener('al-move', (event) => {
        const { target, x, y, final } = (event as CustomEvent<Sent & { target?: unknown }>).detail;
        if (target === 'cursor') return;
        take({ x, y: y as number, final }, { ...(own[key] as object[])[0], x, y });
      });
      own.addEventListener('al-edge', (event) => {
        const { value, final } = (event as CustomEvent<{ value: number; final: boolean }>).detail;
        take({ x: value, final }, value);
      });
      document.querySelector('al-lesson-page')?.setAttribute('hidden', '');
      document.querySelector('main')?.append(own);
    },
    name,
    list,
    { ...given, [list]: locked, ...(isMatrix && { areEdgesLocked: isLocked }) },
  );
  return page.css('#own svg[role="group"]');
}

const sent = (page: Page) =>
  page.css('#own').property<{ x: number; y?: number; final: boolean }[]>('sent');

for (const [name, { grip, range, from, step }] of Object.entries(FIGURES)) {
  test(`${name}: arrows, Shift, page keys, Home and End move a handle`, async ({ page }) => {
    await mount(page, name);
    const handle = page.get('slider', { name: 'Own handle' });
    const [low, high] = range;
    const clamped = (x: number) => Math.min(Math.max(x, low), high);
    const scrolled = await page.run(() => scrollY);
    let x = from.x;
    for (const [key, by] of Object.entries({
      ArrowRight: step,
      ArrowLeft: -step,
      'Shift+ArrowRight': 10 * step,
      'Shift+ArrowLeft': -10 * step,
      PageUp: 10 * step,
      PageDown: -10 * step,
      End: Number.POSITIVE_INFINITY,
      Home: Number.NEGATIVE_INFINITY,
    })) {
      x = clamped(x + by);
      await handle.press(key);
      const last = (await sent(page)).at(-1);
      expect(last?.x, key).toBeCloseTo(x, 9);
      expect(last?.y, key).toBe(from.y);
      expect(last?.final, key).toBe(true);
    }
    const count = (await sent(page)).length;
    await handle.press('Home');
    expect((await sent(page)).length).toBe(count);
    await handle.press('ArrowUp');
    const up = (await sent(page)).at(-1);
    if (from.y === undefined) expect(up?.x).toBe(low + step);
    else expect(up?.y).toBeCloseTo(from.y + step, 9);
    expect(await page.run(() => scrollY)).toBe(scrolled);
    expect(await handle.isFocused()).toBe(true);
  });

  once(`${name}: a locked handle moves by neither keys nor pointer`, async ({ page }) => {
    const surface = await mount(page, name, true);
    const handle = page.get('slider', { name: 'Own handle' });
    expect(await handle.attribute('aria-disabled')).toBe('true');
    await handle.press('ArrowRight', 'PageUp', 'Home', 'End');
    const { x, y } = await middle(page, grip);
    await touch(
      surface,
      ['pointerdown', x, y],
      ['pointermove', x + 60, y],
      ['pointerup', x + 60, y],
    );
    await page.css(`#own ${grip}`).drag({ by: { x: 60, y: 0 } });
    expect(await sent(page)).toEqual([]);
  });

  test(`${name}: a drag moves a handle, and a cancelled drag restores it`, async ({ page }) => {
    const surface = await mount(page, name);
    const { x, y } = await middle(page, grip);
    const way = [
      ['pointerdown', x, y],
      ['pointermove', x + 120, y],
    ] as const;
    await touch(surface, ...way.map(([...event]) => event), ['pointercancel', 0, 0]);
    const [moved, back] = await sent(page);
    expect(moved?.x).toBeGreaterThan(from.x);
    expect(moved?.final).toBe(false);
    expect(back).toEqual({ ...from, final: true });
    await page.css(`#own ${grip}`).drag({ by: { x: -120, y: 0 } });
    const last = (await sent(page)).at(-1);
    expect(last?.x).toBeLessThan(from.x);
    expect(last?.final).toBe(true);
    expect(await page.get('slider', { name: 'Own handle' }).isFocused()).toBe(true);
  });
}
