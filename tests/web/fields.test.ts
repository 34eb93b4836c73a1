// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import {
  choiceField,
  type Fields,
  initialState,
  listField,
  numberField,
  readState,
  within,
} from '../../web/src/state/fields.ts';
import { placeHash, readPlace } from '../../web/src/state/place.ts';

const RANGE = { min: -10_000, max: 10_000 };

const fields = {
  keys: listField([51, 56, 58], RANGE),
  values: listField([40, 43, 48], RANGE),
  query: numberField(57, RANGE),
  sigma: numberField(1, { min: 0.01, max: 1_000 }, { scale: 'log' }),
};
const readLink = (params: URLSearchParams) => readState(fields, params);
const read = (query: string) => readLink(new URLSearchParams(query));
const initial = initialState(fields);

interface Small {
  readonly d: number;
  readonly scale: number;
  readonly list: readonly number[];
  readonly kind: 'one' | 'other';
}
const small: Fields<Small> = {
  d: numberField(16, { min: 1, max: 1024 }, { integer: true }),
  scale: numberField(1, { min: 0.01, max: 100 }, { scale: 'log' }),
  list: listField([1, 2], { min: -10, max: 10 }),
  kind: choiceField('one', ['one', 'other']),
};
const START = initialState(small);

describe('a lesson’s link', () => {
  const damaged = { query: 52, sigma: 2, keys: [1, 2, 3], values: [4, 5, 6] };
  it.each([
    '%3Fv%3D1%26amp%3Bquery%3D52%26amp%3Bsigma%3D2%26keys%3D1%252C2%252C3%26values%3D4%252C5%252C6',
    'query=52&keys=1%252C2%252C3&values=4%252C5%252C6&sigma=2%29.',
    '?query=52&Sigma=2&KEYS=1,2,3&values=4,5,6>',
    'query=5.2e+1&sigma=2&keys=1,2,3&values=4,5,6。',
  ])('that another program has changed is read as it was: %s', (query) => {
    const expected = { state: { ...initial, ...damaged }, problems: [] };
    expect(read(query)).toEqual(expected);
    expect(readLink(readPlace(`#/x?${query}`).params)).toEqual(expected);
  });

  it('names unknown fields, but not hundreds of them', () => {
    const many = Array.from({ length: 500 }, (_, i) => `x${i}=%E0%A4%A`).join('&');
    expect(read(many).problems).toHaveLength(10);
  });
});

describe('a place', () => {
  it('is the home page only if the hash is empty', () => {
    for (const hash of ['', '#', '#/', '#/?v=1'])
      expect(readPlace(hash).lesson, hash).toBeUndefined();
    expect(readPlace('#quantum').lesson).toBe('quantum');
  });

  it('is found with different case, a missing slash or an extra one', () => {
    for (const hash of [
      ...['#/kernel-regression/', '#/Kernel-Regression?v=1', '#kernel-regression'],
      ...['#//kernel-regression', '#%2Fkernel-regression%3Fv=1', '#%23%252Fkernel-regression%253F'],
      ...['#/kernel-regression.', '#/kernel-regression/)', '#/kernel-regression%3E'],
    ])
      expect(readPlace(hash).lesson, hash).toBe('kernel-regression');
    expect(readPlace('#/x%2Fverify.%3Fd%3D1')).toMatchObject({ lesson: 'x', view: 'verify' });
    expect(readPlace('#/%E0%A4%A').lesson).toBe('%e0%a4%a');
  });

  it('keeps lists readable', () => {
    expect(placeHash('x', new URLSearchParams({ keys: '1,2' }))).toBe('#/x?keys=1,2');
  });
});

describe('interpolation between two values', () => {
  it('begins and ends at the values', () => {
    expect(small.d.between(16, 256, 0)).toBe(16);
    expect(small.d.between(16, 256, 1)).toBe(256);
    expect(small.scale.between(0.3, 50, 1)).toBe(50);
  });

  it('is linear, or logarithmic if the slider is', () => {
    expect(small.list.between([0, 10], [10, 0], 0.25)).toEqual([2.5, 7.5]);
    expect(small.scale.between(0.01, 100, 0.5)).toBeCloseTo(1, 10);
  });

  it('uses whole numbers if only these are valid', () => {
    for (let part = 0; part <= 1; part += 0.07)
      expect(Number.isInteger(small.d.between(16, 256, part))).toBe(true);
  });

  it('has no intermediate values for choices, and for numbers that jump', () => {
    expect(small.kind.between('one', 'other', 0.01)).toBe('other');
    expect(numberField(1, { min: 0, max: 2 }, { jumps: true }).between(1, 2, 0.01)).toBe(2);
  });
});

describe('the nearest state', () => {
  it('is within the ranges, and keeps lists that need no change', () => {
    const state = { d: 2.5, scale: 1000, list: START.list, kind: 'one' } as const;
    const inside = within(small, state);
    expect(inside).toEqual({ d: 3, scale: 100, list: [1, 2], kind: 'one' });
    expect(inside.list).toBe(START.list);
    expect(within(small, { ...START, list: [-99, 1] }).list).toEqual([-10, 1]);
  });
});
