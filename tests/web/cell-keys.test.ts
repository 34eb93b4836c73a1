// SPDX-License-Identifier: MIT
// Tests the keys that move the focus in a matrix.
import { expect, it } from 'vitest';
import { type CellPlace, movedCell } from '../../web/src/components/cell-keys.ts';

const press = (key: string, from: CellPlace, more: Partial<KeyboardEvent> = {}) =>
  movedCell({ key, ...more } as KeyboardEvent, from, 3, 4);

it.each<[string, CellPlace, CellPlace]>([
  ['ArrowUp', [1, 2], [0, 2]],
  ['ArrowDown', [1, 2], [2, 2]],
  ['ArrowLeft', [1, 2], [1, 1]],
  ['ArrowRight', [1, 2], [1, 3]],
  ['Home', [1, 2], [1, 0]],
  ['End', [1, 1], [1, 3]],
])('%s moves from %j to %j', (key, from, to) => {
  expect(press(key, from)).toEqual(to);
});

it('the focus stays in the matrix', () => {
  expect(press('ArrowUp', [0, 0])).toEqual([0, 0]);
  expect(press('ArrowLeft', [0, 0])).toEqual([0, 0]);
  expect(press('ArrowDown', [2, 3])).toEqual([2, 3]);
  expect(press('ArrowRight', [2, 3])).toEqual([2, 3]);
});

it('other keys and combinations are left to the browser', () => {
  expect(press('a', [0, 0])).toBeUndefined();
  for (const modifier of ['altKey', 'ctrlKey', 'metaKey'])
    expect(press('ArrowDown', [0, 0], { [modifier]: true })).toBeUndefined();
});
