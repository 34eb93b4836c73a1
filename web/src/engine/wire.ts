// SPDX-License-Identifier: MIT
// The other end of cpp/bindings/wire.hpp, which describes the layout.
import { AttentionError, checked } from './errors.ts';
import type { LoadedModule } from './load.ts';

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

const MAX_RANK = 6;
const ABSENT = -1;
const HEADER_INTS = 2 + MAX_RANK;
const INT_BYTES = 4;
const ALIGNMENT = 8;
const LARGEST_BLOCK = 2 ** 31 - 1;
/** Sides cross as int32. */
const LARGEST_SIDE = 2 ** 31 - 1;

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

const sidesText = (shape: readonly number[]): string => `(${shape.join(', ')})`;

/** How many numbers a shape holds. @throws AttentionError (ShapeMismatch) naming `argument` */
export function sizeOf(argument: string, shape: readonly number[]): number {
  const refuse = (expected: string) =>
    new AttentionError('ShapeMismatch', argument, expected, sidesText(shape));
  if (shape.length > MAX_RANK) throw refuse(`at most ${MAX_RANK} axes`);
  if (!shape.every((n) => Number.isInteger(n) && n >= 0 && n <= LARGEST_SIDE))
    throw refuse(`whole numbers from 0 to ${LARGEST_SIDE}`);
  return shape.reduce((product, n) => product * n, 1);
}

function checkedSize(name: string, { shape, data }: Tensor): number {
  const size = sizeOf(name, shape);
  if (size === data.length) return size;
  const expected = `${size} numbers for ${sidesText(shape)}`;
  throw new AttentionError('ShapeMismatch', name, expected, `${data.length}`);
}

/** Numbers of each kind over the whole of a memory. */
interface Views {
  readonly buffer: ArrayBufferLike;
  readonly int32: Int32Array;
  readonly float32: Float32Array;
  readonly float64: Float64Array;
}

const viewsOf = (buffer: ArrayBufferLike): Views => ({
  buffer,
  int32: new Int32Array(buffer),
  float32: new Float32Array(buffer),
  float64: new Float64Array(buffer),
});

/** One module's two blocks: requests are written to one, answers read from the other. */
export class Wire {
  private address = 0;
  private capacity = 0;
  private latest: Views;

  constructor(private readonly module: LoadedModule) {
    this.latest = viewsOf(module.memory.buffer);
  }

  /** Copies the named tensors into the request block in order, rounding them to `precision`. */
  write(precision: Precision, tensors: Tensors): void {
    const entryBytes = precision === 'float32' ? 4 : 8;
    const names = Object.keys(tensors);
    const head = aligned(INT_BYTES * (1 + names.length * HEADER_INTS));
    let total = head;
    for (const name of names) {
      const tensor = tensors[name];
      if (tensor) total += aligned(checkedSize(name, tensor) * entryBytes);
    }
    this.reserve(total);

    const { int32, [precision]: numbers } = this.views;
    let at = this.address / INT_BYTES;
    int32[at++] = names.length;
    let offset = head;
    for (const name of names) {
      const tensor = tensors[name];
      int32[at] = tensor ? tensor.shape.length : ABSENT;
      if (tensor) {
        int32.set(tensor.shape, at + 1);
        int32[at + 1 + MAX_RANK] = offset;
        numbers.set(tensor.data, (this.address + offset) / entryBytes);
        offset += aligned(tensor.data.length * entryBytes);
      }
      at += HEADER_INTS;
    }
  }

  /** Copies the answer at `address` out of the module; what is absent has a side of 0. */
  read<P extends Precision>(precision: P, address: number): Tensor<FloatArray<P>>[] {
    const { int32, [precision]: numbers } = this.views;
    const entryBytes = numbers.BYTES_PER_ELEMENT;
    const first = address / INT_BYTES;
    const tensors: Tensor<FloatArray<P>>[] = [];
    for (let i = 0; i < (int32[first] as number); i++) {
      const at = first + 1 + i * HEADER_INTS;
      const rank = int32[at] as number;
      const shape: number[] = [];
      if (rank === ABSENT) shape.push(0);
      let size = rank === ABSENT ? 0 : 1;
      for (let axis = 0; axis < rank; axis++) {
        const side = int32[at + 1 + axis] as number;
        shape.push(side);
        size *= side;
      }
      const start = (address + (int32[at + 1 + MAX_RANK] as number)) / entryBytes;
      const data = numbers.slice(start, start + size);
      tensors.push({ shape, data: data as FloatArray<P> });
    }
    return tensors;
  }

  /** Growing the memory empties earlier views. */
  private get views(): Views {
    const { buffer } = this.module.memory;
    if (this.latest.buffer !== buffer) this.latest = viewsOf(buffer);
    return this.latest;
  }

  private reserve(bytes: number): void {
    if (bytes <= this.capacity) return;
    if (bytes > LARGEST_BLOCK) {
      const expected = `at most ${LARGEST_BLOCK} bytes`;
      throw new AttentionError('OutOfMemory', 'memory', expected, `${bytes}`);
    }
    this.capacity = 0;
    const { bindings } = this.module;
    this.address = checked(bindings, bindings.reserve(bytes));
    this.capacity = bytes;
  }
}
