// SPDX-License-Identifier: MIT

/** The twins, compiled from the same source, the fastest first: which of them does the computing. */
export const TWINS = ['relaxed', 'simd', 'scalar'] as const;
export type Twin = (typeof TWINS)[number];

/** (func (result v128) i32.const 0, i8x16.splat). */
const SIMD_PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15,
  11,
];

/** (func (param v128) (result v128) local.get 0, local.get 0, local.get 0, f32x4.relaxed_madd) */
const RELAXED_PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 123, 1, 123, 3, 2, 1, 0, 10, 13, 1, 11, 0, 32, 0, 32,
  0, 32, 0, 253, 133, 2, 11,
];

/** The smallest module that uses what a twin needs beyond plain WebAssembly. */
export const PROBES: Readonly<Record<Twin, readonly number[]>> = {
  relaxed: RELAXED_PROBE,
  simd: SIMD_PROBE,
  scalar: [0, 97, 115, 109, 1, 0, 0, 0],
};

/** Whether this platform takes a twin. */
export const supports = (twin: Twin): boolean =>
  typeof WebAssembly !== 'undefined' && WebAssembly.validate(new Uint8Array(PROBES[twin]));

/** The fastest twin that this platform takes; the last where it takes none, which loading it will say. */
export const bestTwin = (among: readonly Twin[] = TWINS): Twin => among.find(supports) ?? 'scalar';
