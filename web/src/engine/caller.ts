// SPDX-License-Identifier: MIT
import type { Bindings, Operations } from '#wasm/simd';
import { checkPrecision, checkRows, isGiven, placeOf, tensorSides } from './check.ts';
import { AttentionError, fault, moduleRefusal } from './errors.ts';
import { LOST } from './handle.ts';
import type { LoadedModule } from './load.ts';
import {
  ENTRY_BYTES,
  type FloatArray,
  type Precision,
  type Target,
  type Tensor,
  type Tensors,
} from './tensor.ts';
import { Wire } from './wire.ts';

/** The tensors of an answer by name. */
export type Answer<P extends Precision, Part extends string> = Record<Part, Tensor<FloatArray<P>>>;

const NONE: Tensors = {};

/** One instance of the module, as the concepts' files call it. */
export class Caller {
  readonly bindings: Bindings;
  /** What the variants of multi-head attention choose, in the order of their names. */
  readonly multiHeadVariants: readonly (readonly number[])[];
  private readonly wire: Wire;
  private readonly choices: Readonly<Record<string, string[]>>;
  private lost = false;

  /** @param onLost  called once, when a call has left the instance in no defined state */
  constructor(
    module: LoadedModule,
    private readonly onLost: (reason: AttentionError) => void = () => {},
  ) {
    this.bindings = module.bindings;
    this.wire = new Wire(module, (call) => this.checked(call));
    this.choices = this.run(() => module.bindings.choices());
    const variants = this.receiveAll('float64', () => module.bindings.multiHeadVariants());
    this.multiHeadVariants = variants.map(({ data }) => [...data]);
  }

  /** Whether the instance may not be called any more. */
  get isLost(): boolean {
    return this.lost;
  }

  /**
   * The number of a choice in its list: C++'s unless `names` is given.
   * @throws AttentionError (UnknownOption)
   */
  choice(
    argument: string,
    name: string,
    names: readonly string[] = this.choices[argument] ?? [],
  ): number {
    return placeOf(argument, name, names);
  }

  /**
   * Sends tensors and choices over, and copies the answer back; `parts` names what it holds. The first goes to
   * `target` where there is one.
   */
  call<P extends Precision, Name extends keyof Operations, Part extends string>(
    precision: P,
    operation: Name,
    parts: readonly Part[],
    tensors: Tensors,
    choices: readonly number[] = [],
    target?: Target<P>,
  ): Answer<P, Part> {
    const address = this.ask(precision, operation, tensors, choices, target) as number;
    return this.answer(parts, this.wire.read(precision, address, target));
  }

  /** Sends tensors and choices over, and returns what the binding gives: an address or an object. */
  send<Name extends keyof Operations>(
    precision: Precision,
    operation: Name,
    tensors: Tensors,
    choices: readonly number[] = [],
  ): NonNullable<ReturnType<Operations[Name]>> {
    return this.ask(precision, operation, tensors, choices);
  }

  /** Copies out the answer whose address `call` gives. */
  receive<P extends Precision, Part extends string>(
    precision: P,
    parts: readonly Part[],
    call: () => number,
  ): Answer<P, Part> {
    return this.answer(parts, this.receiveAll(precision, call));
  }

  /** Copies out an answer of as many tensors as there are. */
  receiveAll<P extends Precision>(precision: P, call: () => number): Tensor<FloatArray<P>>[] {
    return this.wire.read(precision, this.checked(call));
  }

  /** Writes tensors and choices for a call that follows. */
  write(precision: Precision, tensors: Tensors, choices: readonly number[] = []): void {
    this.wire.write(precision, tensors, choices);
  }

  /** Room for `size` numbers until it is dropped: its address. */
  hold(precision: Precision, size: number): number {
    return this.wire.hold(size * ENTRY_BYTES[precision]);
  }

  /** The `size` numbers at `address` themselves, until the memory grows. */
  at<P extends Precision>(precision: P, address: number, size: number): FloatArray<P> {
    return this.wire.at(precision, address, size);
  }

