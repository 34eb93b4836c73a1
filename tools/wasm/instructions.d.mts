// SPDX-License-Identifier: MIT

export interface Instruction {
  /** The byte offset of its opcode in the file, after the opcode prefix if there is one. */
  at: number;
  prefix?: number;
  opcode: number;
}

/** The opcode prefix of every instruction on 128-bit vectors. */
export const SIMD_PREFIX: number;

/** All instructions of a module. @throws {Error} if an instruction is unknown */
export function instructions(wasm: Uint8Array): Generator<Instruction>;
