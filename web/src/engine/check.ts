// SPDX-License-Identifier: MIT
// The checks of what callers pass in. An argument can be any value: missing, of another type, or an object whose
// getters, valueOf or toString run code of the caller.
import { AttentionError, type ErrorKind } from './errors.ts';
import type { Precision, Tensor } from './tensor.ts';

/** The largest rank that a request or an answer can hold. */
export const MAX_RANK = 6;
/** Sides are stored as int32. */
const LARGEST_SIDE = 2 ** 31 - 1;
/** The longest JavaScript array that V8 stores as a list: it keeps the entries of longer ones in a hash table. */
const LONGEST_LIST = 2 ** 25;
/** How much of a hostile value goes into a message. */
const LONGEST_TEXT = 80;

/** A value in the words of a message. Runs no code of the caller. */
export function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value === '' ? "''" : value.slice(0, LONGEST_TEXT);
    case 'bigint':
      return 'a BigInt';
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'an array' : 'an object';
    case 'function':
    case 'symbol':
      return `a ${typeof value}`;
    default:
      return String(value);
  }
}

export const refusal = (
  kind: ErrorKind,
  argument: string,
  expected: string,
  got: unknown,
): AttentionError => new AttentionError(kind, argument, expected, textOf(got));

/** Whether an option was given: undefined and null stand for its default. */
export const isGiven = <T>(value: T): value is NonNullable<T> =>
  value !== undefined && value !== null;

/** @throws AttentionError (UnknownOption) unless `value` is an object */
export function objectOf<T>(argument: string, value: T): T & object {
  if (typeof value === 'object' && value !== null) return value;
  throw refusal('UnknownOption', argument, 'an object', value);
}

/** @throws AttentionError (OutOfRange) unless `value` is a number */
export function numberOf(argument: string, value: unknown): number {
  if (typeof value === 'number') return value;
  throw refusal('OutOfRange', argument, 'a number', value);
}

/** The same for an option with a default. */
export const numberOr = (argument: string, value: unknown, fallback: number): number =>
  isGiven(value) ? numberOf(argument, value) : fallback;

/**
 * A flag as the number that crosses, with its default.
 * @throws AttentionError (UnknownOption) unless it is a boolean, 0 or 1
 */
export function flagOr(argument: string, value: unknown, fallback: number): number {
  if (!isGiven(value)) return fallback;
  if (value === true || value === 1) return 1;
  if (value === false || value === 0) return 0;
  throw refusal('UnknownOption', argument, 'true or false', value);
}

/**
 * The place of a choice among its names.
 * @throws AttentionError (UnknownOption)
 */
export function placeOf(argument: string, name: unknown, names: readonly string[]): number {
  const place = names.indexOf(name as string);
  if (place >= 0) return place;
  throw refusal('UnknownOption', argument, names.join(', '), name);
}

/** @throws AttentionError (UnknownOption) unless it is one of the two precisions */
export function checkPrecision(precision: Precision): void {
  if (precision === 'float32' || precision === 'float64') return;
  throw refusal('UnknownOption', 'precision', 'float32 or float64', precision);
}

/** A tensor that the call cannot do without. @throws AttentionError (ShapeMismatch) */
export function tensorOf<T extends Tensor>(argument: string, value: T | undefined): T {
  if (typeof value === 'object' && value !== null) return value;
  throw refusal('ShapeMismatch', argument, 'a tensor', value);
}

/** A list of objects, as an array of its own. @throws AttentionError (UnknownOption) */
export function listOf<T>(argument: string, value: readonly T[]): T[] {
  if (Array.isArray(value)) return Array.from({ length: value.length }, (_, i) => value[i] as T);
  throw refusal('UnknownOption', argument, 'an array', value);
}

export const sidesText = (sides: readonly unknown[]): string =>
  `(${sides.map((side) => (typeof side === 'number' ? side : textOf(side))).join(', ')})`;

