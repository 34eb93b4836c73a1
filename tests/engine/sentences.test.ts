// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { grammar as english } from '../../web/src/engine/sentences/english.ts';
import type { Grammar, Sentence } from '../../web/src/engine/sentences/grammar.ts';
import { randomOf } from '../../web/src/engine/sentences/random.ts';
import { grammar as simplified } from '../../web/src/engine/sentences/simplified-chinese.ts';
import { grammar as traditional } from '../../web/src/engine/sentences/traditional-chinese.ts';

const COUNT = 10_000;

const drawn = new Map<Grammar, readonly Sentence[]>();

function sentences(grammar: Grammar): readonly Sentence[] {
  const random = randomOf(1);
  const all = drawn.get(grammar) ?? Array.from({ length: COUNT }, () => grammar.sample(random));
  drawn.set(grammar, all);
  return all;
}

const wordsOf = ({ words, roles }: Sentence, role: string): string[] =>
  words.filter((_, i) => roles[i] === role);

test('verbs and pronouns of English agree with the subject', () => {
  const seen = new Set<string>();
  for (const sentence of sentences(english)) {
    const [subject = ''] = wordsOf(sentence, 'subject');
    const isMany = ['men', 'women'].includes(subject) || subject.endsWith('s');
    const singular = { boy: 'he', king: 'he', man: 'he', girl: 'she', queen: 'she', woman: 'she' };
    const kind = isMany ? 'they' : ((singular as Record<string, string>)[subject] ?? 'it');
    const own = { he: 'himself', she: 'herself', it: 'itself', they: 'themselves' }[kind];
    for (const pronoun of wordsOf(sentence, 'pronoun')) {
      expect([kind, own]).toContain(pronoun);
      seen.add(pronoun);
    }
    const verbs = wordsOf(sentence, 'verb').filter(
      (verb) => verb.startsWith('w') && verb !== 'washed',
    );
    for (const verb of verbs) expect(verb).toBe(isMany ? 'were' : 'was');
    if (sentence.words.includes('a')) expect(isMany).toBe(false);
  }
  expect([...seen].sort()).toEqual([
    ...['he', 'herself', 'himself', 'it', 'itself', 'she', 'themselves', 'they'],
  ]);
});

/**
 * The classifier (measure word) of each noun and the pronoun of each person, from a dictionary and not from the grammar
 * under test. The first classifier of a sentence belongs to the subject, the second to the noun in the clause.
 */
test.each([
  {
    grammar: simplified,
    classifiers: {
      ...{ 男孩: '个', 女孩: '个', 国王: '位', 爷爷: '位', 女王: '位', 奶奶: '位' },
      ...{ 狗: '只', 猫: '只', 鸟: '只', 马: '匹', 牛: '头', 大象: '头', 鱼: '条', 蛇: '条' },
      ...{ 书: '本', 照片: '张', 伞: '把' },
    },
    pronouns: { 男孩: '他', 国王: '他', 爷爷: '他', 女孩: '她', 女王: '她', 奶奶: '她' },
    ...{ animal: '它', plural: '们', many: ['两', '三'], all: '他 他们 她 她们 它 它们' },
  },
  {
    grammar: traditional,
    classifiers: {
      ...{ 男生: '個', 女生: '個', 叔叔: '位', 阿公: '位', 阿姨: '位', 阿嬤: '位' },
      ...{ 狗: '隻', 貓: '隻', 馬: '匹', 魚: '尾', 手機: '支', 腳踏車: '台', 雨傘: '把', 球: '顆' },
    },
    pronouns: {
      ...{ 男生: '他', 叔叔: '他', 阿公: '他', 女生: '她', 阿姨: '她', 阿嬤: '她' },
      ...{ 手機: '它', 腳踏車: '它', 雨傘: '它', 球: '它' },
    },
    ...{ animal: '牠', plural: '們', many: ['兩', '三'], all: '他 他們 她 她們 它 牠 牠們' },
  },
])('classifiers and pronouns of Chinese agree with their nouns: $all', (chinese) => {
  const classifierOf: Record<string, string> = chinese.classifiers;
  const pronounOf: Record<string, string> = chinese.pronouns;
  const seen = new Set<string>();
  for (const sentence of sentences(chinese.grammar)) {
    const [subject = ''] = wordsOf(sentence, 'subject');
    const [other = ''] = wordsOf(sentence, 'other');
    const [first, second] = wordsOf(sentence, 'classifier');
    expect(first).toBe(classifierOf[subject]);
    if (second !== undefined) expect(second).toBe(classifierOf[other]);
    const isMany = chinese.many.includes(wordsOf(sentence, 'number')[0] ?? '');
    for (const pronoun of wordsOf(sentence, 'pronoun')) {
      expect(pronoun).toBe(
        `${pronounOf[subject] ?? chinese.animal}${isMany ? chinese.plural : ''}`,
      );
      seen.add(pronoun);
    }
  }
  expect([...seen].sort().join(' ')).toBe(chinese.all);
});

