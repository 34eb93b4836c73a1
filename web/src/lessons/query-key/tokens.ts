// SPDX-License-Identifier: MIT
// A sentence as tokens, and the stream of random numbers that is a token's embedding.

/** Scripts that write without spaces between words: each character is a token. */
const SPACELESS = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]';
const PICTOGRAPH =
  '\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier}|\\u200D\\p{Extended_Pictographic})*';
const WORD = `(?:(?!${SPACELESS})[\\p{L}\\p{M}\\p{N}])+`;

const TOKEN = new RegExp(`${SPACELESS}|${PICTOGRAPH}|${WORD}(?:['’]${WORD})*|[^\\s\\p{C}]`, 'gu');

/** Words, punctuation marks, and single characters where a script has no spaces. */
export const tokenise = (sentence: string): string[] =>
  sentence.normalize('NFC').match(TOKEN) ?? [];

/** Streams below are for the projections. */
const FIRST_STREAM = 1024;
/** The library's own draws begin here. */
const END_OF_STREAMS = 2 ** 32;

/** The same text is the same stream, whatever stands beside it: FNV-1a of its UTF-16 units. */
export function streamOf(token: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < token.length; i++) {
    hash = Math.imul(hash ^ token.charCodeAt(i), 0x01000193) >>> 0;
  }
  return FIRST_STREAM + (hash % (END_OF_STREAMS - FIRST_STREAM));
}
