// SPDX-License-Identifier: MIT
// Encodes bytes as text: five characters for four bytes, where base64 needs 5⅓. The encoding resembles Ascii85, but its
// characters need no escapes in a script element.

const FIRST = '('.charCodeAt(0);
const BASE = 85;
/** `<` could start a tag, so it is replaced by `!`, which is not one of the 85 characters. */
const [TAG, STAND_IN] = ['<', '!'];

/** If the number of bytes is not a multiple of four, the last r bytes become r + 1 characters. */
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

export function decode(text: string): Uint8Array<ArrayBuffer> {
  const letters = text.replaceAll(STAND_IN, TAG);
  const bytes = new Uint8Array(Math.floor((letters.length * 4) / 5));
  for (let group = 0; group * 5 < letters.length; group++) {
    let number = 0;
    // Missing characters of the last group count as the largest digit, so that the stored bytes are not rounded down.
    for (let i = group * 5; i < group * 5 + 5; i++)
      number = number * BASE + (i < letters.length ? letters.charCodeAt(i) - FIRST : BASE - 1);
    for (let i = 3; i >= 0; i--) {
      if (group * 4 + i < bytes.length) bytes[group * 4 + i] = number % 256;
      number = Math.floor(number / 256);
    }
  }
  return bytes;
}
