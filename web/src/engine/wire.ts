// SPDX-License-Identifier: MIT
// The other end of cpp/bindings/wire.hpp, which describes the layout.
import { AttentionError, checked } from './errors.ts';
import type { LoadedModule } from './load.ts';
import {
  checkArray,
  checkedSize,
  checkShape,
  ENTRY_BYTES,
  type FloatArray,
  isPlaced,
  MAX_RANK,
  type Precision,
  type Target,
  type Tensor,
  type Tensors,
} from './tensor.ts';

const ABSENT = -1;
const BLOCK_INTS = 2;
const HEADER_INTS = 2 + MAX_RANK;
const INT_BYTES = 4;
const ALIGNMENT = 8;
const LARGEST_BLOCK = 2 ** 31 - 1;
/** So few numbers are written sooner one by one than by `set`. */
const FEW = 8;

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** Copies numbers to the place `at` of others. */
function copy(from: ArrayLike<number>, to: Float32Array | Float64Array, at: number): void {
  if (from.length > FEW) to.set(from, at);
  else for (let i = 0; i < from.length; i++) to[at + i] = from[i] as number;
}

/** @throws AttentionError (OutOfMemory) where no memory has so much room */
function requireRoom(bytes: number): void {
  if (bytes <= LARGEST_BLOCK) return;
  const expected = `at most ${LARGEST_BLOCK} bytes`;
  throw new AttentionError('OutOfMemory', 'memory', expected, `${bytes}`);
}

/** Numbers of each kind over the whole of a memory. */
interface Views {
  readonly int32: Int32Array;
  readonly float32: Float32Array;
  readonly float64: Float64Array;
}

const viewsOf = (buffer: ArrayBufferLike): Views => ({
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

  /**
   * Copies the named tensors into the request block in order, rounding them to `precision`; of what lies in the
   * module already, only the place is told.
   */
  write(precision: Precision, tensors: Tensors, choices: readonly number[]): void {
    const entryBytes = ENTRY_BYTES[precision];
    const names = Object.keys(tensors);
    const headers = INT_BYTES * (BLOCK_INTS + names.length * HEADER_INTS);
    const head = headers + ENTRY_BYTES.float64 * choices.length;
    let total = head;
    for (const name of names) {
      const tensor = tensors[name];
      if (tensor && !isPlaced(tensor)) total += aligned(checkedSize(name, tensor) * entryBytes);
    }
    this.reserve(total);

    const { int32, float64, [precision]: numbers } = this.views;
    copy(choices, float64, (this.address + headers) / ENTRY_BYTES.float64);
    let at = this.address / INT_BYTES;
    int32[at] = names.length;
    int32[at + 1] = choices.length;
    at += BLOCK_INTS;
    let end = head;
    for (const name of names) {
      const tensor = tensors[name];
      int32[at] = tensor ? tensor.shape.length : ABSENT;
      if (tensor) {
        for (let axis = 0; axis < tensor.shape.length; axis++)
          int32[at + 1 + axis] = tensor.shape[axis] as number;
        let offset = end;
        if (isPlaced(tensor)) {
          offset = tensor.addressIn(this.module.bindings, precision, name) - this.address;
        } else {
          copy(tensor.data, numbers, (this.address + offset) / entryBytes);
          end += aligned(tensor.data.length * entryBytes);
        }
        int32[at + 1 + MAX_RANK] = offset;
      }
      at += HEADER_INTS;
    }
  }

  /** @throws AttentionError unless `out` takes a result of that precision and shape */
  checkTarget<P extends Precision>(precision: P, { out, shape }: Target<P>): void {
    if (isPlaced(out)) {
      checkShape('out', shape, out.shape);
      out.addressIn(this.module.bindings, precision, 'out');
    } else checkArray('out', precision, shape, out);
  }

  /**
   * Copies the answer at `address` out of the module, its first tensor to the target where there is one; what is
   * absent has a side of 0.
   */
  read<P extends Precision>(
    precision: P,
    address: number,
    target?: Target<P>,
  ): Tensor<FloatArray<P>>[] {
    const { int32, [precision]: numbers } = this.views;
    const first = address / INT_BYTES;
    const count = int32[first] as number;
    const tensors: Tensor<FloatArray<P>>[] = [];
    for (let i = 0; i < count; i++) {
      const at = first + BLOCK_INTS + i * HEADER_INTS;
      const rank = int32[at] as number;
      const shape: number[] = [];
      if (rank === ABSENT) shape.push(0);
      let size = rank === ABSENT ? 0 : 1;
      for (let axis = 0; axis < rank; axis++) {
        const side = int32[at + 1 + axis] as number;
        shape.push(side);
        size *= side;
      }
      const start = (int32[at + 1 + MAX_RANK] as number) / ENTRY_BYTES[precision];
      if (target && i === 0) {
        checkShape('out', target.shape, shape);
        tensors.push(this.deliver(precision, shape, numbers.subarray(start, start + size), target));
      } else {
        tensors.push({ shape, data: numbers.slice(start, start + size) as FloatArray<P> });
      }
    }
    return tensors;
  }

  /** Room for a tensor that stays: its address. Nothing else lies there until it is dropped. */
  hold(bytes: number): number {
    requireRoom(bytes);
    return checked(this.module.bindings, this.module.bindings.hold(bytes));
  }

  /** The `size` numbers at `address`, until the memory grows. */
  at<P extends Precision>(precision: P, address: number, size: number): FloatArray<P> {
    const start = address / ENTRY_BYTES[precision];
    return this.views[precision].subarray(start, start + size) as FloatArray<P>;
  }

  private deliver<P extends Precision>(
    precision: P,
    shape: readonly number[],
    result: Float32Array | Float64Array,
    { out }: Target<P>,
  ): Tensor<FloatArray<P>> {
    if (!isPlaced(out)) {
      out.set(result);
      return { shape, data: out };
    }
    const address = out.addressIn(this.module.bindings, precision, 'out');
    this.at(precision, address, result.length).set(result);
    return out;
  }

  /** Growing the memory empties earlier views. */
  private get views(): Views {
    if (this.latest.int32.length === 0) this.latest = viewsOf(this.module.memory.buffer);
    return this.latest;
  }

  private reserve(bytes: number): void {
    if (bytes <= this.capacity) return;
    requireRoom(bytes);
    this.capacity = 0;
    const { bindings } = this.module;
    this.address = checked(bindings, bindings.reserve(bytes));
    this.capacity = bytes;
  }
}
