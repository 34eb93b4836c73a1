// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import terms from '../../web/src/glossary/aliases.json' with { type: 'json' };
import { TERMS, type Term } from '../../web/src/glossary/terms.ts';
import lessons from '../../web/src/search/aliases.json' with { type: 'json' };
import { searcher, tokenize } from '../../web/src/search/index.ts';
import type { Item } from '../../web/src/search/item.ts';
import { siteFiles } from './support/files.ts';

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
  ])('for %j finds entries that contain all of it', (wanted, expected) => {
    expect(names(wanted)).toEqual(expected);
  });

  it('finds entries with two of three words if none contains all of them', () => {
    expect(names('larger angle zebra')).toEqual(['E-12']);
    expect(names('angle zebra')).toEqual([]);
  });
});

describe('synonyms', () => {
  const ids = siteFiles(/^src\/lessons\/[^/]+\/lesson\.json$/).map(
    ({ path }) => path.split('/')[2],
  );
  const byAlias = searcher([
    ...Object.entries(lessons).map(([id, alias]) => item('lesson', id, '', '', alias)),
    ...TERMS.map(({ id, english }: Term) =>
      item('term', id, '', '', `${english}, ${(terms as Record<string, string>)[id] ?? ''}`),
    ),
  ]);
  const first = (kind: Item['kind'], wanted: string) =>
    byAlias(wanted).find((found) => found.kind === kind)?.name;

  it('belong to lessons and terms that exist', () => {
    expect(Object.keys(lessons).toSorted()).toEqual(ids.toSorted());
    const known = TERMS.map(({ id }: Term) => id as string);
    expect(Object.keys(terms).filter((id) => !known.includes(id))).toEqual([]);
  });

  it.each([
    ['causal', 'causal-mask'],
    ['点乘', 'dot-product'],
    ['内积', 'dot-product'],
    ['點積', 'dot-product'],
    ['归一化', 'softmax'],
    ['并行', 'multi-head'],
    ['平行', 'multi-head'],
    ['遮蔽', 'mask'],
    ['方差', 'variance'],
    ['inner product', 'dot-product'],
  ])('%s finds the term %s', (wanted, term) => {
    expect(byAlias(wanted).map(({ name }) => name)).toContain(term);
  });

  it.each([
    ['causal', 'masking'],
    ['因果', 'masking'],
    ['遮蔽', 'masking'],
    ['why sqrt d', 'scaling'],
    ['Why do we divide by sqrt(d)?', 'scaling'],
    ['为什么除以根号d', 'scaling'],
    ['为什么要除以根号 d？', 'scaling'],
    ['為什麼要除以根號d', 'scaling'],
    ['does attention know order', 'order'],
    ['why several heads', 'multi-head'],
    ['KV cache', 'cost'],
  ])('%s finds the lesson %s first', (wanted, lesson) => {
    expect(first('lesson', wanted)).toBe(lesson);
  });
});
