// SPDX-License-Identifier: MIT
import type { Bindings, Owned } from '#wasm/simd';
import type { Caller } from './caller.ts';
import { AttentionError } from './errors.ts';
import { Handle } from './handle.ts';
import {
  checkArray,
  checkedSize,
  type FloatArray,
  type Placed,
  type Precision,
  sizeOf,
  type Tensor,
} from './tensor.ts';

export interface NewTensorInput<P extends Precision> {
  precision: P;
  shape: readonly number[];
  /** As many numbers as `shape` holds; zeros unless given. */
  data?: ArrayLike<number>;
}

interface Room extends Owned {
  readonly address: number;
}

/**
 * A tensor that stays in the module's memory: calls of its engine in its precision read it where it lies, and may
 * write a result of its shape to it. `release` gives its memory back.
 */
export class ResidentTensor<P extends Precision>
  extends Handle<Room>
  implements Tensor<FloatArray<P>>, Placed
{
  readonly precision: P;
  readonly shape: readonly number[];
  private readonly size: number;

  constructor(caller: Caller, { precision, shape, data }: NewTensorInput<P>) {
    const size = sizeOf('shape', shape);
    if (data) checkedSize('data', { shape, data });
    super(caller, (bindings) => {
      const address = caller.hold(precision, size);
      return { address, delete: () => bindings.drop(address) };
    });
    this.precision = precision;
    this.shape = Object.freeze([...shape]);
    this.size = size;
    if (data) this.numbers.set(data);
    else this.numbers.fill(0);
  }

  /** Its numbers as they are now, in an array of their own. */
  get data(): FloatArray<P> {
    return this.numbers.slice() as FloatArray<P>;
  }

  /** Takes other numbers for the same shape. */
  write(data: ArrayLike<number>): void {
    checkedSize('data', { shape: this.shape, data });
    this.numbers.set(data);
  }

  /** Copies its numbers to `out`, or to a fresh array, and returns that. */
  read(out?: FloatArray<P>): FloatArray<P> {
    if (!out) return this.data;
    checkArray('out', this.precision, this.shape, out);
    out.set(this.numbers);
    return out;
  }

  /** For the engine itself. @throws AttentionError where a call cannot take it as `argument` */
  addressIn(bindings: Bindings, precision: Precision, argument: string): number {
    if (bindings !== this.caller.bindings)
      throw new AttentionError('UnknownOption', argument, 'a tensor of this engine', 'another’s');
    if (precision !== this.precision)
      throw new AttentionError('UnknownOption', argument, precision, this.precision);
    return this.objectFor(argument).address;
  }

  private get numbers(): FloatArray<P> {
    return this.caller.at(this.precision, this.object.address, this.size);
  }
}
