// SPDX-License-Identifier: MIT
import type { Bindings, Owned } from '#wasm/simd';
import type { Caller } from './caller.ts';
import {
  checkArray,
  checkCount,
  checkPrecision,
  copyTo,
  isGiven,
  isNumbers,
  lengthOf,
  listLength,
  type Numbers,
  newNumbers,
  readNumbers,
  refusal,
  sidesOf,
  sizeOf,
} from './check.ts';
import { AttentionError } from './errors.ts';
import { Handle } from './handle.ts';
import type { FloatArray, Precision, Tensor } from './tensor.ts';

export interface NewTensorInput<P extends Precision> {
  precision: P;
  shape: readonly number[];
  /** As many numbers as `shape` holds; zeros unless given. */
  data?: ArrayLike<number>;
}

interface Room extends Owned {
  readonly address: number;
}

/** Where a resident tensor is in the memory of its instance. */
export interface Place {
  readonly shape: readonly number[];
  readonly address: number;
}

/** Room for `size` numbers. */
function hold(caller: Caller, precision: Precision, size: number): Room {
  const address = caller.hold(precision, size);
  return { address, delete: () => caller.bindings.drop(address) };
}

/**
 * A tensor that stays in the module's memory: calls of its engine in its precision read it where it lies, and may
 * write a result of its shape to it. `release` gives its memory back.
 */
export class ResidentTensor<P extends Precision>
  extends Handle<Room>
  implements Tensor<FloatArray<P>>
{
  readonly #precision: P;
  readonly #shape: readonly number[];
  readonly #size: number;

  constructor(caller: Caller, { precision, shape, data }: NewTensorInput<P>) {
    checkPrecision(precision);
    const sides = sidesOf('shape', shape);
    const size = sizeOf(sides);
    if (isGiven(data)) checkCount('data', sides, size, listLength('data', data));
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

  /** Its numbers as they are now, in an array of their own. */
  get data(): FloatArray<P> {
    return this.#numbers.slice() as FloatArray<P>;
  }

  /** Takes other numbers for the same shape. */
  write(data: ArrayLike<number>): void {
    const length = listLength('data', data);
    checkCount('data', this.#shape, this.#size, length);
    if (isNumbers(data)) {
      this.#take(data);
      return;
    }
    // Reading the list may run the caller's code: the room is looked up afterwards.
    const numbers = newNumbers(length);
    readNumbers('data', data, length, numbers, 0);
    this.#take(numbers);
  }

  /** Copies its numbers to `out`, or to a fresh array, and returns that. */
  read(out?: FloatArray<P>): FloatArray<P> {
    if (!isGiven(out)) return this.data;
    checkArray('out', this.#precision, this.#shape, out);
    copyTo(out, this.#numbers);
    return out;
  }

  /** For the engine itself. @throws AttentionError where a call of `bindings` in `precision` cannot take it */
  placeFor(bindings: Bindings, precision: Precision, argument: string): Place {
    const { address } = this.objectFor(argument);
    if (bindings !== this.caller.bindings)
      throw new AttentionError('UnknownOption', argument, 'a tensor of this engine', 'another’s');
    if (precision !== this.#precision)
      throw refusal('UnknownOption', argument, precision, this.#precision);
    return { shape: this.#shape, address };
  }

  /** Whether an engine made it: an object that only looks like one has no room. */
  static isResident(x: object): x is ResidentTensor<Precision> {
    return x instanceof ResidentTensor && #size in x;
  }

  #take(numbers: Numbers): void {
    const room = this.#numbers;
    checkCount('data', this.#shape, this.#size, lengthOf(numbers));
    copyTo(room, numbers);
  }

  get #numbers(): FloatArray<P> {
    return this.caller.at(this.#precision, this.object.address, this.#size);
  }
}

export const { isResident } = ResidentTensor;
