// SPDX-License-Identifier: MIT
// A typed sentence as words of a vocabulary.

const HAN = /\p{Script=Han}/u;
/** A mark at the end of a word is a word of its own. */
const MARK = /^(.+?)([.,!?。，！？]+)$/u;

/** The words of a text without spaces: always the longest that the vocabulary has; what it lacks stays together. */
function splitHan(text: string, known: ReadonlySet<string>, longest: number): string[] {
  const words: string[] = [];
  let unknown = '';
  for (let at = 0; at < text.length; ) {
    let size = Math.min(longest, text.length - at);
    while (size > 0 && !known.has(text.slice(at, at + size))) size--;
    if (size === 0) unknown += text[at];
    else {
      if (unknown !== '') words.push(unknown);
      unknown = '';
      words.push(text.slice(at, at + size));
    }
    at += Math.max(size, 1);
  }
  return unknown === '' ? words : [...words, unknown];
}

/** The words of a text, in lower case; those that the vocabulary lacks stay as they were typed. */
export function wordsOf(text: string, vocabulary: readonly string[]): readonly string[] {
  const known = new Set(vocabulary);
  const longest = Math.max(1, ...vocabulary.map((word) => word.length));
  return text
    .trim()
    .split(/\s+/u)
    .filter((piece) => piece !== '')
    .flatMap((piece) => {
      const lower = piece.toLowerCase();
      if (known.has(lower)) return [lower];
      if (HAN.test(piece)) return splitHan(piece, known, longest);
      const [, word, mark] = MARK.exec(lower) ?? [];
      return word !== undefined && mark !== undefined ? [word, mark] : [lower];
    });
}

/** What stands between words: nothing where the language writes without spaces. */
export const sentenceSpace = (vocabulary: readonly string[]): string =>
  vocabulary.some((word) => HAN.test(word)) ? '' : ' ';
