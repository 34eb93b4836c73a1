// SPDX-License-Identifier: MIT
import { characterMap, fontTable } from '../../../web/build/sfnt.ts';

/** How a maths font makes a character taller: by so many ready sizes, and from so many parts. */
export interface Growth {
  readonly sizes: number;
  readonly parts: number;
}

/**
 * How the font makes a character taller; all zero where it cannot.
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

// Four 16-bit numbers, then the records of four bytes: mathLeading, axisHeight, …
const AXIS_HEIGHT = 12;

/** The height of the fraction bar above the base line, in font units. */
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
