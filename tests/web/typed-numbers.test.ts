// SPDX-License-Identifier: MIT
// Checks that every number in a text has a source: a placeholder that the engine fills, or an explanation in
// `exact.json` in the text's folder.
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../web/src/i18n/catalogue.ts';
import { flatten } from './support/catalogues.ts';
import { type SiteFile, siteFiles } from './support/files.ts';
import {
  type Explanations,
  numbersIn,
  type Text,
  typedNumberProblems,
} from './support/typed-numbers.ts';

const TEXT =
  /^src\/(?!engine\/)(.+?)\/(?:text\.|messages\.|statements\.|teach\.)?(?:en|zh-Hans|zh-Hant)\.(?:json|md)$/;
const folderOf = ({ path }: SiteFile) => TEXT.exec(path)?.[1] ?? '';

/**
 * The ids of the steps of each lesson. tests/engine/scenes.test.ts checks the numbers in the sections of these steps.
 */
const steps = new Map(
  siteFiles(/^src\/lessons\/[^/]+\/steps\.ts$/).map(({ path, text }) => [
    path.slice('src/'.length, -'/steps.ts'.length),
    Array.from(text.matchAll(/\bid: '([\w-]+)'/g), ([, id]) => id),
  ]),
);

function textsOf(file: SiteFile): Text[] {
  const { path, text } = file;
  const name = path.split('/').at(-1);
  const computed = path.endsWith('.md') ? (steps.get(folderOf(file)) ?? []) : [];
  const found = path.endsWith('.md')
    ? text
        .split(/^(?=#)/m)
        .map((part) => ({ key: /\{#(.+?)\}/.exec(part)?.[1] ?? 'title', text: part }))
    : Array.from(flatten(JSON.parse(text) as Catalogue), ([key, one]) => ({ key, text: one }));
  return found
    .filter(({ key }) => !computed.includes(key))
    .map(({ key, text: one }) => ({ key: `${name} ${key}`, text: one }));
}

const files = siteFiles(TEXT);
const explanations = new Map(
  siteFiles(/^src\/.*\/exact\.json$/).map(({ path, text }) => [
    path.slice('src/'.length, -'/exact.json'.length),
    JSON.parse(text) as Explanations,
  ]),
);
const folders = [...new Set(files.map(folderOf))];

describe('typed numbers', () => {
  it.each(folders)('of %s are explained', (folder) => {
    const texts = files.filter((file) => folderOf(file) === folder).flatMap(textsOf);
    expect(typedNumberProblems(texts, explanations.get(folder) ?? {})).toEqual([]);
  });

  it('are explained only in folders with texts', () => {
    expect([...explanations.keys()].filter((folder) => !folders.includes(folder))).toEqual([]);
  });
});

describe('the check of typed numbers', () => {
  it.each([
    ['σ falls from 0.109 to {{last}} at d = 64', ['0.109', '64']],
    ['float32, p4, E-12 and [[score|d_k2]]', []],
    ['94.8 % of 1,258,498 and 1e6', ['94.8%', '1258498', '1e6']],
    ['## Title {#part-12}', []],
    [String.raw`$\approx0.654$, $\le0.05$, $\sqrt{1.5}$`, ['0.654', '0.05', '1.5']],
    ['p0.3, v1.25 and ln8', ['0.3', '1.25']],
    ['０.６５４ 和 ２４％，x² 不变', ['0.654', '24%']],
    ['24 percent, 24 per cent', ['24%', '24%']],
    [
      '百分之二十四、百分之十、百分之九十四點八、百分之 24、百分之百',
      ['24%', '10%', '94.8%', '24%', '100%'],
    ],
    ['2·10⁻⁵, 5.3 × 10⁴', ['2e-5', '5.3e4']],
    [String.raw`$2 \cdot 10^{-5}$`, ['2e-5']],
  ])('reads %s', (text, numbers) => {
    expect(numbersIn(text)).toEqual(numbers);
  });

  const problems = (text: string, explained: Explanations, key = 'a.conclusion') =>
    typedNumberProblems([{ key, text }], explained);

  it('reports a measurement, and accepts small whole numbers and quotations', () => {
    expect(problems('it took 7.1 ms, 24% and 463 rows at d = 64', {})).toEqual([
      '7.1 is typed and not explained: a.conclusion',
      '24% is typed and not explained: a.conclusion',
      '463 is typed and not explained: a.conclusion',
    ]);
    expect(problems('the row is 0.98', {}, 'experiment.row.source')).toEqual([]);
  });

  it('accepts numbers of a claim only if its source is a document', () => {
    const claimOf = (source: string) =>
      typedNumberProblems(
        [
          { key: 'experiment.row.source', text: source },
          { key: 'experiment.row.claim', text: 'the row is 0.98' },
        ],
        {},
      );
    expect(claimOf('Document 003, line 30')).toEqual([]);
    expect(claimOf('文件003，第 30 行')).toEqual([]);
    expect(claimOf('What follows')).toHaveLength(1);
  });

  it('computes derivations to the typed digits', () => {
    expect(problems('0.3', { '0.3': '= sqrt(1/10 - 1/100)' })).toEqual([]);
    expect(problems('0.301', { '0.301': '= sqrt(1/10 - 1/100)' })).toHaveLength(1);
  });

  it('reports explanations that explain nothing, and those without a number', () => {
    expect(problems('7.1', { '7.1': 'measured' })).toEqual(['7.1: "measured" explains nothing']);
    expect(problems('7.1', { '7.1': '= 7.1' })).toEqual(['7.1: "= 7.1" explains nothing']);
    expect(problems('7.1', { '7.1': 'input: a run' })).toHaveLength(1);
    expect(problems('', { '7.1': 'input: score' })).toEqual(['7.1 is explained, but in no text']);
  });
});
