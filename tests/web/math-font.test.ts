// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { convert } from 'fontverter';
import { beforeAll, expect, it } from 'vitest';
import { liveCharacters, mathCharacters } from '../../web/build/math-characters.ts';
import { upwardGrowth } from '../../web/build/math-table.ts';
import { renderMath } from '../../web/build/mathml.ts';
import { characterMap, fontTable } from '../../web/build/sfnt.ts';
import { subsetMathFont } from '../../web/build/subset-math-font.ts';

const file = '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2';
const source = readFileSync(createRequire(import.meta.url).resolve(file));
const kilobyte = 1024;
const GROWING = '()[]{}|‖∑∫⟨⟩';

let subset: Uint8Array;
let full: Uint8Array;
let small: Uint8Array;

beforeAll(async () => {
  subset = await subsetMathFont(source, [...liveCharacters, ...GROWING, '√']);
  full = await convert(source, 'sfnt');
  small = await convert(subset, 'sfnt');
});

it('the subset contains every character of live formulas', () => {
  const drawn = characterMap(small);
  expect([...liveCharacters].filter((character) => !drawn.has(character))).toEqual([]);
});

it('a root has one size, because browsers make it as wide as the widest', () => {
  expect(upwardGrowth(full, '√').sizes).toBeGreaterThan(1);
  expect(upwardGrowth(small, '√')).toEqual({ sizes: 1, parts: 0 });
});

it('parentheses, braces, bars and sums keep every size of the full font', () => {
  for (const character of GROWING) {
    expect(upwardGrowth(small, character), character).toEqual(upwardGrowth(full, character));
    const { sizes, parts } = upwardGrowth(small, character);
    expect(sizes + parts, character).toBeGreaterThan(1);
  }
});

it('the fraction bar is at the same height as in the full font', () => {
  // OpenType 1.9, "MATH": axisHeight is at offset 12 of the table MathConstants.
  const axisHeight = (font: Uint8Array) => {
    const math = fontTable(font, 'MATH');
    return math?.getInt16(math.getUint16(4) + 12) ?? 0;
  };
  expect(axisHeight(small)).toBe(axisHeight(full));
  expect(axisHeight(small)).toBeGreaterThan(0);
});

it('is small enough to load with the page', () => {
  expect(subset.length).toBeLessThan(20 * kilobyte);
});

it('a missing character is named', async () => {
  await expect(subsetMathFont(source, ['x', '象'])).rejects.toThrow('no glyph for 象');
});

it('collects the characters of a formula, including slanted letters, but not its TeX or other text', () => {
  const html = `<p>Zed ${renderMath('a \\le \\text{权重}\\ \\& b', false)}</p>`;
  const found = mathCharacters(html);
  for (const character of 'ab≤&𝑎𝑏') expect(found, character).toContain(character);
  for (const character of 'Zl权\\') expect(found, character).not.toContain(character);
});
