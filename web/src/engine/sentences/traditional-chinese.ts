// SPDX-License-Identifier: MIT
// Sentences in which a clause stands between a classifier and its noun: 一隻看到兩個男生的狗. The classifier limits the
// choice of the noun. The pronoun is 他 or 她 for people, 牠 for animals and 它 for things.
import { either, forEach, Grammar, oneOf, type Place, word } from './grammar.ts';

const PRONOUNS = ['他', '她', '牠', '它', '他們', '她們', '牠們'] as const;
type Pronoun = (typeof PRONOUNS)[number];
type Nouns = Readonly<Record<string, readonly string[]>>;

const PEOPLE: Nouns = { 個: ['男生', '女生'], 位: ['叔叔', '阿公', '阿姨', '阿嬤'] };
const WOMEN = ['女生', '阿姨', '阿嬤'];
const ANIMALS: Nouns = { 隻: ['狗', '貓'], 匹: ['馬'], 尾: ['魚'] };
const THINGS: Nouns = { 支: ['手機'], 台: ['腳踏車'], 把: ['雨傘'], 顆: ['球'] };

const stop = word('stop', '。');

/** A clause about the state of the subject, such as 他很累 ("he is tired"). */
const state = (pronoun: Pronoun): Place => {
  const properties = pronoun === '它' ? ['舊', '便宜'] : ['累', '餓', '開心', '害怕'];
  return word('pronoun', pronoun, word('particle', '很', oneOf('property', properties, stop)));
};

const predicate = forEach(PRONOUNS, (pronoun) => {
  const clause = state(pronoun);
  const reason = word('particle', ',', word('link', '因為', clause));
  const end = word('particle', '了', either([1, stop], [3, reason]));
  if (pronoun === '它') return oneOf('verb', ['壞', '不見'], end);
  const goes = oneOf('verb', ['走', '睡著'], end);
  return pronoun.startsWith('牠') ? goes : either([1, goes], [1, word('verb', '說', clause)]);
});

const NUMBERS = ['一', '那', '兩', '三'];
const isMany = (number: string): boolean => number === '兩' || number === '三';

/** The object of a clause, such as 三顆球 ("three balls"). */
const object = (kinds: Nouns, next: Place): Place =>
  oneOf(
    'number',
    NUMBERS,
    either(
      ...Object.entries(kinds).map(
        ([classifier, nouns]) =>
          [nouns.length, word('classifier', classifier, oneOf('other', nouns, next))] as const,
      ),
    ),
  );

const clauses: Readonly<Record<'person' | 'animal' | 'thing', (noun: Place) => Place>> = {
  person: (noun) =>
    either(
      [2, oneOf('clause-verb', ['買', '帶'], object(THINGS, word('link', '的', noun)))],
      [1, word('clause-verb', '看到', object(ANIMALS, word('link', '的', noun)))],
    ),
  animal: (noun) =>
    either(
      [1, word('clause-verb', '看到', object(PEOPLE, word('link', '的', noun)))],
      [1, word('clause-verb', '追', object(THINGS, word('link', '的', noun)))],
    ),
  thing: (noun) =>
    oneOf(
      'other',
      Object.values(PEOPLE).flat(),
      oneOf('clause-verb', ['買', '帶'], word('link', '的', noun)),
    ),
};

const classes = (
  kinds: Nouns,
  pronounOf: (noun: string) => Pronoun,
  clause: (noun: Place) => Place,
): Place =>
  either(
    ...Object.entries(kinds).map(([classifier, nouns]) => {
      const noun = oneOf('subject', nouns, (one) => predicate[pronounOf(one)]);
      const rest = either([1, noun], [2, clause(noun)]);
      return [nouns.length, word('classifier', classifier, rest)] as const;
    }),
  );

const plural = (pronoun: '他' | '她' | '牠', many: boolean): Pronoun =>
  many ? `${pronoun}們` : pronoun;

const afterNumber = (many: boolean): Place => {
  const people = classes(
    PEOPLE,
    (noun) => plural(WOMEN.includes(noun) ? '她' : '他', many),
    clauses.person,
  );
  const animals = classes(ANIMALS, () => plural('牠', many), clauses.animal);
  if (many) return either([3, people], [2, animals]);
  return either([3, people], [2, animals], [2, classes(THINGS, () => '它', clauses.thing)]);
};

const one = afterNumber(false);
const many = afterNumber(true);
const subject = oneOf('number', NUMBERS, (number) => (isMany(number) ? many : one));

export const grammar = new Grammar(
  either(
    [2, subject],
    [1, word('opening', '昨天', subject)],
    [1, word('opening', '在', oneOf('opening', ['公園', '夜市'], subject))],
  ),
);
