// SPDX-License-Identifier: MIT
// Adds single components, such as a plot, to the page of a lesson. Their state is independent of the lesson.
import { lessonTest } from './lesson-test.ts';
import type { Locator } from './locator.ts';
import type { Page } from './page.ts';

/** `test` with a page that shows a lesson, so that the lesson's custom elements are defined. */
export const test = lessonTest('kernel-regression/verify/');

export type Place = { x: number; y: number };
export type Sent = { target: number | 'cursor'; x: number; y: number; final: boolean };
export type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json };

/** Adds a plot with its own points and cursor. Each `al-move` event is applied to them and recorded in `sent`. */
export async function mountPlot(
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
      document.querySelector('al-lesson-page')?.setAttribute('hidden', '');
      document.querySelector('main')?.append(plot);
    },
    { ...given, points },
  );
  return page.css('#own .plot');
}

/** The details of the `al-move` events that the plot has dispatched so far. */
export const sent = (page: Page) => page.css('#own').property<Sent[]>('sent');

type Touch = [type: string, x: number, y: number, pointerId?: number];

/** Dispatches pointer events of type "touch"; x and y are CSS pixels from the plot's upper left corner. */
export const touch = (plot: Locator, ...events: Touch[]) =>
  plot.evaluate((surface, list) => {
    // Synthetic events have no active pointer, so the real setPointerCapture would throw.
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
          isPrimary: true,
          button: 0,
          clientX,
          clientY,
        }),
      );
    }
  }, events);

/** The centre of a part of the plot, in CSS pixels from the plot's upper left corner. */
export async function middle(page: Page, part: string): Promise<Place> {
  const plot = await page.css('#own svg[role="group"]').box();
  const { x, y, width, height } = await page.css(`#own ${part}`).box();
  return { x: x + width / 2 - plot.x, y: y + height / 2 - plot.y };
}
