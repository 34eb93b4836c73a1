// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import type { AttentionError } from '../engine/index.ts';
import type { Translate } from '../i18n/catalogue.ts';
import type { SharedKey } from '../i18n/i18n.ts';

type PhraseKey = Extract<SharedKey, `phrase.${string}`>;

/**
 * The English texts of the properties `expected` and `got` in errors of the C++ code and the engine, each with the key
 * of its translation. Here, >= is written as ≥, and {…} is a placeholder. If several texts match, the first is used.
 */
export const PHRASES: readonly (readonly [text: string, key: PhraseKey])[] = [
  ['a number', 'phrase.number'],
  ['a finite number', 'phrase.finite'],
  ['a finite number > {low}', 'phrase.finiteAbove'],
  ['a finite number ≥ {low}', 'phrase.finiteFrom'],
  ['a number other than {number}', 'phrase.numberNot'],
  ['a number from {low} to below {high}', 'phrase.numberBelow'],
  ['a number from {low} to {high}', 'phrase.numberFrom'],
  ['a number below {high}', 'phrase.index'],
  ['a whole number ≥ {low}', 'phrase.wholeAtLeast'],
  ['a whole number below {high}', 'phrase.wholeBelow'],
  ['a whole number from {low} to {high}', 'phrase.wholeFrom'],
  ['whole numbers', 'phrase.whole'],
  ['whole numbers from {low} to {high}', 'phrase.wholesFrom'],
  ['numbers ≥ {low}', 'phrase.numbersAtLeast'],
  ['a divisor of {number}', 'phrase.divisorOf'],
  ['{values} everywhere', 'phrase.everywhere'],
  ['at least one row and one column', 'phrase.rowAndColumn'],
  ['at least two rows and one column', 'phrase.twoRows'],
  ['at least one row', 'phrase.row'],
  ['at least one column', 'phrase.column'],
  ['an even number of columns', 'phrase.evenColumns'],
  ['at least one entry', 'phrase.entry'],
  ['at least 1 token', 'phrase.token'],
  ['at least {number} tokens', 'phrase.tokensAtLeast'],
  ['an even number', 'phrase.even'],
  ['at least one 1 in each step', 'phrase.counted'],
  ['at most {number} in a sequence', 'phrase.sequenceAtMost'],
  ['as many as tokens', 'phrase.asManyAsTokens'],
  ['from {low} to {high} words', 'phrase.wordsFrom'],
  ['words of the vocabulary', 'phrase.vocabulary'],
  ['at least {number} axes', 'phrase.axesAtLeast'],
  ['at most {number} axes', 'phrase.axesAtMost'],
  ['{number} axes', 'phrase.axes'],
  ['{number} matrices', 'phrase.matrices'],
  ['{number} numbers for {shape}', 'phrase.numbersFor'],
  ['at most the available memory', 'phrase.availableMemory'],
  ['at least {number} bytes', 'phrase.bytesAtLeast'],
  ['at most {number} bytes', 'phrase.bytesAtMost'],
  ['{number} bytes', 'phrase.bytes'],
  ['enough for the result', 'phrase.room'],
  ['no fault', 'phrase.noFault'],
  ['an exception for which no memory was left', 'phrase.uncaught'],
  ['an object in use', 'phrase.inUse'],
  ['a released one', 'phrase.released'],
  ['lost with the instance', 'phrase.lost'],
  ['at most {number} rows', 'phrase.rowsAtMost'],
  ['an engine with training: {call}', 'phrase.training'],
  ['a tensor', 'phrase.tensor'],
  ['a shape', 'phrase.shape'],
  ['a list of numbers', 'phrase.list'],
  ['numbers', 'phrase.numbers'],
  ['an object', 'phrase.object'],
  ['an array', 'phrase.array'],
  ['a function', 'phrase.aFunction'],
  ['a symbol', 'phrase.symbol'],
  ['a BigInt', 'phrase.bigInt'],
  ['none beside {other}', 'phrase.noneBeside'],
  ['none', 'phrase.none'],
  ['{some} or {last}', 'phrase.either'],
];

const patterns = PHRASES.map(([text, key]) => {
  const escaped = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return [new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`), key] as const;
});

/** Translates a text from an error of the engine. Names, numbers and unknown texts stay unchanged. */
export function phrase(text: string, t: Translate<SharedKey>): string {
  const plain = text.replaceAll('>=', '≥');
  for (const [pattern, key] of patterns) {
    const found = pattern.exec(plain);
    if (found === null) continue;
    const parts = Object.entries(found.groups ?? {});
    return t(key, Object.fromEntries(parts.map(([name, part]) => [name, phrase(part, t)])));
  }
  return text;
}

export function refusalText(error: AttentionError, t: Translate<SharedKey>): string {
  const { kind, argument, expected } = error;
  // For an unknown option, `got` is the caller's own text, so it is not translated.
  const got = kind === 'UnknownOption' ? error.got : phrase(error.got, t);
  return t(`refusal.${kind}`, { argument, expected: phrase(expected, t), got });
}

export const refusalNotice = (error: AttentionError | undefined, t: Translate<SharedKey>) =>
  error ? html`<p class="notice" role="alert">${refusalText(error, t)}</p>` : nothing;
