// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { convert } from 'fontverter';
import { beforeAll, expect, it } from 'vitest';
import { liveCharacters, mathCharacters } from '../../web/build/math-characters.ts';
import { renderMath } from '../../web/build/mathml.ts';
import { characterMap } from '../../web/build/sfnt.ts';
import { subsetMathFont } from '../../web/build/subset-math-font.ts';
import { axisHeight, upwardGrowth } from './support/math-table.ts';

const file = '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2';
const source = readFileSync(createRequire(import.meta.url).resolve(file));
const kilobyte = 1024;

let subset: Uint8Array;
let full: Uint8Array;
let small: Uint8Array;

beforeAll(async () => {
  subset = await subsetMathFont(source, liveCharacters);
  full = await convert(source, 'sfnt');
  small = await convert(subset, 'sfnt');
});

it('the subset draws every character of a live formula', () => {
  const drawn = characterMap(small);
  expect([...liveCharacters].filter((character) => !drawn.has(character))).toEqual([]);
});

it('parentheses, braces, bars, roots and sums keep every size that the full font has', () => {
  for (const character of '()[]{}|‖√∑∫⟨⟩') {
    expect(upwardGrowth(small, character), character).toEqual(upwardGrowth(full, character));
    const { sizes, parts } = upwardGrowth(small, character);
    expect(sizes + parts, character).toBeGreaterThan(1);
  }
});

it('the fraction bar stays where the full font has it', () => {
  expect(axisHeight(small)).toBe(axisHeight(full));
  expect(axisHeight(small)).toBeGreaterThan(0);
});

it('is small enough to load with the page', () => {
  expect(subset.length).toBeLessThan(40 * kilobyte);
});

it('a character that the font lacks is named', async () => {
  await expect(subsetMathFont(source, ['x', '象'])).rejects.toThrow('no glyph for 象');
});

it('collects the characters of a formula, slanted letters too, but not its TeX nor the text around it', () => {
  const html = `<p>Zed ${renderMath('a \\le \\text{权重}\\ \\& b', false)}</p>`;
  const found = mathCharacters(html);
  for (const character of 'ab≤&𝑎𝑏') expect(found, character).toContain(character);
  for (const character of 'Zl权\\') expect(found, character).not.toContain(character);
});
