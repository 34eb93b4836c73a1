// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import {
  choiceField,
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

  it('clamps numbers that are out of range, and reports it', () => {
    const { state, problems } = read('query=1e9&sigma=-3');
    expect(state.query).toBe(10_000);
    expect(state.sigma).toBe(0.01);
    expect(problems).toEqual([
      { field: 'query', kind: 'out-of-range', got: '1e9', used: '10000' },
      { field: 'sigma', kind: 'out-of-range', got: '-3', used: '0.01' },
    ]);
  });

  it.each([
    ['query=abc', 'query', 'not-a-number'],
    ['query=', 'query', 'not-a-number'],
    ['query=NaN', 'query', 'not-a-number'],
    ['query=Infinity', 'query', 'not-a-number'],
    ['query=1e999', 'query', 'not-a-number'],
    ['query=0x10', 'query', 'not-a-number'],
    ['query=0,5', 'query', 'not-a-number'],
    ['keys=51+400,3&values=1,2', 'keys', 'not-a-number'],
    ['keys=1,2,x&values=1,2,3', 'keys', 'not-a-number'],
    ['keys=1e9,x,2&values=1,2,3', 'keys', 'not-a-number'],
    ['keys=&values=', 'keys', 'not-a-number'],
    ['kernel=sinc', 'kernel', 'unknown-option'],
    ['precision=__proto__', 'precision', 'unknown-option'],
    ['query=1&query=2', 'query', 'repeated'],
    ['querry=1', 'querry', 'unknown-field'],
    ['=1', '', 'unknown-field'],
    ['places=51,70,56', 'places', 'too-few'],
    ['places=51,70,56,82,1', 'places', 'too-many'],
    ['places=57,1e3,55,76', 'places', 'out-of-range'],
  ])('%s uses the default for %s: %s', (query, field, kind) => {
    const { state, problems } = read(query);
    expect(problems.map((problem) => [problem.field, problem.kind])).toContainEqual([field, kind]);
    expect(Number.isFinite(state.query)).toBe(true);
    expect(state.keys.length).toBe(state.values.length);
    expect(state.keys.length).toBeGreaterThan(0);
  });

  it('reads other minus signs, full-width digits and full-width commas', () => {
    const { state, problems } = read('keys=１，−2、3&values=1,2,3&query=５７。5');
    expect([state.keys, state.query, problems]).toEqual([[1, -2, 3], 57.5, []]);
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

  it('limits the state of the page to what a link can contain', () => {
    const outside = { ...initial, keys: [1e9, 0], values: [-1e9, 0], query: 1e5, sigma: 0 };
    const state = constrain(within<State>(fields, outside));
    const { params } = readPlace(placeHash('x', writeState(fields, state)));
    expect(readLink(params)).toEqual({ state, problems: [] });
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

  it('contains only what differs from the defaults', () => {
    const hash = (state: State) => placeHash('kernel-regression', writeState(fields, state));
    expect(hash(initial)).toBe('#/kernel-regression');
    expect(hash({ ...initial, query: 52 })).toBe('#/kernel-regression?query=52');
    const state = { ...initial, keys: [51, 56, 60] };
    expect(hash(state)).toBe('#/kernel-regression?keys=51,56,60');
    expect(readLink(readPlace(hash(state)).params)).toEqual({ state, problems: [] });
  });

  const damaged = { query: 52, sigma: 2, keys: [1, 2], values: [3, 4] };
  it.each([
    'v=7&query=52&amp;sigma=2&keys=1,2&values=3,4',
    'query=52&amp;amp;sigma=2&AMP;keys=1,2&#38;values=3,4&amp;',
    'query=52&#038;sigma=2&#x26;keys=1,2&#X0026;amp;values=3,4',
    'query=52;sigma=2;keys=1,2;values=3,4',
    'query%3D52%26sigma%3D2%26keys%3D1%2C2%26values%3D3%2C4',
    'v=1%26query%3D52%26sigma%3D2%26keys%3D1%2C2%26values%3D3%2C4',
    '%3Fv%3D1%26amp%3Bquery%3D52%26amp%3Bsigma%3D2%26keys%3D1%252C2%26values%3D3%252C4',
    'query%253D52%2526sigma%253D2%2526keys%253D1%25252C2%2526values%253D3%252C4',
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

  it('is frozen, so that no part of the page can change it in place', () => {
    expect(Object.isFrozen(read('').state)).toBe(true);
    expect(Object.isFrozen(read('keys=1,2&values=1').state)).toBe(true);
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
