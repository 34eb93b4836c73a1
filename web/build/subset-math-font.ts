// SPDX-License-Identifier: MIT
import { convert } from 'fontverter';
import subsetFont from 'subset-font';
import { characterMap, fontTable } from './sfnt.ts';

const COPYRIGHT = 0;
const LICENCE_URL = 14;

/**
 * The glyphs of `characters` with what stretches them, as woff2 without hinting.
 * Harfbuzz follows the MATH table from a parenthesis to its taller forms and parts, so those come along.
 * @param source  a font with a MATH table, woff2 or sfnt
 * @throws Error for characters that the font does not draw, and where the result has no MATH table: browsers would
 * then lay formulas out as plain text
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
    // Browsers use ssty for primes and indices, dtls for an accent over i, flac for one over a capital.
    keepFeatures: ['ssty', 'dtls', 'flac'],
    preserveNameIds: [COPYRIGHT, LICENCE_URL],
  });
  if (!fontTable(subset, 'MATH'))
    throw new Error('the subset of the maths font lost its MATH table');
  return convert(subset, 'woff2');
}