/** Whether it is a whole number from 0 to 2³¹ − 1. */
const isCount = (x: unknown): x is number => typeof x === 'number' && x >= 0 && (x | 0) === x;

/** The length that a list says it has. */
function saidLength(list: object): unknown {
  try {
    return (list as ArrayLike<unknown>).length;
  } catch (error) {
    // An object with the prototype of a typed array and nothing behind it has none.
    if (list instanceof TypedArray && !ArrayBuffer.isView(list)) return undefined;
    throw error;
  }
}

/** The rank of a shape. @throws AttentionError (ShapeMismatch) naming `argument` */
function rankOf(argument: string, shape: unknown): number {
  if (typeof shape === 'object' && shape !== null) {
    const rank = saidLength(shape);
    if (isCount(rank)) {
      if (rank <= MAX_RANK) return rank;
      throw tooManyAxes(argument, shape as ArrayLike<unknown>, rank);
    }
  }
  throw refusal('ShapeMismatch', argument, 'a shape', shape);
}

function tooManyAxes(argument: string, shape: ArrayLike<unknown>, rank: number): AttentionError {
  const seen = Array.from({ length: Math.min(rank, 2 * MAX_RANK) }, (_, axis) => shape[axis]);
  const got = sidesText(rank > seen.length ? [...seen, '…'] : seen);
  return new AttentionError('ShapeMismatch', argument, `at most ${MAX_RANK} axes`, got);
}

function wrongSide(argument: string, shape: ArrayLike<unknown>, rank: number): AttentionError {
  const sides = Array.from({ length: rank }, (_, axis) => shape[axis]);
  const expected = `whole numbers from 0 to ${LARGEST_SIDE}`;
  return new AttentionError('ShapeMismatch', argument, expected, sidesText(sides));
}

/**
 * Copies the sides of a shape to `sides` from `at` on, and reads each once.
 * @returns how many they are
 * @throws AttentionError (ShapeMismatch) naming `argument`
 */
export function readSides(
  argument: string,
  shape: readonly number[],
  sides: Int32Array,
  at: number,
): number {
  const rank = rankOf(argument, shape);
  for (let axis = 0; axis < rank; axis++) {
    const side = shape[axis];
    if (!isCount(side)) throw wrongSide(argument, shape, rank);
    sides[at + axis] = side;
  }
  return rank;
}

/** The sides of a shape as an array of its own. @throws AttentionError (ShapeMismatch) naming `argument` */
export function sidesOf(argument: string, shape: readonly number[]): number[] {
  const rank = rankOf(argument, shape);
  const sides: number[] = [];
  for (let axis = 0; axis < rank; axis++) {
    const side = shape[axis];
    if (!isCount(side)) throw wrongSide(argument, shape, rank);
    sides.push(side);
  }
  return sides;
}

/** The sides of a tensor that the call cannot do without. @throws AttentionError (ShapeMismatch) */
export const tensorSides = (argument: string, tensor: Tensor | undefined): number[] =>
  sidesOf(argument, tensorOf(argument, tensor).shape);

/** How many numbers a shape holds, and how many lists of its last side. */
export const sizeOf = (sides: readonly number[]): number =>
  sides.reduce((size, side) => size * side, 1);

/**
 * An answer may have a flag for each row, also where the rows are empty and take no memory.
 * @param rows  the product of the sides other than 0
 * @throws AttentionError (OutOfMemory) naming `argument` where a list cannot hold as many
 */
export function checkRows(argument: string, rows: number): void {
  if (rows <= LONGEST_LIST) return;
  throw refusal('OutOfMemory', argument, `at most ${LONGEST_LIST} rows`, rows);
}

// The accessors of all typed arrays: an object's own `length` or `Symbol.toStringTag` may hide them.
const TypedArray = Object.getPrototypeOf(Float64Array);
const accessor = (name: PropertyKey) =>
  Object.getOwnPropertyDescriptor(TypedArray.prototype, name)?.get as (this: unknown) => unknown;
