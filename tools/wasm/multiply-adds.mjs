// SPDX-License-Identifier: MIT
import { instructions, SIMD_PREFIX } from './instructions.mjs';

/** Opcodes that the relaxed multiply-adds had in LLVM up to 14, with those of the standard, as many bytes long. */
const FINAL = new Map([
  [0xaf, 0x105], // f32x4.relaxed_madd
  [0xcf, 0x107], // f64x2.relaxed_madd
]);
const STANDARD = new Set(FINAL.values());

/**
 * A module with its multiply-adds written as the standard has them, in place.
 * @param {Uint8Array} wasm  changed
 * @returns {{rewritten: number, found: number}}  found: multiply-adds that it has now
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
