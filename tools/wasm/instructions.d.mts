// SPDX-License-Identifier: MIT

export interface Instruction {
  /** The place of its opcode, after the prefix. */
  at: number;
  prefix?: number;
  opcode: number;
}

/** What every instruction on 128-bit vectors begins with. */
export const SIMD_PREFIX: number;

/** All instructions of a module. @throws where it has one that is not known */
export function instructions(wasm: Uint8Array): Generator<Instruction>;
