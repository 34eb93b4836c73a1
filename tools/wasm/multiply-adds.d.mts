// SPDX-License-Identifier: MIT

/** Writes a module's multiply-adds as the standard has them, in place. */
export function standardise(wasm: Uint8Array): { rewritten: number; found: number };
