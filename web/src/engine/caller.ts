// SPDX-License-Identifier: MIT

import {
  checkPrecision,
  checkRows,
  flagOr,
  isGiven,
  numberOf,
  placeOf,
  tensorSides,
} from './arguments.ts';
import { AttentionError, camelCase, fault, moduleRefusal } from './errors.ts';
import type { Bindings, Operations, Option, OptionTable } from './glue.ts';
import type { LoadedModule } from './load.ts';
import {
  ENTRY_BYTES,
  type FloatArray,
  type Floats,
  type Precision,
  type Target,
  type Tensor,
  type Tensors,
} from './tensor.ts';
import { Wire } from './wire.ts';

/** The tensors of a response, by the names that the argument `parts` of `Caller.call` contains. */
export type Answer<P extends Precision, Part extends string> = Record<Part, Floats<P>>;

/** Calls one instance of the WebAssembly module: sends tensors and options, and copies the response out. */
export class Caller {
  readonly bindings: Bindings;
  private readonly wire: Wire;
  private readonly table: OptionTable;
  private lost = false;

  /** @param onLost  called once, when a trap or an abort has left the instance in an undefined state */
  constructor(
    module: LoadedModule,
    private readonly onLost: (reason: AttentionError) => void = () => {},
  ) {
    this.bindings = module.bindings;
    this.wire = new Wire(module, (call) => this.checked(call));
    const table: [string, Option[]][] = Object.entries(
      JSON.parse(this.run(module.bindings.options)),
    );
    this.table = Object.fromEntries(
      table.map(([structure, options]) => [
        structure,
        options.map(([name, ...rest]) => [camelCase(name), ...rest]),
      ]),
    ) as unknown as OptionTable;
  }

  get isLost(): boolean {
    return this.lost;
  }

  defaultOf(structure: keyof OptionTable, option: string): Option[1] | undefined {
    return this.table[structure].find(([name]) => name === option)?.[1];
  }

  /**
   * Converts options to the numbers that the module reads. A name becomes its index in the list of allowed names, and a
   * boolean becomes 0 or 1. Missing options get their default values.
   * @throws AttentionError if a required option is missing, or if a value has another type or is not an allowed name
   */
  choices(structure: keyof OptionTable, given: object): number[] {
    return this.table[structure].map(([name, fallback, names]) => {
      const value = (given as Readonly<Record<string, unknown>>)[name];
      if (names) return placeOf(name, value ?? fallback ?? value, names);
      if (typeof fallback === 'boolean') return flagOr(name, value, Number(fallback));
      return numberOf(name, value ?? fallback ?? value);
    });
  }

  /**
   * Runs an operation of the module and copies the response out of the module's memory.
   * @param parts  names for the tensors of the response, in the order of the response
   * @param target  if given, the first tensor of the response is written to it
   */
  call<P extends Precision, Name extends keyof Operations, Part extends string>(
    precision: P,
    operation: Name,
    parts: readonly Part[],
    tensors: Tensors,
    choices: readonly number[] = [],
    target?: Target<P>,
  ): Answer<P, Part> {
    const address = this.send(precision, operation, tensors, choices, target) as number;
    return this.answer(parts, this.wire.read(precision, address, target));
  }

  /** Calls an operation and returns its result: the address of a response, or an object in the module. */
  send<Name extends keyof Operations>(
    precision: Precision,
    operation: Name,
    tensors: Tensors,
    choices: readonly number[] = [],
    target?: Target<Precision>,
  ): NonNullable<ReturnType<Operations[Name]>> {
    checkPrecision(precision);
    this.wire.write(precision, tensors, choices);
    if (target) this.wire.checkTarget(precision, target);
    const name = `${operation}${precision === 'float32' ? '32' : '64'}` as const;
    const binding = this.bindings[name] as () => ReturnType<Operations[Name]>;
    return this.run(binding) || this.refuse(tensors);
  }

