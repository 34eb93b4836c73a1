// SPDX-License-Identifier: MIT

/** Scrolls the row of lessons so that the mark of the current lesson is in the middle. */
export function showCurrent(within: ParentNode): void {
  const row = within.querySelector<HTMLElement>('.course ol');
  const mark = row?.querySelector<HTMLElement>('[aria-current]');
  if (!row || !mark) return;
  const [outer, inner] = [row.getBoundingClientRect(), mark.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