const tagAccessor = accessor(Symbol.toStringTag);
const lengthAccessor = accessor('length');
const setMethod = TypedArray.prototype.set as (
  this: unknown,
  from: ArrayLike<number>,
  at?: number,
) => void;

/** A typed array of numbers, which holds nothing that runs code when it is read. */
export type Numbers =
  | Float32Array
  | Float64Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array;

/** The class of a genuine typed array; undefined for all else. */
export const typedArrayTag = (data: unknown): string | undefined =>
  tagAccessor.call(data) as string | undefined;

/** @returns whether `data` is a genuine typed array, and not one of BigInts */
export function isNumbers(data: unknown): data is Numbers {
  const tag = typedArrayTag(data);
  return tag !== undefined && !tag.startsWith('Big');
}

/** The length of a genuine typed array, whatever properties it was given. */
export const lengthOf = (data: Numbers): number => lengthAccessor.call(data) as number;

/** Copies numbers to an array that may be the caller's: its own `set` is not used. */
export const copyTo = (to: Numbers, from: Numbers, at = 0): void => setMethod.call(to, from, at);

/** How many entries a list says that it has. @throws AttentionError (ShapeMismatch) naming `argument` */
export function listLength(argument: string, data: unknown): number {
  if (typeof data === 'object' && data !== null) {
    const length = saidLength(data);
    if (typeof length === 'number' && length >= 0) return length;
  }
  throw refusal('ShapeMismatch', argument, 'a list of numbers', data);
}

/**
 * Copies `length` entries of a list to the place `at` of numbers, each read once. Code of the caller may run meanwhile.
 * @throws AttentionError (OutOfRange) naming `argument` where one is no number
 */
export function readNumbers(
  argument: string,
  data: ArrayLike<unknown>,
  length: number,
  to: Float64Array,
  at: number,
): void {
  for (let i = 0; i < length; i++) {
    const entry = data[i];
    if (typeof entry !== 'number') throw refusal('OutOfRange', argument, 'numbers', entry);
    to[at + i] = entry;
  }
}

/** Room for `length` numbers outside the module. @throws AttentionError (OutOfMemory) */
export function newNumbers(length: number): Float64Array {
  try {
    return new Float64Array(length);
  } catch {
    throw new AttentionError(
      'OutOfMemory',
      'memory',
      'bytes that this machine can give',
      `${length * Float64Array.BYTES_PER_ELEMENT} bytes`,
    );
  }
}

/** @throws AttentionError (ShapeMismatch) naming `argument` unless the two shapes are the same */
export function checkShape(
  argument: string,
  expected: readonly number[],
  got: readonly number[],
): void {
  if (expected.length === got.length && expected.every((side, axis) => side === got[axis])) return;
  throw new AttentionError('ShapeMismatch', argument, sidesText(expected), sidesText(got));
}

/** @throws AttentionError (ShapeMismatch) naming `argument` unless there are `size` numbers for a shape */
export function checkCount(
  argument: string,
  sides: readonly number[],
  size: number,
  count: number,
): void {
  if (size === count) return;
  const expected = `${size} numbers for ${sidesText(sides)}`;
  throw new AttentionError('ShapeMismatch', argument, expected, `${count}`);
}

/** @throws AttentionError naming `argument` unless an array has that precision and the shape's size */
export function checkArray(
  argument: string,
  precision: Precision,
  sides: readonly number[],
  data: unknown,
): void {
  const expected = precision === 'float32' ? 'Float32Array' : 'Float64Array';
  const tag = typedArrayTag(data);
  if (tag !== expected) throw refusal('UnknownOption', argument, expected, tag ?? classOf(data));
  checkCount(argument, sides, sizeOf(sides), lengthOf(data as Numbers));
}

/** A plain array by its class, all else as in any message. */
const classOf = (data: unknown): unknown => (Array.isArray(data) ? 'Array' : data);
