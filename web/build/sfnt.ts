// SPDX-License-Identifier: MIT

/**
 * Finds a table of a TrueType or OpenType font in sfnt format.
 * @param tag  the table's name of four characters, such as `cmap`
 * @returns undefined if the font lacks the table
 * Source: OpenType 1.9, "Organization of an OpenType Font"
 */
export function fontTable(font: Uint8Array, tag: string): DataView | undefined {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const count = view.getUint16(4);
  for (let record = 12; record < 12 + 16 * count; record += 16) {
    if (String.fromCharCode(...font.subarray(record, record + 4)) === tag) {
      return new DataView(
        font.buffer,
        font.byteOffset + view.getUint32(record + 8),
        view.getUint32(record + 12),
      );
    }
  }
  return undefined;
}

/**
 * Maps each character of the font to its glyph index. Reads the `cmap` subtable of format 12 (full Unicode), because
 * mathematical letters are outside the Basic Multilingual Plane.
 * @throws Error if the font has no such subtable
 * Source: OpenType 1.9, "cmap"
 */
export function characterMap(font: Uint8Array): Map<string, number> {
  const cmap = fontTable(font, 'cmap');
  if (!cmap) throw new Error('the font has no cmap table');
  const count = cmap.getUint16(2);
  for (let record = 4; record < 4 + 8 * count; record += 8) {
    const start = cmap.getUint32(record + 4);
    if (cmap.getUint16(start) === 12) return readGroups(cmap, start);
  }
  throw new Error('the font has no cmap subtable of format 12');
}

function readGroups(cmap: DataView, start: number): Map<string, number> {
  const glyphs = new Map<string, number>();
  const count = cmap.getUint32(start + 12);
  for (let group = start + 16; group < start + 16 + 12 * count; group += 12) {
    const first = cmap.getUint32(group);
    const last = cmap.getUint32(group + 4);
    for (let code = first; code <= last; code++) {
      glyphs.set(String.fromCodePoint(code), cmap.getUint32(group + 8) + code - first);
    }
  }
  return glyphs;
}
