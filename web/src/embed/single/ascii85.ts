// SPDX-License-Identifier: MIT
// Bytes as text: five letters for four bytes, where base64 takes five and a third. All letters stand as they are in a
// page's script, as Ascii85's do not.

const FIRST = '('.charCodeAt(0);
const BASE = 85;
/** The one letter that could begin a tag, and what is written in its place. */
const [TAG, STAND_IN] = ['<', '!'];

/** The last letters are fewer where the bytes do not come out even. */
export function encode(bytes: Uint8Array): string {
  const groups = Math.ceil(bytes.length / 4);
  const letters = new Uint8Array(groups * 5);
  for (let group = 0; group < groups; group++) {
    let number = 0;
    for (let i = group * 4; i < group * 4 + 4; i++) number = number * 256 + (bytes[i] ?? 0);
    for (let i = group * 5 + 4; i >= group * 5; i--) {
      letters[i] = FIRST + (number % BASE);
      number = Math.floor(number / BASE);
    }
  }
  const used = letters.subarray(0, bytes.length + groups);
  return new TextDecoder().decode(used).replaceAll(TAG, STAND_IN);
}

/** What `encode` was given. */
export function decode(text: string): Uint8Array<ArrayBuffer> {
  const letters = text.replaceAll(STAND_IN, TAG);
  const bytes = new Uint8Array(Math.floor((letters.length * 4) / 5));
  for (let group = 0; group * 5 < letters.length; group++) {
    let number = 0;
    // A letter that is missing counts as the last one: what it stood for is cut off, and nothing is carried.
    for (let i = group * 5; i < group * 5 + 5; i++)
      number = number * BASE + (i < letters.length ? letters.charCodeAt(i) - FIRST : BASE - 1);
    for (let i = 3; i >= 0; i--) {
      if (group * 4 + i < bytes.length) bytes[group * 4 + i] = number % 256;
      number = Math.floor(number / 256);
    }
  }
  return bytes;
}
