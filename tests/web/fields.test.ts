// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import {
  choiceField,
  type Fields,
  initialState,
  listField,
  numberField,
  numbersField,
  readWithin,
  type StateOf,
  within,
  writeState,
} from '../../web/src/state/fields.ts';
import { placeHash, readPlace } from '../../web/src/state/place.ts';

const RANGE = { min: -10_000, max: 10_000 };
const MOST = 50;

/** Fields of all kinds. */
const fields = {
  keys: numbersField([51, 56, 58], RANGE, MOST),
  values: numbersField([40, 43, 48], RANGE, MOST),
  query: numberField(57, RANGE),
  sigma: numberField(1, { min: 0.01, max: 1_000 }, { scale: 'log' }),
  kernel: choiceField('gaussian', ['gaussian', 'boxcar', 'epanechnikov']),
  precision: choiceField('float64', ['float64', 'float32']),
  places: listField([57, 83, 55, 76], { min: -100, max: 100 }),
};
type State = StateOf<typeof fields>;

/** Shortens the longer one of `keys` and `values` to the length of the other. */
function constrain(state: State): State {
  const count = Math.min(state.keys.length, state.values.length);
  const [keys, values] = [state.keys.slice(0, count), state.values.slice(0, count)];
  return Object.freeze({ ...state, keys, values });
}

const readLink = (params: URLSearchParams) => readWithin(fields, params, constrain);
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
  list: numbersField([1, 2], { min: -10, max: 10 }, 3),
  kind: choiceField('one', ['one', 'other']),
};
const START = initialState(small);

describe('a lesson’s link', () => {
  it('without parameters gives the default state', () => {
    expect(read('')).toEqual({ state: initial, problems: [] });
  });

  it('restores exactly the state that it was written from', () => {
    const state: State = {
      keys: [0.1, -7, 1e-7, 58],
      values: [1, 2, 3, 1 / 3],
      query: 57.125,
      sigma: 0.05,
      kernel: 'epanechnikov',
      precision: 'float32',
      places: [40, 62, 0.1 + 0.2 + 50, -82],
    };
    const hash = placeHash('kernel-regression', writeState(fields, state));
    const place = readPlace(hash);
    expect(place.lesson).toBe('kernel-regression');
    expect(readLink(place.params)).toEqual({ state, problems: [] });
  });

  it('ignores keys without a value and values without a key', () => {
    const more = read('keys=1,2,3,4,5&values=7,8');
    expect(more.state.keys).toEqual([1, 2]);
    expect(more.problems).toEqual([
      { field: 'keys', kind: 'adjusted', got: '1,2,3,4,5', used: '1,2' },
    ]);
    const fewer = read('keys=1&values=7,8');
    expect(fewer.state.values).toEqual([7]);
    expect(fewer.problems).toEqual([{ field: 'values', kind: 'adjusted', got: '7,8', used: '7' }]);
  });

  it('keeps at most 50 pairs, and quotes at most 40 characters of invalid input', () => {
    const long = Array.from({ length: 5_000 }, (_, i) => i % 7).join(',');
    const { state, problems } = read(`keys=${long}&values=${long}`);
    expect(state.keys).toHaveLength(50);
    expect(problems.map(({ kind }) => kind)).toEqual(['too-many', 'too-many']);
    for (const { got, used } of problems) {
      expect(got.length).toBeLessThanOrEqual(40);
      expect(used.length).toBeLessThanOrEqual(40);
    }
  });

  const damaged = { query: 52, sigma: 2, keys: [1, 2], values: [3, 4] };
  it.each([
    '%3Fv%3D1%26amp%3Bquery%3D52%26amp%3Bsigma%3D2%26keys%3D1%252C2%26values%3D3%252C4',
    'query=52&keys=1%252C2&values=3%252C4&sigma=2%29.',
    '?query=52&Sigma=2&KEYS=1,2&values=3,4>',
    'query=5.2e+1&sigma=2&keys=1,2&values=3,4。',
  ])('that another program has changed is read as it was: %s', (query) => {
    const expected = { state: { ...initial, ...damaged }, problems: [] };
    expect(read(query)).toEqual(expected);
    expect(readLink(readPlace(`#/x?${query}`).params)).toEqual(expected);
  });

  it('names unknown fields, but not hundreds of them', () => {
    expect(read('sed=7&query=52&amp;sigm=2').problems).toEqual([
      { field: 'sed', kind: 'unknown-field', got: '7', used: '' },
      { field: 'sigm', kind: 'unknown-field', got: '2', used: '' },
    ]);
    const many = Array.from({ length: 500 }, (_, i) => `x${i}=%E0%A4%A`).join('&');
    expect(read(many).problems).toHaveLength(10);
    expect(read('??&v&) &;').problems).toEqual([]);
  });
});

it('a correction is reported once for each field', () => {
  const fit = (state: typeof START) => ({ ...state, d: state.list.length });
  const problems = (text: string) =>
    readWithin(small, new URLSearchParams(text), fit).problems.map(({ kind, used }) => [
      kind,
      used,
    ]);
  expect(problems('d=7&list=1,2')).toEqual([['adjusted', '2']]);
  expect(problems('d=2.5&list=1,2')).toEqual([['not-whole', '2']]);
  expect(problems('d=2000&list=1')).toEqual([['out-of-range', '1']]);
  expect(problems('list=1')).toEqual([]);
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

  it('has no intermediate values for choices and for lists of different length', () => {
    expect(small.kind.between('one', 'other', 0.01)).toBe('other');
    expect(small.list.between([1, 2], [3, 4, 5], 0.01)).toEqual([3, 4, 5]);
  });
});

describe('the nearest state', () => {
  it('is within the ranges, and keeps lists that need no change', () => {
    const state = { d: 2.5, scale: 1000, list: START.list, kind: 'one' } as const;
    const inside = within(small, state);
    expect(inside).toEqual({ d: 3, scale: 100, list: [1, 2], kind: 'one' });
    expect(inside.list).toBe(START.list);
    expect(within(small, { ...START, list: [-99, 1, 2, 3] }).list).toEqual([-10, 1, 2]);
    expect(within(small, { ...START, list: [1, 2, 3, 4] }).list).toEqual([1, 2, 3]);
  });
});
