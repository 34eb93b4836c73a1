// SPDX-License-Identifier: MIT

/**
 * The code points of the first letters (A, a, Α, α) and of the digit 0 in a mathematical style of Unicode, such as
 * bold. The code points of the other letters and digits follow in order, except those in `exceptions`.
 */
interface Alphabet {
  readonly capital: number;
  readonly small: number;
  readonly digit?: number;
  readonly greekCapital?: number;
  readonly greekSmall?: number;
  readonly exceptions?: Readonly<Record<string, string>>;
}

const alphabets: Readonly<Record<string, Alphabet>> = {
  bold: {
    capital: 0x1d400,
    small: 0x1d41a,
    digit: 0x1d7ce,
    greekCapital: 0x1d6a8,
    greekSmall: 0x1d6c2,
  },
  italic: {
    capital: 0x1d434,
    small: 0x1d44e,
    greekCapital: 0x1d6e2,
    greekSmall: 0x1d6fc,
    exceptions: {
      h: 'ℎ',
      ı: '𝚤',
      ȷ: '𝚥',
      '∇': '𝛻',
      ϵ: '𝜖',
      ϑ: '𝜗',
      ϰ: '𝜘',
      ϕ: '𝜙',
      ϱ: '𝜚',
      ϖ: '𝜛',
      '∂': '𝜕',
    },
  },
  'bold-italic': {
    capital: 0x1d468,
    small: 0x1d482,
    greekCapital: 0x1d71c,
    greekSmall: 0x1d736,
    exceptions: { ϵ: '𝝐', ϑ: '𝝑', ϕ: '𝝓', ϱ: '𝝔', ϖ: '𝝕' },
  },
  'double-struck': {
    capital: 0x1d538,
    small: 0x1d552,
    digit: 0x1d7d8,
    exceptions: { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
  },
  'sans-serif': { capital: 0x1d5a0, small: 0x1d5ba, digit: 0x1d7e2 },
};

const ranges = [
  ['A', 'Z', 'capital'],
  ['a', 'z', 'small'],
  ['0', '9', 'digit'],
  ['Α', 'Ω', 'greekCapital'],
  ['α', 'ω', 'greekSmall'],
] as const;

/**
 * Converts a text to a mathematical style by replacing characters: bold "Q" becomes "𝐐". This is needed because MathML
 * Core supports no `mathvariant` except "normal". Characters without such a form stay unchanged.
 * @throws Error for an unknown style
 */
export function styledLetters(text: string, style: string): string {
  const alphabet = alphabets[style];
  if (!alphabet)
    throw new Error(`mathvariant="${style}": expected one of ${Object.keys(alphabets).join(', ')}`);
  return Array.from(text, (character) => styled(character, alphabet)).join('');
}

function styled(character: string, alphabet: Alphabet): string {
  const exception = alphabet.exceptions?.[character];
  if (exception) return exception;
  for (const [first, last, name] of ranges) {
    const start = alphabet[name];
    if (start !== undefined && character >= first && character <= last) {
      return String.fromCodePoint(start + codePoint(character) - codePoint(first));
    }
  }
  return character;
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0;
}
