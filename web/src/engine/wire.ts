// SPDX-License-Identifier: MIT
// The other end of cpp/bindings/wire.hpp, which describes the layout.
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
} from './check.ts';
import { AttentionError } from './errors.ts';
import type { LoadedModule } from './load.ts';
import { isResident, type ResidentTensor } from './resident.ts';
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
/** A loop copies so few numbers faster than `set`. */
const FEW = 8;
/** Tensors and numbers that a request holds without an allocation of its own. */
const USUAL_TENSORS = 32;
const USUAL_NUMBERS = 256;

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

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

/** Copies numbers to the place `at` of others. */
function copyNumbers(from: Numbers, to: Float32Array | Float64Array, at: number): void {
  const size = lengthOf(from);
  if (size > FEW) copyTo(to, from, at);
  else for (let i = 0; i < size; i++) to[at + i] = from[i] as number;
}

/**
 * A request outside the module. Reading what a caller gave may run the caller's code, which may call the engine or
 * change what was read: so each part is read once into a draft, checked there, and copied to the module at the end.
 */
class Draft {
  /** The headers of all tensors. */
  headers = new Int32Array(USUAL_TENSORS * HEADER_INTS);
  /** For each tensor outside the module its numbers: a typed array, or a list that is not read yet. */
  readonly data: (ArrayLike<number> | undefined)[] = [];
  private hasLists = false;
  /** The numbers of short lists. */
  private readonly numbers = new Float64Array(USUAL_NUMBERS);

  /**
   * Reads and checks all but the entries of lists.
   * @param begin  the place of the first tensor's numbers
   * @returns the place behind the last
   */
  read(names: readonly string[], tensors: Tensors, begin: number, precision: Precision): number {
    const ints = names.length * HEADER_INTS;
    if (this.headers.length < ints) this.headers = new Int32Array(ints);
    this.hasLists = false;
    let end = begin;
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      const tensor = tensors[name];
      const at = i * HEADER_INTS;
      this.data[i] = undefined;
      this.headers[at] = isGiven(tensor) ? 0 : ABSENT;
      if (!isGiven(tensor) || isResident(tensorOf(name, tensor))) continue;
      const size = this.readTensor(name, at, tensor, i);
      this.headers[at + 1 + MAX_RANK] = end;
      end += aligned(size * ENTRY_BYTES[precision]);
    }
    return end;
  }

  /** Reads the lists, as far as there are any. The caller's code may have made calls meanwhile: whether it could. */
  readLists(names: readonly string[]): boolean {
    if (!this.hasLists) return false;
    let used = 0;
    for (let i = 0; i < names.length; i++) {
      const list = this.data[i];
      if (!list || isNumbers(list)) continue;
      const size = this.sizeAt(i * HEADER_INTS);
      const isShort = used + size <= USUAL_NUMBERS;
      const numbers = isShort ? this.numbers.subarray(used, used + size) : newNumbers(size);
      if (isShort) used += size;
      readNumbers(names[i] as string, list, size, numbers);
      this.data[i] = numbers;
    }
    return true;
  }

  /** @throws AttentionError (ShapeMismatch) where a typed array is no longer as long as it was */
  checkSize(name: string, at: number, numbers: Numbers): void {
    const size = this.sizeAt(at);
    if (lengthOf(numbers) !== size) checkCount(name, this.sidesAt(at), size, lengthOf(numbers));
  }

  private readTensor(name: string, at: number, { shape, data }: Tensor, i: number): number {
    this.headers[at] = readSides(name, shape, this.headers, at + 1);
    const size = this.sizeAt(at);
    const isTyped = isNumbers(data);
    const length = isTyped ? lengthOf(data) : listLength(name, data);
    if (length !== size) checkCount(name, this.sidesAt(at), size, length);
    if (size === 0) checkRows(name, this.sidesAt(at));
    this.data[i] = data;
    if (!isTyped) this.hasLists = true;
    return size;
  }

  private sizeAt(at: number): number {
    const end = at + 1 + (this.headers[at] as number);
    let size = 1;
    for (let axis = at + 1; axis < end; axis++) size *= this.headers[axis] as number;
    return size;
  }

  private sidesAt(at: number): number[] {
    return Array.from(this.headers.subarray(at + 1, at + 1 + (this.headers[at] as number)));
  }
}

