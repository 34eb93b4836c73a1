// SPDX-License-Identifier: MIT

/** Which of the twins, compiled from the same source, does the computing. */
export type Twin = 'simd' | 'scalar';
