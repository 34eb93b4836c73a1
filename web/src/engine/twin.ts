// SPDX-License-Identifier: MIT
/** The WebAssembly builds of the C++ library ("twins"), the fastest first: with relaxed SIMD, and with SIMD. */
export const TWINS = ['relaxed', 'simd'] as const;
export type Twin = (typeof TWINS)[number];

/** A module with the function (func (result v128) i32.const 0, i8x16.splat), which is valid only with SIMD. */
const SIMD_PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15,
  11,
];

/**
 * A module with the function (func (param v128) (result v128) local.get 0, local.get 0, local.get 0,
 * f32x4.relaxed_madd), which is valid only with relaxed SIMD.
 */
const RELAXED_PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 123, 1, 123, 3, 2, 1, 0, 10, 13, 1, 11, 0, 32, 0, 32,
  0, 32, 0, 253, 133, 2, 11,
];

export const PROBES: Readonly<Record<Twin, readonly number[]>> = {
  relaxed: RELAXED_PROBE,
  simd: SIMD_PROBE,
};

export const supports = (twin: Twin): boolean =>
  typeof WebAssembly !== 'undefined' && WebAssembly.validate(new Uint8Array(PROBES[twin]));

/** The fastest build in `among` that the platform supports. If there is none, `simd`, which then fails to load. */
export const bestTwin = (among: readonly Twin[] = TWINS): Twin => among.find(supports) ?? 'simd';
