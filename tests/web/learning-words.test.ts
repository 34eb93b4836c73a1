// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { sentenceSpace, wordsOf } from '../../web/src/components/sentence-words.ts';
import { depthOf, harmOf } from '../../web/src/lessons/learning/race-answers.ts';
import { targetOf } from '../../web/src/lessons/learning/targets.ts';

const ENGLISH = ['the', 'girls', 'near', 'dog', 'were', '.'];
const CHINESE = ['三', '个', '女', '女孩', '的', '。'];

it('a typed sentence is split into lower-case words and punctuation, including unknown ones', () => {
  expect(wordsOf(' The  girls near the Dragon.', ENGLISH)).toEqual([
    ...['the', 'girls', 'near', 'the', 'dragon', '.'],
  ]);
  expect(wordsOf('', ENGLISH)).toEqual([]);
});

it('Chinese is split into the longest known words, and unknown text stays together', () => {
  expect(wordsOf('三个女孩的恐龙。', CHINESE)).toEqual(['三', '个', '女孩', '的', '恐龙', '。']);
  expect(wordsOf('三 个', CHINESE)).toEqual(['三', '个']);
  expect(wordsOf('三个Bug', CHINESE)).toEqual(['三', '个', 'bug']);
  expect([sentenceSpace(ENGLISH), sentenceSpace(CHINESE)]).toEqual([' ', '']);
});

it('a typed mark is the one of the vocabulary, in full or half width', () => {
  const withComma = [...CHINESE, ','];
  expect(wordsOf('三，个,女孩.', withComma)).toEqual(['三', ',', '个', ',', '女孩', '。']);
  expect(wordsOf('三 ， 个', withComma)).toEqual(['三', ',', '个']);
  expect(wordsOf('三,个', [...CHINESE, '，'])).toEqual(['三', '，', '个']);
  expect(wordsOf('Ｔｈｅ dog。', ENGLISH)).toEqual(['the', 'dog', '.']);
  expect(wordsOf('三！', CHINESE)).toEqual(['三', '！']);
});

it('a verb points to its subject, and a noun after a clause to its classifier', () => {
  const task = { task: 'sentences', permutation: 'swaps' } as const;
  const english = ['particle', 'subject', 'link', 'particle', 'other', 'verb'];
  const look = (roles: readonly string[]) => targetOf(task, { symbols: roles, roles });
  expect(look(english)(4)).toBe(1);
  expect(look(english.slice(0, 5))(4)).toBe(1);
  const chinese = ['number', 'classifier', 'clause-verb', 'number', 'classifier', 'other', 'link'];
  expect(look(chinese)(6)).toBe(1);
});

it('a list points after the first equal symbol, and the pointing task to its partner', () => {
  const symbols = [...'ABCABCA'];
  const repetition = targetOf({ task: 'repetition', permutation: 'six' }, { symbols, roles: [] });
  expect([0, 3, 4, 5, 6].map(repetition)).toEqual([undefined, 1, 2, 3, 1]);
  const pointing = targetOf({ task: 'pointing', permutation: 'six' }, { symbols, roles: [] });
  expect([0, 5].map(pointing)).toEqual([1, 0]);
});

it('the answers of the comparisons follow from the shares of correct predictions', () => {
  expect([depthOf(0.4, 1), depthOf(0.9, 0.9), depthOf(0.4, 0.5)]).toEqual([
    ...['two', 'both', 'neither'],
  ]);
  expect([harmOf(0.9, 0.88), harmOf(0.9, 1), harmOf(0.9, 0.6), harmOf(0.9, 0.2)]).toEqual([
    ...['same', 'better', 'some', 'much'],
  ]);
});
