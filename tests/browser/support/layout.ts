// SPDX-License-Identifier: MIT
import type { Page } from './page.ts';

/** What a reader could not read or hit in a page as it is laid out now, one line each. */
export const layoutProblems = (page: Page): Promise<string[]> => page.run(findProblems);

/** Refers to nothing outside itself, as its text is what is sent. */
function findProblems(): string[] {
  const CONTROLS = 'button, select, input, summary, [role="slider"], [role="tab"], .walk a';
  const TEXTS = 'button, summary, label, legend, h1, h2, h3, option';
  /** WCAG 2.2, 2.5.8. */
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

  // What is drawn to be dragged lies over its picture, and has keys and a slider beside.
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

  for (const element of shown('svg.plot, svg.heat-map, svg.cell-map, input[type="range"], math'))
    if (getComputedStyle(element).direction !== 'ltr')
      problems.push(`runs from right to left: ${say(element)}`);
  return problems;
}
