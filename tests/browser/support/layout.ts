// SPDX-License-Identifier: MIT
import type { Page } from './page.ts';

/**
 * The layout problems of a page, one line each: overflow, cut text, overlapping or small controls, wrong direction,
 * formulas that a browser cannot lay out.
 */
export const layoutProblems = (page: Page): Promise<string[]> => page.run(findProblems);

/** Runs in the page from its source text, so it must not refer to anything outside itself. */
function findProblems(): string[] {
  const CONTROLS = 'button, select, input, summary, [role="slider"], [role="tab"], .walk a';
  const TEXTS = 'button, summary, label, legend, h1, h2, h3, option';
  /** WCAG 2.2, success criterion 2.5.8: minimum target size in CSS pixels. */
  const LEAST = 24;
  const SLACK = 1;

  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('.visually-hidden, .skip, dialog:not([open])') === null;
  const say = (element: Element) =>
    `${element.localName}.${element.getAttribute('class') ?? ''} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40)}"`;
  const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);

  const root = document.documentElement;
  const wide = root.scrollWidth - root.clientWidth;
  const problems = wide > 0 ? [`the page is ${wide} px too wide`] : [];

  for (const element of shown(TEXTS)) {
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    const isCut =
      getComputedStyle(element).overflow !== 'visible' &&
      element.scrollWidth - element.clientWidth > SLACK;
    const isOut =
      element.matches('button, summary') &&
      (text.left < box.left - SLACK || text.right > box.right + SLACK);
    if (isCut || isOut) problems.push(`cut off: ${say(element)}`);
  }

  // Excludes the handles of figures, which may overlap: each of them can also be moved with keys.
  const controls = shown(CONTROLS).filter((element) => element.closest('svg') === null);
  const boxes = controls.map((element) => {
    const label = element.matches('input[type="radio"], input[type="checkbox"]')
      ? element.closest('label')
      : null;
    return { element, box: (label ?? element).getBoundingClientRect() };
  });
  for (const { element, box } of boxes)
    if (box.width < LEAST || box.height < LEAST) {
      const isInText = element.closest('p, li, td, dd, h1, h2, h3, .hint') !== null;
      if (!isInText)
        problems.push(`${Math.round(box.width)}×${Math.round(box.height)} px: ${say(element)}`);
    }
  boxes.sort((a, b) => a.box.top - b.box.top);
  boxes.forEach(({ element, box }, i) => {
    for (const { element: other, box: next } of boxes.slice(i + 1)) {
      if (next.top >= box.bottom - SLACK) break;
      const isBeside = next.left >= box.right - SLACK || next.right <= box.left + SLACK;
      const isWithin = element.contains(other) || other.contains(element);
      if (!isBeside && !isWithin) problems.push(`overlap: ${say(element)} and ${say(other)}`);
    }
  });

  for (const element of shown('.scene-picture svg, input[type="range"], math'))
    if (getComputedStyle(element).direction !== 'ltr')
      problems.push(`runs from right to left: ${say(element)}`);

  for (const element of shown('.scene-worked')) {
    const boxes = [...element.children].map((part) => part.getBoundingClientRect());
    const [first, second] = boxes.filter(({ bottom }) => bottom === boxes[0]?.bottom);
    const isSum = !/\p{L}/u.test(element.textContent ?? '');
    if (isSum && first && second && first.left > second.left)
      problems.push(`runs from right to left: ${say(element)}`);
  }

  const parts = {
    msub: 2,
    msup: 2,
    mfrac: 2,
    mroot: 2,
    munder: 2,
    mover: 2,
    msubsup: 3,
    munderover: 3,
  };
  for (const [name, count] of Object.entries(parts))
    for (const element of document.querySelectorAll(name))
      if (element.childElementCount !== count)
        problems.push(`${count} parts expected: ${say(element)}`);
  return problems;
}

/** Resizes the page and waits until its layout is complete. @returns by how many pixels the content is too wide */
export async function excess(page: Page, width: number): Promise<number> {
  await page.resize(width, 800);
  return page.run(async (wanted) => {
    const frame = () => new Promise(requestAnimationFrame);
    while (Math.abs(innerWidth - wanted) >= 20) await frame();
    const { documentElement: root } = document;
    // Elements that measure themselves re-render some frames later, so the test waits until nothing overflows.
    for (let i = 0; i < 300 && root.scrollWidth > root.clientWidth; i++) await frame();
    return root.scrollWidth - root.clientWidth;
  }, width);
}

/**
 * Runs in the page. Returns the sum of the scores of all layout shifts since the page was opened, without those that
 * follow user input. It is an upper bound of the metric Cumulative Layout Shift (CLS).
 */
export const layoutShift = (): Promise<number> =>
  new Promise((resolve) => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    new PerformanceObserver((list) => {
      const shifts = (list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
      resolve(shifts.reduce((sum, { value }) => sum + value, 0));
    }).observe({ type: 'layout-shift', buffered: true });
    // The observer is not called if there was no shift; the result is then 0.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100, 0)));
  });
