// SPDX-License-Identifier: MIT
import { styledLetters } from './math-alphabets.ts';

const range = (first: string, last: string) =>
  Array.from({ length: (last.codePointAt(0) ?? 0) - (first.codePointAt(0) ?? 0) + 1 }, (_, i) =>
    String.fromCodePoint((first.codePointAt(0) ?? 0) + i),
  ).join('');

const latin = range('A', 'Z') + range('a', 'z');
const greek = 'αθσΠ';
const operators = '+−×·=≠≈<>≤≥/∑√‖|()[]⋯⊤';
/** Digits and signs of formatted numbers: 1.5 × 10⁻⁸, ∞, 25%, 90°, and – for no number. */
const numbers = `${range('0', '9')}⁰¹²³⁴⁵⁶⁷⁸⁹⁻.,−×∞%°–\u00a0 `;

/**
 * Characters that formulas with changing numbers can contain. Letters are included in italic too.
 * tests/web/hard-coded.test.ts compares them with the sources of the lessons.
 */
export const liveCharacters: string = [
  latin,
  greek,
  operators,
  numbers,
  styledLetters(`${latin}${greek}`, 'italic'),
].join('');

/** Invisible characters that affect only layout or screen readers. The font needs no glyphs for them. */
const invisible = /[\u200b-\u200f\u2060-\u2064]/u;

/** Chinese text inside `\text{…}`. It is displayed in the page's text font, so the font needs no glyphs for it. */
const cjk = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** The characters of the formulas in an HTML text, and their italic forms, because browsers show `<mi>` in italic. */
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
