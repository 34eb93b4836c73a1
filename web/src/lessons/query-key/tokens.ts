// SPDX-License-Identifier: MIT
// Splits a sentence into tokens, and selects the random stream of each token's embedding.

/** Matches characters of scripts without spaces between words. Each such character is a token. */
const SPACELESS = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]';
const PICTOGRAPH =
  '\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier}|\\u200D\\p{Extended_Pictographic})*';
const WORD = `(?:(?!${SPACELESS})[\\p{L}\\p{M}\\p{N}])+`;

const TOKEN = new RegExp(`${SPACELESS}|${PICTOGRAPH}|${WORD}(?:['’]${WORD})*|[^\\s\\p{C}]`, 'gu');

/** Splits a sentence into words, punctuation marks, and single characters of scripts without spaces. */
export const tokenise = (sentence: string): string[] =>
  sentence.normalize('NFC').match(TOKEN) ?? [];

/** The lowest number of a token's random stream. Smaller numbers are reserved for the projections. */
const FIRST_STREAM = 1024;
/** The numbers of the tokens' random streams are below this, because the engine uses the numbers from here on. */
const END_OF_STREAMS = 2 ** 32;

/** The random stream of a token: the FNV-1a hash of its UTF-16 code units, so it does not depend on other tokens. */
export function streamOf(token: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < token.length; i++) {
    hash = Math.imul(hash ^ token.charCodeAt(i), 0x01000193) >>> 0;
  }
  return FIRST_STREAM + (hash % (END_OF_STREAMS - FIRST_STREAM));
}
