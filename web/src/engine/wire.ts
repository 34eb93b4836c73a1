// SPDX-License-Identifier: MIT
// The JavaScript side of the binary format of requests and responses, which cpp/bindings/wire.hpp documents. This file
// is long because both directions share the format and the views of the memory.

import {
  checkArray,
  checkCount,
  checkRows,
  checkShape,
  copyTo,
  isGiven,
  isNumbers,
  lengthOf,
  listLength,
  MAX_RANK,
  type Numbers,
  newNumbers,
  readNumbers,
  readSides,
  tensorOf,
} from './arguments.ts';
import { AttentionError } from './errors.ts';
import type { Bindings } from './glue.ts';
import type { LoadedModule } from './load.ts';
import { isResident, type Place, type ResidentTensor } from './resident.ts';
import {
  ENTRY_BYTES,
  type FloatArray,
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
/**
 * Typed arrays of up to this length are copied entry by entry, because determining their class for a faster copy would
 * take longer.
 */
const FEW = 8;
/**
 * Initial capacity of a draft (a request in preparation): up to this many tensors and list entries need no allocation.
 */
const USUAL_TENSORS = 32;
const USUAL_NUMBERS = 256;

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** @throws AttentionError (OutOfMemory) if `bytes` is more than the module's memory can ever have */
function requireRoom(bytes: number): void {
  if (bytes <= LARGEST_BLOCK) return;
  const expected = `at most ${LARGEST_BLOCK} bytes`;
  throw new AttentionError('OutOfMemory', 'memory', expected, `${bytes}`);
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

/** Marks a tensor that has no numbers to copy: it is absent or already in the module. */
const NOTHING = -1;

/**
 * A request that is prepared in JavaScript memory. Reading an argument may run the caller's code, which can call the
 * engine or change the argument. Each part is therefore read once into the draft, checked there, and then copied to the
 * module.
 */
class Draft {
  /** The headers (rank, axis lengths and address) of all tensors. */
  headers = new Int32Array(USUAL_TENSORS * HEADER_INTS);
  /** For each tensor, the number of entries to copy, or NOTHING. */
  private readonly sizes: number[] = [];
  /** For each tensor whose entries are not in `numbers`: its typed array, or its list, which has not been read yet. */
  private readonly data: (ArrayLike<number> | undefined)[] = [];
  /**
   * The entries of all tensors that are copied entry by entry (lists, and typed arrays of up to FEW entries), up to
   * USUAL_NUMBERS in all. `starts` contains the index of each tensor's first entry.
   */
  private readonly numbers = new Float64Array(USUAL_NUMBERS);
  private readonly starts: number[] = [];
  private hasLists = false;

  /**
   * Reads and checks everything except the entries of long lists, which are those that `numbers` has no space for.
   * @param begin  the position of the first tensor's numbers in the request block, in bytes
   * @returns the position after the last tensor's numbers
   */
  read(names: readonly string[], tensors: Tensors, begin: number, precision: Precision): number {
    const ints = names.length * HEADER_INTS;
    if (this.headers.length < ints) this.headers = new Int32Array(ints);
    this.hasLists = false;
    let used = 0;
    let end = begin;
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      const tensor = tensors[name];
      const at = i * HEADER_INTS;
      this.data[i] = undefined;
      this.sizes[i] = NOTHING;
      this.headers[at] = ABSENT;
      if (!isGiven(tensor) || isResident(tensorOf(name, tensor))) continue;
      const { shape, data } = tensor;
      const rank = readSides(name, shape, this.headers, at + 1);
      let size = 1;
      let rows = 1;
      for (let axis = 1; axis <= rank; axis++) {
        const side = this.headers[at + axis] as number;
        size *= side;
        rows *= side || 1;
      }
      const length = listLength(name, data);
      const isLong = length > FEW;
      const isTyped = isLong && isNumbers(data);
      const count = isTyped ? lengthOf(data) : length;
      this.headers[at] = rank;
      this.headers[at + 1 + MAX_RANK] = end;
      if (count !== size) checkCount(name, this.sidesAt(at), size, count);
      if (size === 0) checkRows(name, rows);
      if (isTyped || used + size > USUAL_NUMBERS) {
        this.data[i] = data;
        if (!isTyped) this.hasLists = true;
      } else {
        this.starts[i] = used;
        readNumbers(name, data, size, this.numbers, used);
        used += size;
      }
      this.sizes[i] = size;
      end += aligned(size * ENTRY_BYTES[precision]);
    }
    return end;
  }

  /**
   * Replaces each long list by a typed array with its entries.
   * @returns whether the caller's code may have run
   */
  readLists(names: readonly string[]): boolean {
    if (!this.hasLists) return false;
    for (let i = 0; i < names.length; i++) {
      const list = this.data[i];
      if (!list || isNumbers(list)) continue;
      const size = this.sizes[i] as number;
      const numbers = newNumbers(size);
      readNumbers(names[i] as string, list, size, numbers, 0);
      this.data[i] = numbers;
    }
    return true;
  }

  /** @throws AttentionError (ShapeMismatch) if the length of a typed array has changed since it was read */
  checkSizes(names: readonly string[]): void {
    for (let i = 0; i < names.length; i++) {
      const numbers = this.data[i] as Numbers | undefined;
      if (!numbers) continue;
      const size = this.sizes[i] as number;
      const length = lengthOf(numbers);
      if (length !== size)
        checkCount(names[i] as string, this.sidesAt(i * HEADER_INTS), size, length);
    }
  }

  /** Copies the entries of tensor `i` to `to` from index `at` on. */
  copy(i: number, to: Float32Array | Float64Array, at: number): void {
    const numbers = this.data[i] as Numbers | undefined;
    if (numbers) {
      copyTo(to, numbers, at);
      return;
    }
    const size = this.sizes[i] as number;
    const start = this.starts[i] as number;
    for (let j = 0; j < size; j++) to[at + j] = this.numbers[start + j] as number;
  }

  /** Whether tensor `i` is a resident tensor, which is already in the module's memory. */
  isPlaced(i: number, tensor: Tensor | undefined): tensor is ResidentTensor<Precision> {
    return this.sizes[i] === NOTHING && isGiven(tensor);
  }

  /** Drops the references to the caller's arrays, so that they can be garbage-collected. */
  clear(tensors: number): void {
    for (let i = 0; i < tensors; i++) this.data[i] = undefined;
  }

  private sidesAt(at: number): number[] {
    return Array.from(this.headers.subarray(at + 1, at + 1 + (this.headers[at] as number)));
  }
}

/** Manages the module's memory block for requests, and copies responses out. */
export class Wire {
  private address = 0;
  private capacity = 0;
  private latest: Views;
  /** Undefined while a request is being read: a nested call then creates a draft of its own. */
  private draft: Draft | undefined = new Draft();

  /** @param run  runs a function of the module and throws the module's error, if any */
  constructor(
    private readonly module: LoadedModule,
    private readonly run: (call: () => number) => number,
  ) {
    this.latest = viewsOf(module.memory.buffer);
  }

  /**
   * Copies the tensors to the request block in order, rounding their numbers to `precision`. For a tensor that is
   * already in the module, writes only its address.
   */
  write(precision: Precision, tensors: Tensors, choices: readonly number[]): void {
    const names = Object.keys(tensors);
    const draft = this.draft ?? new Draft();
    this.draft = undefined;
    try {
      this.request(draft, precision, names, tensors, choices);
    } finally {
      draft.clear(names.length);
      this.draft = draft;
    }
  }

  private request(
    draft: Draft,
    precision: Precision,
    names: readonly string[],
    tensors: Tensors,
    choices: readonly number[],
  ): void {
    const head = INT_BYTES * (BLOCK_INTS + names.length * HEADER_INTS);
    const end = draft.read(names, tensors, head + ENTRY_BYTES.float64 * choices.length, precision);
    this.reserve(end);
    // Reading a list can run the caller's code. If this code calls the engine, the call can replace the request block,
    // so the block is reserved again.
    if (draft.readLists(names)) this.reserve(end);

    // From here on, no code of the caller can run.
    draft.checkSizes(names);
    const { headers } = draft;
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      const tensor = tensors[name];
      if (draft.isPlaced(i, tensor))
        this.writePlace(headers, i * HEADER_INTS, tensor.placeFor(this.bindings, precision, name));
    }
    const { int32, float64, [precision]: entries } = this.views;
    let int = this.address / INT_BYTES;
    int32[int++] = names.length;
    int32[int++] = choices.length;
    const choice = (this.address + head) / ENTRY_BYTES.float64;
    for (let i = 0; i < choices.length; i++) float64[choice + i] = choices[i] as number;
    for (let i = 0; i < names.length; i++) {
      const at = i * HEADER_INTS;
      const rank = headers[at] as number;
      int32[int + at] = rank;
      if (rank === ABSENT) continue;
      for (let axis = 1; axis <= rank; axis++)
        int32[int + at + axis] = headers[at + axis] as number;
      const offset = headers[at + 1 + MAX_RANK] as number;
      int32[int + at + 1 + MAX_RANK] = offset;
      draft.copy(i, entries, (this.address + offset) / ENTRY_BYTES[precision]);
    }
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
   * result that does not exist with these options has the shape [0].
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

  /** A view of the `size` numbers at `address`. It becomes invalid when the module's memory grows. */
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
    if (!isResident(out)) {
      copyTo(out, result);
      return { shape, data: out };
    }
    const { address } = out.placeFor(this.bindings, precision, 'out');
    copyTo(this.at(precision, address, result.length), result);
    return out;
  }

  /**
   * Typed-array views of the memory. When the memory grows, the old views are detached and have the length 0; they are
   * then created again.
   */
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
