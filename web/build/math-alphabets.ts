// SPDX-License-Identifier: MIT

/** The letters and digits of a mathematical style in Unicode, such as bold. */
interface Style {
  /** Ranges of styled characters, and single ones. Their plain form is their NFKC normalisation. */
  readonly letters: readonly string[];
  /** The styled form of the first of VARIANTS. The forms of the others follow it in Unicode. */
  readonly variants?: string;
}

/** Variants of Greek letters. They are listed, because NFKC maps their styled forms to the usual letters. */
const VARIANTS = [...'ϵϑϰϕϱϖ'];

const STYLES: Readonly<Record<string, Style>> = {
  bold: { letters: ['𝐀-𝐳', '𝚨-𝛚', '𝟎-𝟗'] },
  italic: { letters: ['𝐴-𝑧', 'ℎ', '𝚤-𝚥', '𝛢-𝜕'], variants: '𝜖' },
  'bold-italic': { letters: ['𝑨-𝒛', '𝜜-𝝎'], variants: '𝝐' },
  'double-struck': { letters: ['𝔸-𝕫', ...'ℂℍℕℙℚℝℤ', '𝟘-𝟡'] },
  'sans-serif': { letters: ['𝖠-𝗓', '𝟢-𝟫'] },
};

const codePoint = (character: string): number => character.codePointAt(0) ?? 0;

const from = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => String.fromCodePoint(codePoint(first) + i));

/** Maps each plain character to its styled form. */
function alphabetOf({ letters, variants = '' }: Style): Map<string, string> {
  const styled = letters.flatMap((range) => {
    const [first = '', last = first] = range.split('-');
    return from(first, codePoint(last) - codePoint(first) + 1);
  });
  const alphabet = new Map<string, string>();
  for (const letter of styled) {
    const plain = letter.normalize('NFKC');
    // The styled forms of Θ and of the theta symbol ϴ have the same plain form, Θ. Keeps the first, that of Θ.
    if (!alphabet.has(plain)) alphabet.set(plain, letter);
  }
  if (variants !== '')
    for (const [i, letter] of from(variants, VARIANTS.length).entries())
      alphabet.set(VARIANTS[i] ?? '', letter);
  return alphabet;
}

const alphabets = new Map(Object.entries(STYLES).map(([name, one]) => [name, alphabetOf(one)]));

/**
 * Converts a text to a mathematical style by replacing characters: bold "Q" becomes "𝐐". This is needed because MathML
 * Core supports no `mathvariant` except "normal". Characters without such a form stay unchanged.
 * @throws Error for an unknown style
 */
export function styledLetters(text: string, style: string): string {
  const alphabet = alphabets.get(style);
  if (!alphabet)
    throw new Error(`mathvariant="${style}": expected one of ${[...alphabets.keys()].join(', ')}`);
  return Array.from(text, (character) => alphabet.get(character) ?? character).join('');
}
