// SPDX-License-Identifier: MIT
// A single file holds its parts as text that is no script: deflated, then in letters. Nothing is fetched, not even a
// data: address, which policies forbid and opaque origins refuse.
import { decode } from './ascii85.ts';

/**
 * A part of the page, by the id of the element that holds it.
 * @throws where there is none, or the browser cannot inflate
 */
export function unpack(id: string): Response {
  const packed = document.getElementById(id)?.textContent;
  if (!packed) throw new Error(`the file has no part “${id}”`);
  const { body } = new Response(decode(packed));
  return new Response(body?.pipeThrough(new DecompressionStream('deflate')));
}