  /**
   * Calls the module. A refusal is an answer: whatever is thrown there has left the instance in no defined state.
   * @param call  nothing but the call itself, with arguments that are numbers
   */
  run<Result>(call: () => Result): Result {
    if (this.lost) throw new AttentionError('Internal', 'call', 'an object in use', LOST);
    try {
      return call();
    } catch (thrown) {
      throw this.lose(thrown);
    }
  }

  /** What `call` gives; a refusal becomes the AttentionError that says why, in the names of `given`. */
  checked<Result>(call: () => Result, given: Tensors = NONE): NonNullable<Result> {
    return this.run(call) || this.refuse(given);
  }

  private ask<Name extends keyof Operations>(
    precision: Precision,
    operation: Name,
    tensors: Tensors,
    choices: readonly number[],
    target?: Target<Precision>,
  ): NonNullable<ReturnType<Operations[Name]>> {
    checkPrecision(precision);
    this.wire.write(precision, tensors, choices);
    if (target) this.wire.checkTarget(precision, target);
    const name = `${operation}${precision === 'float32' ? '32' : '64'}` as const;
    const binding = this.bindings[name] as () => ReturnType<Operations[Name]>;
    return this.run(binding) || this.refuse(tensors);
  }

  private refuse(given: Tensors): never {
    throw moduleRefusal(
      this.run(() => this.bindings.failure()),
      given,
    );
  }

  private lose(thrown: unknown): AttentionError {
    const reason = fault(thrown);
    this.lost = true;
    this.onLost(reason);
    return reason;
  }

  private answer<P extends Precision, Part extends string>(
    parts: readonly Part[],
    tensors: readonly Tensor<FloatArray<P>>[],
  ): Answer<P, Part> {
    const answer: Partial<Answer<P, Part>> = {};
    for (let i = 0; i < parts.length; i++) answer[parts[i] as Part] = tensors[i];
    return answer as Answer<P, Part>;
  }
}

/** The tensor of a call that JavaScript wrote with other axes: the same numbers in that shape. */
export const like = <P extends Precision>(
  part: Tensor<FloatArray<P>>,
  shape: readonly number[],
): Tensor<FloatArray<P>> => ({ shape: [...shape], data: part.data });

/** The shapes of those tensors of a call that were given. */
export const shapesOf = <Name extends string>(
  names: readonly Name[],
  tensors: Tensors,
): Partial<Record<Name, readonly number[]>> => {
  const shapes: Partial<Record<Name, readonly number[]>> = {};
  for (const name of names)
    if (isGiven(tensors[name])) shapes[name] = tensorSides(name, tensors[name]);
  return shapes;
};

/** The parts of an answer that a call read, in the shapes that they were given in. */
export const likeGiven = <P extends Precision, Name extends string>(
  parts: Answer<P, Name>,
  shapes: Partial<Record<Name, readonly number[]>>,
): Partial<Answer<P, Name>> => {
  const given = Object.entries(shapes) as [Name, readonly number[]][];
  const read = given.filter(([name]) => parts[name].data.length > 0);
  return Object.fromEntries(
    read.map(([name, shape]) => [name, like<P>(parts[name], shape)]),
  ) as Partial<Answer<P, Name>>;
};

/** The only number of a tensor without axes. */
export const number = (part: Tensor): number => part.data[0] as number;

/** Numbers under the names of their places. */
export const named = <Name extends string>(names: readonly Name[], { data }: Tensor) =>
  Object.fromEntries(names.map((name, i) => [name, data[i]])) as Record<Name, number>;

/** A tensor of 0 and 1. @throws AttentionError (OutOfMemory) where a list cannot hold as many */
export function flags({ data }: Tensor): boolean[] {
  checkRows('memory', data.length);
  const list = new Array<boolean>(data.length);
  // Array.from asks an iterator for each, which takes ten times as long.
  for (let i = 0; i < list.length; i++) list[i] = data[i] !== 0;
  return list;
}
