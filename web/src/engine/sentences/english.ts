// SPDX-License-Identifier: MIT
// English sentences in which another noun can separate the subject from words that agree with it in number or gender:
// "the king near the dogs washed himself".
import { either, forEach, Grammar, oneOf, type Place, word } from './grammar.ts';

const KINDS = ['he', 'she', 'it', 'they'] as const;
type Kind = (typeof KINDS)[number];

const SINGULAR: Readonly<Record<string, Kind>> = {
  ...{ boy: 'he', king: 'he', man: 'he' },
  ...{ girl: 'she', queen: 'she', woman: 'she' },
  ...{ dog: 'it', cat: 'it' },
};
const PLURAL = ['boys', 'kings', 'men', 'girls', 'queens', 'women', 'dogs', 'cats'];
const NOUNS = [...Object.keys(SINGULAR), ...PLURAL];
const kindOf = (noun: string): Kind => SINGULAR[noun] ?? 'they';

const BE: Readonly<Record<Kind, string>> = { he: 'was', she: 'was', it: 'was', they: 'were' };
const SELF: Readonly<Record<Kind, string>> = {
  he: 'himself',
  she: 'herself',
  it: 'itself',
  they: 'themselves',
};

const stop = word('stop', '.');
const reason = oneOf('property', ['late', 'hungry', 'alone', 'lost', 'ill', 'early'], stop);

const end = forEach(KINDS, (kind) => {
  const because = word('link', 'because', word('pronoun', kind, word('verb', BE[kind], reason)));
  return either([1, stop], [4, because]);
});

const predicate = forEach(KINDS, (kind) => {
  const properties = ['tired', 'happy', 'sad', 'quiet', 'angry', 'afraid'];
  const property = oneOf('property', properties, end[kind]);
  const self = word('pronoun', SELF[kind], end[kind]);
  return either(
    [3, word('verb', BE[kind], property)],
    [1, oneOf('verb', ['washed', 'hid', 'hurt'], self)],
  );
});

const other = forEach(KINDS, (kind) =>
  word('particle', 'the', oneOf('other', NOUNS, predicate[kind])),
);

const afterSubject = forEach(KINDS, (kind) => {
  const clause = oneOf('clause-verb', ['saw', 'heard', 'liked', 'followed'], other[kind]);
  return either(
    [2, predicate[kind]],
    [3, word('link', 'that', clause)],
    [2, oneOf('link', ['near', 'behind', 'with'], other[kind])],
  );
});

const noun = (nouns: readonly string[]): Place =>
  oneOf('subject', nouns, (one) => afterSubject[kindOf(one)]);

const subject = either(
  [3, word('particle', 'the', noun(NOUNS))],
  [1, word('particle', 'a', noun(Object.keys(SINGULAR)))],
);

const day = word('opening', 'the', oneOf('opening', ['morning', 'evening'], subject));
const start = either(
  [4, subject],
  [1, word('opening', 'yesterday', subject)],
  [1, word('opening', 'in', day)],
  [1, word('opening', 'at', word('opening', 'night', subject))],
);

export const grammar = new Grammar(start);