/** One module's two blocks: requests are written to one, answers read from the other. */
export class Wire {
  private address = 0;
  private capacity = 0;
  private latest: Views;
  /** Absent while a request is being read: a call made meanwhile takes one of its own. */
  private draft: Draft | undefined = new Draft();

  /** @param run  runs a function of the module and checks its answer */
  constructor(
    private readonly module: LoadedModule,
    private readonly run: (call: () => number) => number,
  ) {
    this.latest = viewsOf(module.memory.buffer);
  }

  /**
   * Copies the named tensors into the request block in order, rounding them to `precision`; of a tensor that is in
   * the module already, only the place is written.
   */
  write(precision: Precision, tensors: Tensors, choices: readonly number[]): void {
    const draft = this.draft ?? new Draft();
    this.draft = undefined;
    try {
      this.request(draft, precision, tensors, choices);
    } finally {
      draft.data.length = 0;
      this.draft = draft;
    }
  }

  private request(
    draft: Draft,
    precision: Precision,
    tensors: Tensors,
    choices: readonly number[],
  ): void {
    const names = Object.keys(tensors);
    const head = INT_BYTES * (BLOCK_INTS + names.length * HEADER_INTS);
    const end = draft.read(names, tensors, head + ENTRY_BYTES.float64 * choices.length, precision);
    this.reserve(end);
    if (draft.readLists(names)) this.reserve(end);

    // From here on no code of the caller runs.
    const { headers, data } = draft;
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      const at = i * HEADER_INTS;
      const numbers = data[i];
      if (numbers) draft.checkSize(name, at, numbers as Numbers);
      else if (headers[at] !== ABSENT) this.writePlace(headers, at, precision, name, tensors[name]);
    }
    const { int32, float64, [precision]: entries } = this.views;
    let int = this.address / INT_BYTES;
    int32[int++] = names.length;
    int32[int++] = choices.length;
    const ints = names.length * HEADER_INTS;
    for (let i = 0; i < ints; i++) int32[int + i] = headers[i] as number;
    const choice = (this.address + head) / ENTRY_BYTES.float64;
    for (let i = 0; i < choices.length; i++) float64[choice + i] = choices[i] as number;
    for (let i = 0; i < names.length; i++) {
      if (!data[i]) continue;
      const offset = headers[i * HEADER_INTS + 1 + MAX_RANK] as number;
      copyNumbers(data[i] as Numbers, entries, (this.address + offset) / ENTRY_BYTES[precision]);
    }
  }

  /** The header of a tensor that is in the module already. */
  private writePlace(
    headers: Int32Array,
    at: number,
    precision: Precision,
    name: string,
    tensor: Tensor | undefined,
  ): void {
    const { shape, address } = this.placeOf(tensor as ResidentTensor<Precision>, precision, name);
    headers[at] = shape.length;
    for (let axis = 0; axis < shape.length; axis++) headers[at + 1 + axis] = shape[axis] as number;
    headers[at + 1 + MAX_RANK] = address - this.address;
  }

  private placeOf(tensor: ResidentTensor<Precision>, precision: Precision, argument: string) {
    return tensor.placeFor(this.module.bindings, precision, argument);
  }

  /** @throws AttentionError unless `out` takes a result of that precision and shape */
  checkTarget<P extends Precision>(precision: P, { out, shape }: Target<P>): void {
    if (isResident(out)) checkShape('out', shape, this.placeOf(out, precision, 'out').shape);
    else checkArray('out', precision, shape, out);
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
    return this.run(() => this.module.bindings.hold(bytes));
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
    if (!isResident(out)) {
      copyTo(out, result);
      return { shape, data: out };
    }
    const { address } = this.placeOf(out, precision, 'out');
    copyTo(this.at(precision, address, result.length), result);
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
    this.address = this.run(() => this.module.bindings.reserve(bytes));
    this.capacity = bytes;
  }
}
