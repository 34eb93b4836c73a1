// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { decode, encode } from '../../web/src/embed/single/ascii85.ts';

it('decoding restores every byte', () => {
  const all = Uint8Array.from({ length: 1021 }, (_, i) => (i * 89 + (i >> 4)) % 256);
  for (const length of [0, 1, 2, 3, 4, 5, 6, 7, 1020, 1021])
    expect(decode(encode(all.subarray(0, length)))).toEqual(all.subarray(0, length));
  for (const byte of [0, 255]) {
    const same = new Uint8Array(9).fill(byte);
    expect(decode(encode(same))).toEqual(same);
  }
});

it('encodes four bytes as five letters, none of which starts a tag or ends a text', () => {
  const all = Uint8Array.from({ length: 65536 }, (_, i) => (i >> (i % 2 === 0 ? 8 : 0)) % 256);
  const text = encode(all);
  expect(text).toHaveLength((all.length / 4) * 5);
  expect(text).toMatch(/^[!(-;=-|]+$/);
  expect(text).toContain('!');
});
