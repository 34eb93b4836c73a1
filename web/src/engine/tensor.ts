// SPDX-License-Identifier: MIT
// Tensors as callers give and get them.
import type { Bindings } from '#wasm/simd';
import { AttentionError } from './errors.ts';

/** The precision of a call: the documents' PyTorch code computes in float32. */
export type Precision = 'float32' | 'float64';

export type FloatArray<P extends Precision> = P extends 'float32' ? Float32Array : Float64Array;

/** Numbers row by row; `data` holds the product of `shape` entries. */
export interface Tensor<A extends ArrayLike<number> = ArrayLike<number>> {
  readonly shape: readonly number[];
  readonly data: A;
}

/** A tensor whose numbers lie in a module's memory. */
export interface Placed {
  readonly shape: readonly number[];
  /** @throws AttentionError where a call of that module in `precision` cannot take it as `argument` */
  addressIn(bindings: Bindings, precision: Precision, argument: string): number;
}

/** Tensors by name in the order in which a binding takes them. */
export type Tensors = Readonly<Record<string, Tensor | undefined>>;

/** Where a result goes in place of a fresh array: an array of its size, or a resident tensor of its shape. */
export type Out<P extends Precision> = FloatArray<P> | (Placed & Tensor<FloatArray<P>>);

/** The most axes that cross. */
export const MAX_RANK = 6;
/** Sides cross as int32. */
const LARGEST_SIDE = 2 ** 31 - 1;

/** Bytes of a number. */
export const ENTRY_BYTES = { float32: 4, float64: 8 } as const;

const sidesText = (shape: readonly number[]): string => `(${shape.join(', ')})`;

export const isPlaced = (x: object): x is Placed => 'addressIn' in x;

/** How many numbers a shape holds. @throws AttentionError (ShapeMismatch) naming `argument` */
export function sizeOf(argument: string, shape: readonly number[]): number {
  const refuse = (expected: string) =>
    new AttentionError('ShapeMismatch', argument, expected, sidesText(shape));
  if (shape.length > MAX_RANK) throw refuse(`at most ${MAX_RANK} axes`);
  let size = 1;
  for (const side of shape) {
    if (!(Number.isInteger(side) && side >= 0 && side <= LARGEST_SIDE))
      throw refuse(`whole numbers from 0 to ${LARGEST_SIDE}`);
    size *= side;
  }
  return size;
}

/** The same, of which there must be as many. */
export function checkedSize(argument: string, { shape, data }: Tensor): number {
  const size = sizeOf(argument, shape);
  if (size === data.length) return size;
  const expected = `${size} numbers for ${sidesText(shape)}`;
  throw new AttentionError('ShapeMismatch', argument, expected, `${data.length}`);
}

/** Where a call's main result goes, and the shape that it will have. */
export interface Target<P extends Precision> {
  readonly out: Out<P>;
  readonly shape: readonly number[];
}

/** @throws AttentionError (ShapeMismatch) naming `argument` unless the two are the same */
export function checkShape(
  argument: string,
  expected: readonly number[],
  got: readonly number[],
): void {
  if (expected.length === got.length && expected.every((side, axis) => side === got[axis])) return;
  throw new AttentionError('ShapeMismatch', argument, sidesText(expected), sidesText(got));
}

/** @throws AttentionError naming `argument` unless an array has that precision and the shape's size */
export function checkArray(
  argument: string,
  precision: Precision,
  shape: readonly number[],
  data: ArrayLike<number>,
): void {
  const expected = precision === 'float32' ? 'Float32Array' : 'Float64Array';
  const got = Object.prototype.toString.call(data).slice('[object '.length, -1);
  if (expected !== got) throw new AttentionError('UnknownOption', argument, expected, got);
  checkedSize(argument, { shape, data });
}
