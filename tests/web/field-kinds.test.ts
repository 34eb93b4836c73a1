// SPDX-License-Identifier: MIT
// Tests fields, the parts of a lesson's state: the nearest valid value, interpolation, and the corrections that are
// reported for a link.
import { describe, expect, it } from 'vitest';
import {
  choiceField,
  type Fields,
  initialState,
  numberField,
  numbersField,
  readWithin,
  within,
} from '../../web/src/state/fields.ts';

interface State {
  readonly d: number;
  readonly scale: number;
  readonly list: readonly number[];
  readonly kind: 'one' | 'other';
}

const fields: Fields<State> = {
  d: numberField(16, { min: 1, max: 1024 }, { integer: true }),
  scale: numberField(1, { min: 0.01, max: 100 }, { scale: 'log' }),
  list: numbersField([1, 2], { min: -10, max: 10 }, 3),
  kind: choiceField('one', ['one', 'other']),
};
const START = initialState(fields);

describe('interpolation between two values', () => {
  it('begins and ends at the values', () => {
    expect(fields.d.between(16, 256, 0)).toBe(16);
    expect(fields.d.between(16, 256, 1)).toBe(256);
    expect(fields.scale.between(0.3, 50, 1)).toBe(50);
  });

  it('is linear, or logarithmic if the slider is', () => {
    expect(fields.list.between([0, 10], [10, 0], 0.25)).toEqual([2.5, 7.5]);
    expect(fields.scale.between(0.01, 100, 0.5)).toBeCloseTo(1, 10);
  });

  it('uses whole numbers if only these are valid', () => {
    for (let part = 0; part <= 1; part += 0.07)
      expect(Number.isInteger(fields.d.between(16, 256, part))).toBe(true);
  });

  it('has no intermediate values for choices and for lists of different length', () => {
    expect(fields.kind.between('one', 'other', 0.01)).toBe('other');
    expect(fields.list.between([1, 2], [3, 4, 5], 0.01)).toEqual([3, 4, 5]);
  });
});

describe('the nearest state', () => {
  it('is within the ranges, and keeps lists that need no change', () => {
    const state = { d: 2.5, scale: 1000, list: START.list, kind: 'one' } as const;
    const inside = within(fields, state);
    expect(inside).toEqual({ d: 3, scale: 100, list: [1, 2], kind: 'one' });
    expect(inside.list).toBe(START.list);
    expect(within(fields, { ...START, list: [-99, 1, 2, 3] }).list).toEqual([-10, 1, 2]);
    expect(within(fields, { ...START, list: [1, 2, 3, 4] }).list).toEqual([1, 2, 3]);
  });
});

describe('a link', () => {
  const read = (text: string, constrain = (state: State) => state) =>
    readWithin(fields, new URLSearchParams(text), constrain);

  it('reports values that were rounded, clamped, or did not fit, each once', () => {
    expect(read('d=2.5').problems).toEqual([
      { field: 'd', kind: 'not-whole', got: '2.5', used: '3' },
    ]);
    expect(read('d=2000').problems).toEqual([
      { field: 'd', kind: 'out-of-range', got: '2000', used: '1024' },
    ]);
    const fit = (state: State) => ({ ...state, d: state.list.length });
    expect(read('d=7&list=1,2', fit).problems).toEqual([
      { field: 'd', kind: 'adjusted', got: '7', used: '2' },
    ]);
    expect(read('d=2.5&list=1,2', fit).problems).toEqual([
      { field: 'd', kind: 'not-whole', got: '2.5', used: '2' },
    ]);
  });

  it('reports nothing about values that it does not contain', () => {
    expect(read('list=1', (state) => ({ ...state, d: 5 })).problems).toEqual([]);
  });
});
