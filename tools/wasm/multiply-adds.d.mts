// SPDX-License-Identifier: MIT

/** Replaces the pre-standard opcodes of relaxed multiply-adds in a module by the standard ones, in place. */
export function standardise(wasm: Uint8Array): { rewritten: number; found: number };
