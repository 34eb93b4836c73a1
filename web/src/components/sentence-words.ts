// SPDX-License-Identifier: MIT
// Splits a sentence that the reader has typed into words of a vocabulary.

const HAN = /\p{Script=Han}/u;
/** Matches a word that ends with punctuation. The punctuation becomes a separate word. */
const MARK = /^(.+?)([.,!?。，！？]+)$/u;

const SAME_MARKS = [',，', '.。｡．', '!！', '?？'];

/** Replaces full-width letters and digits by ASCII, and punctuation marks by equivalent marks in `known`. */
const asWritten = (text: string, known: ReadonlySet<string>): string =>
  text
    .replace(/[０-９Ａ-Ｚａ-ｚ]/gu, (letter) => letter.normalize('NFKC'))
    .replace(/[,，.。｡．!！?？]/gu, (mark) => {
      const same = SAME_MARKS.find((marks) => marks.includes(mark)) ?? '';
      return [mark, ...same].find((one) => known.has(one)) ?? mark;
    });

/** Splits Chinese text into known words by greedy longest match. Consecutive unknown characters form one word. */
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

/** Splits a text at spaces into words in lower case. A part with Chinese characters is split further (`splitHan`). */
export function wordsOf(text: string, vocabulary: readonly string[]): readonly string[] {
  const known = new Set(vocabulary);
  const longest = Math.max(1, ...vocabulary.map((word) => word.length));
  return asWritten(text, known)
    .trim()
    .split(/\s+/u)
    .filter((piece) => piece !== '')
    .flatMap((piece) => {
      const lower = piece.toLowerCase();
      if (known.has(lower)) return [lower];
      if (HAN.test(lower)) return splitHan(lower, known, longest);
      const [, word, mark] = MARK.exec(lower) ?? [];
      return word !== undefined && mark !== undefined ? [word, mark] : [lower];
    });
}

/** The separator between words: empty for a vocabulary in Chinese, otherwise a space. */
export const sentenceSpace = (vocabulary: readonly string[]): string =>
  vocabulary.some((word) => HAN.test(word)) ? '' : ' ';