  /**
   * Runs `call`, which returns the address of a response, and copies the response out.
   * @param parts  names for the tensors of the response, in the order of the response
   */
  receive<P extends Precision, Part extends string>(
    precision: P,
    parts: readonly Part[],
    call: () => number,
  ): Answer<P, Part> {
    return this.answer(parts, this.receiveAll(precision, call));
  }

  /** Like `receive`, but returns a list of the tensors. */
  receiveAll<P extends Precision>(precision: P, call: () => number): Floats<P>[] {
    return this.wire.read(precision, this.checked(call));
  }

  /** Writes the tensors and options of the next call into the module's memory. */
  write(precision: Precision, tensors: Tensors, choices: readonly number[] = []): void {
    this.wire.write(precision, tensors, choices);
  }

  /** Allocates memory for `size` numbers in the module and returns its address. `drop` frees it. */
  hold(precision: Precision, size: number): number {
    return this.wire.hold(size * ENTRY_BYTES[precision]);
  }

  /** A view of the `size` numbers at `address`. The view becomes invalid when the module's memory grows. */
  at<P extends Precision>(precision: P, address: number, size: number): FloatArray<P> {
    return this.wire.at(precision, address, size);
  }

  /**
   * Runs a function of the module. The module reports errors as return values, so an exception means a trap or an
   * abort. The instance is then lost.
   * @param call  must only call the module with numbers, so that it cannot throw for another reason
   */
  run<Result>(call: () => Result): Result {
    if (this.lost) throw new AttentionError('Internal', 'call', 'lost', [], null);
    try {
      return call();
    } catch (thrown) {
      const reason = fault(thrown);
      this.lost = true;
      this.onLost(reason);
      throw reason;
    }
  }

  /** Returns the result of `call`. If it is 0, null or false, throws the module's error as an AttentionError. */
  checked<Result>(call: () => Result): NonNullable<Result> {
    return this.run(call) || this.refuse({});
  }

  private refuse(given: Tensors): never {
    const address = this.run(() => this.bindings.failure());
    throw moduleRefusal(this.wire.read('float64', address), given);
  }

  private answer<P extends Precision, Part extends string>(
    parts: readonly Part[],
    tensors: readonly Floats<P>[],
  ): Answer<P, Part> {
    const answer: Partial<Answer<P, Part>> = {};
    for (let i = 0; i < parts.length; i++) answer[parts[i] as Part] = tensors[i];
    return answer as Answer<P, Part>;
  }
}

/** The numbers of `part` with the shape `shape`. The module may have returned another shape of the same size. */
export const like = <P extends Precision>(
  part: Floats<P>,
  shape: readonly number[],
): Floats<P> => ({ shape: [...shape], data: part.data });

/** The shapes of the tensors `names`, by name. Tensors that are undefined or null are omitted. */
export const shapesOf = <Name extends string>(
  names: readonly Name[],
  tensors: Tensors,
): Partial<Record<Name, readonly number[]>> => {
  const shapes: Partial<Record<Name, readonly number[]>> = {};
  for (const name of names)
    if (isGiven(tensors[name])) shapes[name] = tensorSides(name, tensors[name]);
  return shapes;
};

/** Returns the non-empty tensors of a response that have an entry in `shapes`, reshaped to it. */
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

export const number = (part: Tensor): number => part.data[0] as number;

export const named = <Name extends string>(names: readonly Name[], { data }: Tensor) =>
  Object.fromEntries(names.map((name, i) => [name, data[i]])) as Record<Name, number>;

/**
 * Converts a tensor of zeros and ones to booleans.
 * @throws AttentionError (OutOfMemory) if the list would be too long
 */
export function flags({ data }: Tensor): boolean[] {
  checkRows('memory', data.length);
  const list = new Array<boolean>(data.length);
  // Array.from would be ten times slower than this loop, because it calls an iterator for each entry.
  for (let i = 0; i < list.length; i++) list[i] = data[i] !== 0;
  return list;
}
