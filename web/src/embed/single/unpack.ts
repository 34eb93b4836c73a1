// SPDX-License-Identifier: MIT
// Unpacks the parts of a single HTML file, which are compressed (deflate) and encoded as text. It fetches nothing, not
// even a data: URL, because security policies and opaque origins can forbid that.
import { decode } from './ascii85.ts';

export function inflated(packed: string): Response {
  const { body } = new Response(decode(packed));
  return new Response(body?.pipeThrough(new DecompressionStream('deflate')));
}

/**
 * @param id  the id of the element that contains the part
 * @throws if there is no such element, or if the browser cannot decompress
 */
export function unpack(id: string): Response {
  const packed = document.getElementById(id)?.textContent;
  if (!packed) throw new Error(`the file has no part “${id}”`);
  return inflated(packed);
}
