// SPDX-License-Identifier: MIT
// Sentences in which a clause stands between a classifier and its noun: 一只看见两个男孩的猫. The classifier limits the
// choice of the noun. The noun and the number determine the pronoun.
import { either, forEach, Grammar, oneOf, type Place, word } from './grammar.ts';

type Gender = '他' | '她' | '它';
const PRONOUNS = ['他', '她', '它', '他们', '她们', '它们'] as const;

/** For each classifier, its nouns that denote living beings, with their pronouns. Only these nouns can be subjects. */
const LIVING: Readonly<Record<string, Readonly<Record<string, Gender>>>> = {
  个: { 男孩: '他', 女孩: '她' },
  位: { 国王: '他', 爷爷: '他', 女王: '她', 奶奶: '她' },
  只: { 狗: '它', 猫: '它', 鸟: '它' },
  匹: { 马: '它' },
  头: { 牛: '它', 大象: '它' },
  条: { 鱼: '它', 蛇: '它' },
};
const THINGS: Readonly<Record<string, string>> = { 本: '书', 张: '照片', 把: '伞' };

const stop = word('stop', '。');
const done = word('particle', '了', stop);

const end = forEach(PRONOUNS, (pronoun) => {
  const state = oneOf('property', ['饿', '病', '迷路', '迟到'], done);
  const reason = word('link', '因为', word('pronoun', pronoun, state));
  return either([1, stop], [4, word('particle', ',', reason)]);
});

const predicate = forEach(PRONOUNS, (pronoun) => {
  const property = oneOf('property', ['累', '高兴', '难过', '安静', '着急'], end[pronoun]);
  return either(
    [3, word('particle', '很', property)],
    [1, oneOf('verb', ['走', '睡着'], word('particle', '了', end[pronoun]))],
  );
});

const NUMBERS = { 一: '', 这: '', 两: '们', 三: '们' } as const;
const ALL = Object.keys(NUMBERS) as (keyof typeof NUMBERS)[];

/** The object of a clause, which can be any noun. */
const object = (next: Place): Place => {
  const classes = [...Object.entries(LIVING), ...Object.entries(THINGS)].map(
    ([classifier, nouns]) => {
      const names = typeof nouns === 'string' ? [nouns] : Object.keys(nouns);
      const weight = typeof nouns === 'string' ? 2 : names.length;
      return [weight, word('classifier', classifier, oneOf('other', names, next))] as const;
    },
  );
  return oneOf('number', ALL, either(...classes));
};

const afterNumber = (plural: '' | '们'): Place => {
  const classes = Object.entries(LIVING).map(([classifier, genders]) => {
    const names = Object.keys(genders);
    const noun = oneOf('subject', names, (one) => predicate[`${genders[one] as Gender}${plural}`]);
    const clause = oneOf('clause-verb', ['看见', '喜欢', '找到'], object(word('link', '的', noun)));
    return [names.length, word('classifier', classifier, either([1, noun], [2, clause]))] as const;
  });
  return either(...classes);
};

const one = afterNumber('');
const many = afterNumber('们');
const subject = oneOf('number', ALL, (number) =>
  NUMBERS[number as keyof typeof NUMBERS] ? many : one,
);

export const grammar = new Grammar(
  either([3, subject], [2, oneOf('opening', ['早上', '晚上', '昨天'], subject)]),
);
