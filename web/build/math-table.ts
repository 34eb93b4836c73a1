// SPDX-License-Identifier: MIT
import { characterMap, fontTable } from './sfnt.ts';

/** The position of a character's MathGlyphConstruction record in the MATH table of a font. */
interface Construction {
  readonly math: DataView;
  /** The byte offset of the record, which contains the offset of the character's parts and the number of its sizes. */
  readonly start: number;
}

/**
 * Finds the record of a character's larger forms in the vertical direction. Undefined if the font has none.
 * Source: OpenType 1.9, "MATH", MathVariants table
 */
function constructionOf(font: Uint8Array, character: string): Construction | undefined {
  const math = fontTable(font, 'MATH');
  const glyph = characterMap(font).get(character);
  if (!math || glyph === undefined) return undefined;
  const variants = math.getUint16(8);
  const index = coverageIndex(math, variants + math.getUint16(variants + 2), glyph);
  if (index === undefined) return undefined;
  return { math, start: variants + math.getUint16(variants + 10 + 2 * index) };
}

/** Numbers of larger forms of a character: glyphs of fixed sizes, and parts that assemble a glyph of any size. */
export interface Growth {
  readonly sizes: number;
  readonly parts: number;
}

/** The larger forms of a character in the vertical direction; both numbers are 0 if the font has none. */
export function upwardGrowth(font: Uint8Array, character: string): Growth {
  const found = constructionOf(font, character);
  if (found === undefined) return { sizes: 0, parts: 0 };
  const { math, start } = found;
  const assembly = math.getUint16(start);
  return {
    sizes: math.getUint16(start + 2),
    parts: assembly === 0 ? 0 : math.getUint16(start + assembly + 4),
  };
}

/** Removes, in place, all larger forms of a character in the vertical direction except the first size. */
export function stopGrowth(font: Uint8Array, character: string): void {
  const found = constructionOf(font, character);
  found?.math.setUint16(found.start, 0);
  found?.math.setUint16(found.start + 2, 1);
}

function coverageIndex(math: DataView, start: number, glyph: number): number | undefined {
  const count = math.getUint16(start + 2);
  for (let i = 0; i < count; i++) {
    if (math.getUint16(start) === 1) {
      if (math.getUint16(start + 4 + 2 * i) === glyph) return i;
    } else {
      const range = start + 4 + 6 * i;
      const first = math.getUint16(range);
      if (glyph >= first && glyph <= math.getUint16(range + 2))
        return math.getUint16(range + 4) + glyph - first;
    }
  }
  return undefined;
}
