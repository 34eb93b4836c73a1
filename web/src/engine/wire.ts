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

/** One module's two blocks: requests are written to one, answers read from the other. */
export class Wire {
  private address = 0;
  private capacity = 0;

  constructor(private readonly module: LoadedModule) {}

  /** Copies the named tensors into the request block in order, rounding them to `precision`. */
  write(precision: Precision, tensors: Tensors): void {
    const entryBytes = precision === 'float32' ? 4 : 8;
    const entries = Object.entries(tensors);
    const sizes = entries.map(([name, tensor]) => (tensor ? checkedSize(name, tensor) : 0));
    const head = aligned(INT_BYTES * (1 + entries.length * HEADER_INTS));
    const total = sizes.reduce((bytes, size) => bytes + aligned(size * entryBytes), head);
    this.reserve(total);

    // Views are made after `reserve`: growing the memory empties earlier ones.
    const { buffer } = this.module.memory;
    const header = new Int32Array(buffer, this.address, head / INT_BYTES);
    header[0] = entries.length;
    let offset = head;
    for (const [i, [, tensor]] of entries.entries()) {
      const at = 1 + i * HEADER_INTS;
      if (tensor === undefined) {
        header[at] = ABSENT;
        continue;
      }
      const { shape, data } = tensor;
      header[at] = shape.length;
      header.set(shape, at + 1);
      header[at + 1 + MAX_RANK] = offset;
      const size = sizes[i] as number;
      const target =
        precision === 'float32'
          ? new Float32Array(buffer, this.address + offset, size)
          : new Float64Array(buffer, this.address + offset, size);
      target.set(data);
      offset += aligned(size * entryBytes);
    }
  }

  /** Copies the answer at `address` out of the module; what is absent has a side of 0. */
  read<P extends Precision>(precision: P, address: number): Tensor<FloatArray<P>>[] {
    const { buffer } = this.module.memory;
    const count = new Int32Array(buffer, address, 1)[0] as number;
    const header = new Int32Array(buffer, address + INT_BYTES, count * HEADER_INTS);
    const FloatView = precision === 'float32' ? Float32Array : Float64Array;
    return Array.from({ length: count }, (_, i) => {
      const at = i * HEADER_INTS;
      const rank = header[at] as number;
      const shape = rank === ABSENT ? [0] : Array.from(header.subarray(at + 1, at + 1 + rank));
      const offset = header[at + 1 + MAX_RANK] as number;
      const size = shape.reduce((product, n) => product * n, 1);
      const data = new FloatView(buffer, address + offset, size).slice();
      return { shape, data: data as FloatArray<P> };
    });
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
