// SPDX-License-Identifier: MIT
// Tests that Tab reaches every control in order, with visible focus.
import { expect } from 'vitest';
import type { Page } from './page.ts';

const MOST_STOPS = 250;

/**
 * Runs in the page. Returns the name of the focused element and its problems, such as a missing name or an invisible
 * focus. Returns null at the end of the document, where browsers focus nothing or the first link again. Adds the
 * element to `window.stops`.
 */
function readStop(): { name: string; problems: string[] } | null {
  const page = window as unknown as { stops?: Element[] };
  page.stops ??= [];
  const { stops } = page;
  const stop = document.activeElement ?? document.body;
  const isAgainFirst = stops.length > 0 && stop === document.querySelector('a[href]');
  if (stop === document.body || isAgainFirst) return null;
  const spoken = window.__find.name(stop);
  const name = `${stop.localName}.${stop.getAttribute('class') ?? ''} "${spoken}"`;
  const before = stops.at(-1);
  stops.push(stop);
  const problems: string[] = [];
  if (spoken === '') problems.push('has no name');
  if (before && !(before.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING))
    problems.push('comes before the last one in the document');

  // Finds the topmost element at the centre of the focused element's visible part, to test that nothing covers it. For
  // a phrase that wraps, uses the first line, because its whole bounding box contains other words.
  const [box = stop.getBoundingClientRect()] = stop.getClientRects();
  const { left, right, top, bottom } = box;
  const middle = (from: number, to: number, most: number) =>
    (Math.max(from, 0) + Math.min(to, most)) / 2;
  const on = document.elementFromPoint(
    middle(left, right, innerWidth),
    middle(top, bottom, innerHeight),
  );
  const label = stop instanceof HTMLInputElement ? stop.labels?.[0] : undefined;
  // Handles in a figure may cover each other, so any element of the same `<svg>` is accepted.
  const isSeen =
    on !== null &&
    (stop.contains(on) ||
      on.contains(stop) ||
      label?.contains(on) ||
      stop.closest('svg')?.contains(on));
  if (!isSeen) problems.push(`is covered by ${on?.localName ?? 'the edge of the window'}`);

  const focus = getComputedStyle(document.documentElement).getPropertyValue('--focus');
  const probe = document.createElement('i');
  probe.style.color = focus;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  const isMarked = [stop, stop.nextElementSibling, ...stop.querySelectorAll('*')].some((part) => {
    if (part === null) return false;
    const { outlineStyle, outlineWidth, outlineColor, stroke, strokeWidth } =
      getComputedStyle(part);
    const isOutlined =
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && outlineColor === colour;
    return isOutlined || (stroke === colour && Number.parseFloat(strokeWidth) >= 2);
  });
  if (!isMarked) problems.push('does not show that it has the focus');
  return { name, problems };
}

/** Runs in the page. Returns the focusable elements inside `within` that Tab has not reached. */
function leftOut(within: string): string[] {
  const { stops = [] } = window as unknown as { stops?: Element[] };
  const groups = new Set(stops.map((stop) => (stop as HTMLInputElement).name).filter(Boolean));
  return [
    ...document.querySelectorAll<HTMLElement>(
      `${within} :is(a[href], button, input, select, summary, [tabindex])`,
    ),
  ]
    .filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled, :disabled *') &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !stops.includes(element) &&
        !(element.matches('[type="radio"]') && groups.has((element as HTMLInputElement).name)),
    )
    .map((element) => `${element.localName} "${window.__find.name(element)}"`);
}

/** Runs in the page. Returns the elements whose CSS may make the visual order differ from the tab order. */
function reordered(): string[] {
  return [...document.querySelectorAll('main *')]
    .filter((element) => {
      const { order, flexDirection, flexWrap, cssFloat } = getComputedStyle(element);
      return order !== '0' || /reverse/.test(flexDirection + flexWrap) || cssFloat !== 'none';
    })
    .map((element) => `${element.localName}.${element.className}`);
}

/**
 * Presses Tab until the end of the document. Fails if a stop has a problem, if Tab skips a focusable element inside
 * `from`, or if CSS changes the visual order.
 * @param from  a selector; the focus is at this element already
 * @returns the names of the stops
 */
export async function walkByTab(page: Page, from: string): Promise<string[]> {
  const problems: string[] = [];
  const seen: string[] = [];
  while (seen.length < MOST_STOPS) {
    await page.keys('Tab');
    const stop = await page.run(readStop);
    if (stop === null) break;
    seen.push(stop.name);
    problems.push(...stop.problems.map((problem) => `${stop.name} ${problem}`));
  }
  expect(seen.length).toBeLessThan(MOST_STOPS);
  expect(problems).toEqual([]);
  expect(await page.run(leftOut, from)).toEqual([]);
  expect(await page.run(reordered)).toEqual([]);
  return seen;
}
