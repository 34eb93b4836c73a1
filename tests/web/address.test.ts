// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import {
  addressIn,
  fragmentOf,
  homeFrom,
  pageAddress,
  paramsIn,
  pathOf,
} from '../../web/src/state/address.ts';

describe('the address of a page', () => {
  it.each([
    ['', '', ''],
    ['softmax', '', 'softmax/'],
    ['softmax', 'verify', 'softmax/verify/'],
  ])('has one folder for each part: %s %s', (lesson, view, path) => {
    expect(pathOf(lesson, view)).toBe(path);
    expect(new URL(homeFrom(path), `https://a.example/en/${path}`).pathname).toBe('/en/');
  });

  it('is relative to the home page of the language while pages are built', () => {
    expect(pageAddress('softmax', new URLSearchParams('T=4'))).toBe('al-home:softmax/#?T=4');
    expect(addressIn('zh-Hans', 'softmax', 'verify')).toBe('al-home:../zh-Hans/softmax/verify/');
  });
});

describe('the fragment', () => {
  it('contains the parameters, with readable lists, or nothing', () => {
    expect(fragmentOf(new URLSearchParams({ x: '1,2' }))).toBe('#?x=1,2');
    expect(fragmentOf(new URLSearchParams())).toBe('');
    expect(fragmentOf(undefined)).toBe('');
    expect(fragmentOf(new URLSearchParams({ X: '1,2', scene: 'output' }))).toBe('#output?X=1,2');
    expect(fragmentOf(new URLSearchParams({ scene: 'output' }))).toBe('#output');
  });

  it.each([
    ['', ''],
    ['#output', 'scene=output'],
    ['#output?X=1', 'scene=output&X=1'],
    ['#?x=1&y=2', 'x=1&y=2'],
    ['#seed=7', 'seed=7'],
    ['#%3Fx%3D1', 'x%3D1'],
    ['#%253Fx=1', 'x=1'],
    ['#output&X=1', 'scene=output&X=1'],
    ['#output&amp;X=1&amp;y=2', 'scene=output&X=1&amp;y=2'],
    ['#output%26X=1', 'scene=output&X=1'],
    ['#/softmax?v=1&x=1', 'v=1&x=1'],
  ])('of %s is read', (hash, params) => {
    expect(paramsIn(hash)).toBe(params);
  });
});