const GRAMMARS = [
  ['en', english],
  ['zh-Hans', simplified],
  ['zh-Hant', traditional],
] as const;

test.each(GRAMMARS)('%s: 40 to 60 words, all used, in sentences that fit', (_, grammar) => {
  expect(grammar.words.length).toBeGreaterThanOrEqual(40);
  expect(grammar.words.length).toBeLessThanOrEqual(60);
  const all = sentences(grammar);
  expect(new Set(all.flatMap(({ words }) => words))).toEqual(new Set(grammar.words));
  expect(Math.max(...all.map(({ words }) => words.length))).toBe(grammar.longest);
  expect(grammar.longest).toBeLessThanOrEqual(18);
});

test.each(GRAMMARS)(
  '%s: next words have the grammar’s probabilities, and the floor is its entropy',
  (_, grammar) => {
    /** For each list of preceding words: the probabilities of the next words, and the drawn words. */
    const places = new Map<string, { following: ReadonlyMap<string, number>; seen: string[] }>();
    let bits = 0;
    let squares = 0;
    let predicted = 0;
    for (const { words } of sentences(grammar)) {
      let sum = 0;
      words.forEach((word, i) => {
        const before = words.slice(0, i);
        const key = before.join(' ');
        const place = places.get(key) ?? {
          following: grammar.following(before),
          seen: [],
        };
        places.set(key, place);
        place.seen.push(word);
        if (i > 0) sum -= Math.log(place.following.get(word) as number);
      });
      predicted += words.length - 1;
      // The loss of a sentence, minus the entropy of the grammar (the floor) for each word after the first. The
      // expected value is 0.
      const excess = sum - grammar.floor * (words.length - 1);
      bits += excess;
      squares += excess ** 2;
    }
    // Five standard errors: chance exceeds them about once in 10⁶ tests.
    expect(Math.abs(bits)).toBeLessThan(5 * Math.sqrt(squares));
    expect(5 * Math.sqrt(squares)).toBeLessThan(0.02 * predicted);
    const wrong = [...places].filter(([, { following, seen }]) => {
      const shares = [...following.values()];
      const isWhole = Math.abs(shares.reduce((a, b) => a + b, 0) - 1) < 1e-12;
      const isFair = [...following].every(([word, p]) => {
        const off = seen.filter((one) => one === word).length - seen.length * p;
        return Math.abs(off) < 1 + 5 * Math.sqrt(seen.length * p * (1 - p));
      });
      const isKnown = seen.every((word) => (following.get(word) ?? 0) > 0);
      return !(isWhole && isKnown && (isFair || seen.length < 300));
    });
    expect(wrong).toEqual([]);
  },
);

test('a sentence is determined by its seed', () => {
  expect(english.sample(randomOf(1)).words.join(' ')).toBe(
    'the kings that heard the men were sad because they were lost .',
  );
});
