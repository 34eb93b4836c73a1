// SPDX-License-Identifier: MIT
import { styledLetters } from './math-alphabets.ts';

const range = (first: string, last: string) =>
  Array.from({ length: (last.codePointAt(0) ?? 0) - (first.codePointAt(0) ?? 0) + 1 }, (_, i) =>
    String.fromCodePoint((first.codePointAt(0) ?? 0) + i),
  ).join('');

const latin = range('A', 'Z') + range('a', 'z');
const greek = 'ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρστυφχψωϵϕ';
const asciiRest = range(' ', '@') + range('[', '`') + range('{', '~');
const operators =
  '+−±×÷·⋅∗∘⊙⊗⊕∕/=≠≈≡∝∼<>≤≥≪≫→←↦⇒∈∉∀∃∑∏∫∞√∂∇‖∥|∣()[]{}⟨⟩⌊⌋⌈⌉…⋯⋮⋱′″⊤ℝℓ%,.:;!^~ˉ¯ˆ˜‾¨⁰¹²³⁴⁵⁶⁷⁸⁹⁻';

/** What a formula whose numbers change while the page runs may contain; letters also in italic, capitals in bold. */
export const liveCharacters: string = [
  latin,
  asciiRest,
  greek,
  operators,
  styledLetters(`${latin}${greek}∂∇`, 'italic'),
  styledLetters(range('A', 'Z'), 'bold'),
].join('');

/** Characters that no font draws: they only tell a browser or a screen reader how to read. */
const invisible = /[\u200b-\u200f\u2060-\u2064]/u;

/** Left to the page's text font: Chinese words inside `\text{…}`. */
const cjk = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/**
 * The characters that the formulas in a piece of HTML are drawn with.
 * A letter counts in italic too, since a browser slants the single letter of an `<mi>`.
 */
export function mathCharacters(html: string): Set<string> {
  const found = new Set<string>();
  for (const [formula] of html.matchAll(/<math[\s>][\s\S]*?<\/math>/g)) {
    const text = formula
      .replace(/<annotation[\s>][\s\S]*?<\/annotation>/g, '')
      .replace(/<[^>]*>/g, '');
    for (const character of decodeEntities(text)) {
      if (invisible.test(character) || cjk.test(character) || character === '\n') continue;
      found.add(character);
      found.add(styledLetters(character, 'italic'));
    }
  }
  return found;
}

function decodeEntities(text: string): string {
  return text
    .replace(/&#x([\da-f]+);/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replace(
      /&(lt|gt|quot|amp);/g,
      (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name] ?? '',
    );
}
