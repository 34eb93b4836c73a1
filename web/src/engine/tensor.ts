// SPDX-License-Identifier: MIT
// Tensors as callers give and get them.
import type { ResidentTensor } from './resident.ts';

/** The precision of a call: the documents' PyTorch code computes in float32. */
export type Precision = 'float32' | 'float64';

export type FloatArray<P extends Precision> = P extends 'float32' ? Float32Array : Float64Array;

/** Numbers row by row; `data` holds the product of `shape` entries. */
export interface Tensor<A extends ArrayLike<number> = ArrayLike<number>> {
  readonly shape: readonly number[];
  readonly data: A;
}

/** Tensors by name in the order in which a binding takes them. */
export type Tensors = Readonly<Record<string, Tensor | undefined>>;

/** Where a result goes in place of a fresh array: an array of its size, or a resident tensor of its shape. */
export type Out<P extends Precision> = FloatArray<P> | ResidentTensor<P>;

/** Where a call's main result goes, and the shape that it will have. */
export interface Target<P extends Precision> {
  readonly out: Out<P>;
  readonly shape: readonly number[];
}

/** Bytes of a number. */
export const ENTRY_BYTES = { float32: 4, float64: 8 } as const;
