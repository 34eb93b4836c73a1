// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { sentenceSpace, wordsOf } from '../../web/src/components/sentence-words.ts';

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
