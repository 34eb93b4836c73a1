// SPDX-License-Identifier: MIT
import { convert } from 'fontverter';
import subsetFont from 'subset-font';
import { stopGrowth } from './math-table.ts';
import { characterMap, fontTable } from './sfnt.ts';

const COPYRIGHT = 0;
const LICENCE_URL = 14;

/**
 * Reduces a font to the glyphs of `characters` and returns it as woff2 without hinting. Harfbuzz also keeps the glyphs
 * that the MATH table refers to: larger variants and parts of parentheses.
 * @param source  a font with a MATH table, in woff2 or sfnt format
 * @throws Error if the font lacks a character, or if the result has no MATH table; without this table, browsers lay out
 * formulas as plain text
 */
export async function subsetMathFont(
  source: Uint8Array,
  characters: Iterable<string>,
): Promise<Uint8Array> {
  const full = await convert(source, 'sfnt');
  const available = characterMap(full);
  const wanted = [...new Set(characters)];
  const missing = wanted.filter((character) => !available.has(character));
  if (missing.length > 0) throw new Error(`the maths font has no glyph for ${missing.join(' ')}`);
  const subset = await subsetFont(full, wanted.join(''), {
    targetFormat: 'sfnt',
    noHinting: true,
    // OpenType features that browsers use in formulas: ssty for primes and indices, dtls for accents over i (without
    // its dot), flac for accents over capitals.
    keepFeatures: ['ssty', 'dtls', 'flac'],
    preserveNameIds: [COPYRIGHT, LICENCE_URL],
  });
  if (!fontTable(subset, 'MATH')) throw new Error('the subset of the maths font has no MATH table');
  // Chromium gives every root the width of the widest variant of √, which leaves a gap after a smaller one. So only the
  // first variant is kept. No formula of the site needs a taller root.
  stopGrowth(subset, '√');
  return convert(subset, 'woff2');
}
