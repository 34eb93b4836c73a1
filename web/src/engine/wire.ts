// SPDX-License-Identifier: MIT
// Writes requests to the WebAssembly module and reads its responses. cpp/bindings/wire.hpp documents their format.

import {
  checkArray,
  checkCount,
  checkRows,
  checkShape,
  copyNumbers,
  isGiven,
  MAX_RANK,
  numbersIn,
  rankOf,
  tensorOf,
} from './arguments.ts';
import { AttentionError } from './errors.ts';
import type { Bindings } from './glue.ts';
import type { LoadedModule } from './load.ts';
import { isResident, type Place } from './resident.ts';
import {
  ENTRY_BYTES,
  type FloatArray,
  type Floats,
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
/** Number of tensors for which the initial buffer for headers is large enough. */
const USUAL_TENSORS = 32;

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** @throws AttentionError (OutOfMemory) if `bytes` is more than the maximum memory of the module */
function requireRoom(bytes: number): void {
  if (bytes <= LARGEST_BLOCK) return;
  throw new AttentionError('OutOfMemory', 'memory', 'bytesAtMost', [LARGEST_BLOCK], bytes);
}

/** Typed-array views of the module's whole memory. */
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

/** Manages the block of the module's memory for requests, and copies responses out of this memory. */
export class Wire {
  private address = 0;
  private capacity = 0;
  private latest: Views;
  /** Headers (rank, axis lengths and address) of a request's tensors, stored here until the block is large enough. */
  private headers = new Int32Array(USUAL_TENSORS * HEADER_INTS);

  /** @param run  runs a function of the module and throws the module's error, if any */
  constructor(
    private readonly module: LoadedModule,
    private readonly run: (call: () => number) => number,
  ) {
    this.latest = viewsOf(module.memory.buffer);
  }

  /**
   * Writes a request: copies the tensors, with their numbers rounded to `precision`, and the options (`choices`). For a
   * tensor that is already in the module, writes only the address.
   */
  write(precision: Precision, tensors: Tensors, choices: readonly number[]): void {
    const names = Object.keys(tensors);
    const ints = names.length * HEADER_INTS;
    const head = INT_BYTES * (BLOCK_INTS + ints);
    if (this.headers.length < ints) this.headers = new Int32Array(ints);
    const { headers } = this;
    let end = head + ENTRY_BYTES.float64 * choices.length;
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      const tensor = tensors[name];
      headers[i * HEADER_INTS] = ABSENT;
      if (!isGiven(tensor) || isResident(tensorOf(name, tensor))) continue;
      headers[(i + 1) * HEADER_INTS - 1] = end;
      end += aligned(this.readHeader(name, tensor, i * HEADER_INTS) * ENTRY_BYTES[precision]);
    }
    this.reserve(end);
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      const tensor = tensors[name];
      if (isGiven(tensor) && isResident(tensor))
        this.writePlace(headers, i * HEADER_INTS, tensor.placeFor(this.bindings, precision, name));
    }

    const { int32, float64, [precision]: entries } = this.views;
    const int = this.address / INT_BYTES;
    int32[int] = names.length;
    int32[int + 1] = choices.length;
    for (let i = 0; i < ints; i++) int32[int + BLOCK_INTS + i] = headers[i] as number;
    copyNumbers(choices, float64, (this.address + head) / ENTRY_BYTES.float64);
    for (let i = 0; i < names.length; i++) {
      const tensor = tensors[names[i] as string];
      if (!isGiven(tensor) || isResident(tensor)) continue;
      const offset = headers[(i + 1) * HEADER_INTS - 1] as number;
      copyNumbers(tensor.data, entries, (this.address + offset) / ENTRY_BYTES[precision]);
    }
  }

  /**
   * Checks a tensor, and writes its rank and axis lengths to `headers` from index `at` on.
   * @returns the number of its entries
   */
  private readHeader(name: string, { shape, data }: Tensor, at: number): number {
    const { headers } = this;
    const rank = rankOf(name, shape);
    let size = 1;
    let rows = 1;
    for (let axis = 1; axis <= rank; axis++) {
      const side = shape[axis - 1] as number;
      headers[at + axis] = side;
      size *= side;
      rows *= side || 1;
    }
    const count = numbersIn(name, data);
    if (count !== size) checkCount(name, [...shape], size, count);
    if (size === 0) checkRows(name, rows);
    headers[at] = rank;
    return size;
  }

  /** Writes the header of a tensor that is already in the module's memory. */
  private writePlace(headers: Int32Array, at: number, { shape, address }: Place): void {
    headers[at] = shape.length;
    for (let axis = 0; axis < shape.length; axis++) headers[at + 1 + axis] = shape[axis] as number;
    headers[at + 1 + MAX_RANK] = address - this.address;
  }

  private get bindings(): Bindings {
    return this.module.bindings;
  }

  /** @throws AttentionError unless `out` has the precision and the shape of the result */
  checkTarget<P extends Precision>(precision: P, { out, shape }: Target<P>): void {
    if (isResident(out))
      checkShape('out', shape, out.placeFor(this.bindings, precision, 'out').shape);
    else checkArray('out', precision, shape, out);
  }

  /**
   * Copies the response at `address` out of the module. If `target` is given, the first tensor is written to it. A
   * result that the call's options exclude has the shape [0].
   */
  read<P extends Precision>(precision: P, address: number, target?: Target<P>): Floats<P>[] {
    const { int32, [precision]: numbers } = this.views;
    const first = address / INT_BYTES;
    const count = int32[first] as number;
    const tensors: Floats<P>[] = [];
    for (let i = 0; i < count; i++) {
      const at = first + BLOCK_INTS + i * HEADER_INTS;
      const rank = int32[at] as number;
      const shape: number[] = [];
      let size = 1;
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

  /** Allocates memory for a resident tensor and returns its address. */
  hold(bytes: number): number {
    requireRoom(bytes);
    return this.run(() => this.bindings.hold(bytes));
  }

  /** A view of the `size` numbers at `address`. The view becomes invalid when the module's memory grows. */
  at<P extends Precision>(precision: P, address: number, size: number): FloatArray<P> {
    const start = address / ENTRY_BYTES[precision];
    return this.views[precision].subarray(start, start + size) as FloatArray<P>;
  }

  private deliver<P extends Precision>(
    precision: P,
    shape: readonly number[],
    result: Float32Array | Float64Array,
    { out }: Target<P>,
  ): Floats<P> {
    if (!isResident(out)) {
      out.set(result);
      return { shape, data: out };
    }
    const { address } = out.placeFor(this.bindings, precision, 'out');
    this.at(precision, address, result.length).set(result);
    return out;
  }

  /** Typed-array views of the memory. When the memory grows, old views get the length 0, and new ones are created. */
  private get views(): Views {
    if (this.latest.int32.length === 0) this.latest = viewsOf(this.module.memory.buffer);
    return this.latest;
  }

  private reserve(bytes: number): void {
    if (bytes <= this.capacity) return;
    requireRoom(bytes);
    this.capacity = 0;
    this.address = this.run(() => this.bindings.reserve(bytes));
    this.capacity = bytes;
  }
}
