// SPDX-License-Identifier: MIT
import { characterMap, fontTable } from '../../../web/build/sfnt.ts';

/**
 * How many larger glyphs a maths font has for a character, and from how many parts it can assemble a glyph of any size.
 */
export interface Growth {
  readonly sizes: number;
  readonly parts: number;
}

/**
 * The larger forms of a character in the vertical direction; both numbers are 0 if the font has none.
 * Source: OpenType 1.9, "MATH", MathVariants table
 */
export function upwardGrowth(font: Uint8Array, character: string): Growth {
  const math = fontTable(font, 'MATH');
  const glyph = characterMap(font).get(character);
  if (!math || glyph === undefined) return { sizes: 0, parts: 0 };
  const variants = math.getUint16(8);
  const index = coverageIndex(math, variants + math.getUint16(variants + 2), glyph);
  if (index === undefined) return { sizes: 0, parts: 0 };
  const construction = variants + math.getUint16(variants + 10 + 2 * index);
  const assembly = math.getUint16(construction);
  return {
    sizes: math.getUint16(construction + 2),
    parts: assembly === 0 ? 0 : math.getUint16(construction + assembly + 4),
  };
}

// The offset of `axisHeight` in the table MathConstants: four 16-bit numbers and one record of four bytes precede it.
const AXIS_HEIGHT = 12;

/** The math axis: the height of the fraction bar above the baseline, in font units. */
export function axisHeight(font: Uint8Array): number {
  const math = fontTable(font, 'MATH');
  return math ? math.getInt16(math.getUint16(4) + AXIS_HEIGHT) : 0;
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
