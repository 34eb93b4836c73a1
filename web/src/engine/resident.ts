// SPDX-License-Identifier: MIT

import {
  checkArray,
  checkCount,
  checkPrecision,
  copyNumbers,
  isGiven,
  numbersIn,
  refusal,
  sidesOf,
  sizeOf,
} from './arguments.ts';
import type { Caller } from './caller.ts';
import { AttentionError } from './errors.ts';
import type { Bindings, Owned } from './glue.ts';
import { Handle } from './handle.ts';
import type { FloatArray, Floats, Precision } from './tensor.ts';

export interface NewTensorInput<P extends Precision> {
  precision: P;
  shape: readonly number[];
  /** One number for each entry of the tensor, in row-major order. Default: zeros. */
  data?: ArrayLike<number>;
}

interface Room extends Owned {
  readonly address: number;
}

/** The shape of a resident tensor and its address in the module's memory. */
export interface Place {
  readonly shape: readonly number[];
  readonly address: number;
}

function hold(caller: Caller, precision: Precision, size: number): Room {
  const address = caller.hold(precision, size);
  return { address, delete: () => caller.bindings.drop(address) };
}

/**
 * A tensor that stays in the module's memory. Calls of the engine that created the tensor, with the tensor's precision,
 * read it without copying, and can write a result of the same shape to it. `release` frees its memory.
 */
export class ResidentTensor<P extends Precision> extends Handle<Room> implements Floats<P> {
  readonly #precision: P;
  readonly #shape: readonly number[];
  readonly #size: number;

  constructor(caller: Caller, { precision, shape, data }: NewTensorInput<P>) {
    checkPrecision(precision);
    const sides = sidesOf('shape', shape);
    const size = sizeOf(sides);
    if (isGiven(data)) checkCount('data', sides, size, numbersIn('data', data));
    super(caller, hold(caller, precision, size));
    this.#precision = precision;
    this.#shape = Object.freeze(sides);
    this.#size = size;
    try {
      if (isGiven(data)) this.write(data);
      else this.#numbers.fill(0);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  get precision(): P {
    return this.#precision;
  }

  get shape(): readonly number[] {
    return this.#shape;
  }

  /** A copy of the tensor's current numbers. */
  get data(): FloatArray<P> {
    return this.#numbers.slice() as FloatArray<P>;
  }

  /**
   * Replaces the tensor's numbers.
   * @param data  one number for each entry
   */
  write(data: ArrayLike<number>): void {
    checkCount('data', this.#shape, this.#size, numbersIn('data', data));
    copyNumbers(data, this.#numbers);
  }

  /** Copies the tensor's numbers to `out`, or to a new array if `out` is not given. Returns this array. */
  read(out?: FloatArray<P>): FloatArray<P> {
    if (!isGiven(out)) return this.data;
    checkArray('out', this.#precision, this.#shape, out);
    out.set(this.#numbers);
    return out;
  }

  /**
   * The shape and address for a call. For use in web/src/engine only.
   * @param bindings  the bindings of the module instance that is called
   * @throws AttentionError naming `argument` if the tensor belongs to another instance, has another precision, or is
   * released
   */
  placeFor(bindings: Bindings, precision: Precision, argument: string): Place {
    const { address } = this.objectFor(argument);
    if (bindings !== this.caller.bindings)
      throw new AttentionError('UnknownOption', argument, 'ofAnotherEngine', [], null);
    if (precision !== this.#precision)
      throw refusal('UnknownOption', argument, 'value', [precision], this.#precision);
    return { shape: this.#shape, address };
  }

  get #numbers(): FloatArray<P> {
    return this.caller.at(this.#precision, this.object.address, this.#size);
  }
}

export const isResident = (x: unknown): x is ResidentTensor<Precision> =>
  x instanceof ResidentTensor;
