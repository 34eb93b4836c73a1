// SPDX-License-Identifier: MIT
import { instructions, SIMD_PREFIX } from './instructions.mjs';

/**
 * Maps the opcodes of relaxed multiply-adds in LLVM up to version 14 to the standard opcodes. An old and a new opcode
 * have two bytes each, so an opcode can be replaced in place.
 */
const FINAL = new Map([
  [0xaf, 0x105], // f32x4.relaxed_madd
  [0xcf, 0x107], // f64x2.relaxed_madd
]);
const STANDARD = new Set(FINAL.values());

/**
 * Replaces the pre-standard opcodes of relaxed multiply-adds in a module by the standard ones, in place.
 * @param {Uint8Array} wasm  modified
 * @returns {{rewritten: number, found: number}}  the numbers of replaced opcodes, and of all relaxed multiply-adds
 */
export function standardise(wasm) {
  const count = { rewritten: 0, found: 0 };
  for (const { at, prefix, opcode } of instructions(wasm)) {
    if (prefix !== SIMD_PREFIX) continue;
    const final = FINAL.get(opcode);
    if (final !== undefined) {
      wasm[at] = (final & 127) | 128;
      wasm[at + 1] = final >> 7;
      count.rewritten++;
    }
    if (final !== undefined || STANDARD.has(opcode)) count.found++;
  }
  return count;
}
