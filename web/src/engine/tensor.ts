// SPDX-License-Identifier: MIT
// The types of tensors in arguments and results.
import type { ResidentTensor } from './resident.ts';

/** The floating-point format of a call. */
export type Precision = 'float32' | 'float64';

export type FloatArray<P extends Precision> = P extends 'float32' ? Float32Array : Float64Array;

/** Numbers in row-major order. The length of `data` is the product of `shape`. */
export interface Tensor<A extends ArrayLike<number> = ArrayLike<number>> {
  readonly shape: readonly number[];
  readonly data: A;
}

/** A tensor of computed numbers, in the precision of the call. */
export type Floats<P extends Precision = 'float32'> = Tensor<FloatArray<P>>;

/** The tensors of a call by name, in the order that the module expects. */
export type Tensors = Readonly<Record<string, Tensor | undefined>>;

/** An output argument: an array with as many entries as the result, or a resident tensor of the result's shape. */
export type Out<P extends Precision> = FloatArray<P> | ResidentTensor<P>;

/** The output argument of a call, and the shape of the result. */
export interface Target<P extends Precision> {
  readonly out: Out<P>;
  readonly shape: readonly number[];
}

export const ENTRY_BYTES = { float32: 4, float64: 8 } as const;
