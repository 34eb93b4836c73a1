// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { searcher, tokenize } from '../../web/src/search/index.ts';
import type { Item } from '../../web/src/search/item.ts';

const item = (kind: Item['kind'], name: string, title: string, text = '', alias = ''): Item => ({
  kind,
  name,
  title,
  text,
  alias,
});

const found = searcher([
  item('entry', 'E-12', 'E-12', 'A larger angle has the smaller dot product only at equal length.'),
  item('entry', 'E-1', 'E-1', 'The Jacobian fades.'),
  item('term', 'dot-product', '内积', '对应的分量相乘再相加。', 'dot product'),
  item('term', 'd_k', 'd_k', 'Components of a key.'),
  item('lesson', 'similarity', 'Similarity', 'Which key is more like the query?'),
]);
const names = (wanted: string) => found(wanted).map(({ name }) => name);

describe('words', () => {
  it.each([
    ['E-12, d_k', ['e-12', 'e', '12', 'd_k', 'd', 'k']],
    ['注意力 分數', ['注意', '意力', '分數']],
    ['值v₁', ['值', 'v1']],
    ['√d', ['√d']],
    ['…', []],
  ])('of %s', (text, tokens) => {
    expect(tokenize(text)).toEqual(tokens);
  });
});

describe('a search', () => {
  it.each([
    ['E-12', ['E-12']],
    ['angle', ['E-12']],
    ['ang', ['E-12']],
    ['jacobain', []],
    ['jacobians', ['E-1']],
    ['dot product', ['dot-product', 'E-12']],
    ['内积', ['dot-product']],
    ['分量相乘', ['dot-product']],
    ['分乘', []],
    ['key', ['similarity', 'd_k']],
    ['d_k', ['d_k']],
    ['angle jacobian', []],
    ['', []],
    ['  ', []],
  ])('for %j finds what holds all of it', (wanted, expected) => {
    expect(names(wanted)).toEqual(expected);
  });
});
