// SPDX-License-Identifier: MIT
// Checks the arguments of calls, because JavaScript callers can pass undefined or a value of another type.
import { AttentionError, type ErrorKind, type ErrorValue } from './errors.ts';
import type { ErrorCode } from './messages.ts';
import type { Precision, Tensor } from './tensor.ts';

/** The maximum number of axes of a tensor in a call or a result. */
export const MAX_RANK = 6;
/** The maximum length of an axis, because the WebAssembly module stores lengths as int32. */
const LARGEST_SIDE = 2 ** 31 - 1;
/** V8 stores a JavaScript array up to this length as a plain block, and a longer one in a slow hash table. */
const LONGEST_LIST = 2 ** 25;
/** Typed arrays up to this length are copied entry by entry, because a call of `set` would take longer. */
const FEW = 8;
/** Maximum number of characters of a value in an error message. */
const LONGEST_TEXT = 80;

export function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value === '' ? "''" : value.slice(0, LONGEST_TEXT);
    case 'bigint':
      return 'BigInt';
    case 'symbol':
      return 'Symbol';
    case 'function':
      return 'Function';
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'Array' : 'Object';
    default:
      return String(value);
  }
}

export const refusal = (
  kind: ErrorKind,
  argument: string,
  code: ErrorCode,
  values: readonly ErrorValue[],
  got: unknown,
): AttentionError =>
  new AttentionError(kind, argument, code, values, typeof got === 'number' ? got : textOf(got));

/** @throws AttentionError naming `argument` if `index` is not a whole number from 0 to `count` − 1 */
export function checkIndex(argument: string, index: number, count: number): void {
  if (!(Number.isInteger(index) && index >= 0 && index < count))
    throw refusal('OutOfRange', argument, 'wholeFrom', [0, count - 1], index);
}

/** Whether an option was given. For undefined and null, the default applies. */
export const isGiven = <T>(value: T): value is NonNullable<T> =>
  value !== undefined && value !== null;

export function objectOf<T>(argument: string, value: T): T & object {
  if (typeof value === 'object' && value !== null) return value;
  throw refusal('UnknownOption', argument, 'object', [], value);
}

export function numberOf(argument: string, value: unknown): number {
  if (typeof value === 'number') return value;
  throw refusal('OutOfRange', argument, 'number', [], value);
}

export const numberOr = (argument: string, value: unknown, fallback: number): number =>
  isGiven(value) ? numberOf(argument, value) : fallback;

/**
 * Converts an optional boolean to 0 or 1; returns `fallback` if it was not given.
 * @throws AttentionError (UnknownOption) unless it is a boolean, 0 or 1
 */
export function flagOr(argument: string, value: unknown, fallback: number): number {
  if (!isGiven(value)) return fallback;
  if (value === true || value === 1) return 1;
  if (value === false || value === 0) return 0;
  throw refusal('UnknownOption', argument, 'boolean', [], value);
}

export function placeOf(argument: string, name: unknown, names: readonly string[]): number {
  const place = names.indexOf(name as string);
  if (place >= 0) return place;
  throw refusal('UnknownOption', argument, 'value', [names.join(', ')], name);
}

export function checkPrecision(precision: Precision): void {
  if (precision === 'float32' || precision === 'float64') return;
  throw refusal('UnknownOption', 'precision', 'value', ['float32, float64'], precision);
}

export function tensorOf<T extends Tensor>(argument: string, value: T | undefined): T {
  if (typeof value === 'object' && value !== null) return value;
  throw refusal('ShapeMismatch', argument, 'tensor', [], value);
}

export function listOf<T>(argument: string, value: readonly T[]): T[] {
  if (Array.isArray(value)) return [...value];
  throw refusal('UnknownOption', argument, 'array', [], value);
}

export const sidesText = (sides: readonly unknown[]): string =>
  `(${sides.map((side) => (typeof side === 'number' ? side : textOf(side))).join(', ')})`;

/** Whether `x` is a whole number from 0 to 2³¹ − 1. */
const isCount = (x: unknown): x is number => typeof x === 'number' && x >= 0 && (x | 0) === x;

/** The length of an array-like object. Undefined if `list` is not array-like. */
function lengthOf(list: unknown): number | undefined {
  if (typeof list !== 'object' || list === null) return undefined;
  const { length } = list as Partial<ArrayLike<unknown>>;
  return isCount(length) ? length : undefined;
}

/**
 * Checks the axis lengths of a shape and returns their number.
 * @throws AttentionError (ShapeMismatch) naming `argument` unless they are at most MAX_RANK whole numbers ≥ 0
 */
export function rankOf(argument: string, shape: unknown): number {
  const length = lengthOf(shape);
  if (length === undefined) throw refusal('ShapeMismatch', argument, 'sides', [], shape);
  const sides = shape as ArrayLike<unknown>;
  if (length > MAX_RANK) throw wrongSides(argument, 'axesAtMost', [MAX_RANK], sides);
  for (let axis = 0; axis < length; axis++)
    if (!isCount(sides[axis])) throw wrongSides(argument, 'wholesFrom', [0, LARGEST_SIDE], sides);
  return length;
}

function wrongSides(
  argument: string,
  code: ErrorCode,
  values: readonly number[],
  sides: ArrayLike<unknown>,
): AttentionError {
  const seen: unknown[] = Array.from(
    { length: Math.min(sides.length, 2 * MAX_RANK) },
    (_, axis) => sides[axis],
  );
  const got = sidesText(sides.length > seen.length ? [...seen, '…'] : seen);
  return new AttentionError('ShapeMismatch', argument, code, values, got);
}

/** Checks a shape like `rankOf`, and returns a copy. */
export function sidesOf(argument: string, shape: readonly number[]): number[] {
  rankOf(argument, shape);
  return Array.from(shape);
}

/** Checks that a tensor is given, checks its shape like `rankOf`, and returns a copy of the shape. */
export const tensorSides = (argument: string, tensor: Tensor | undefined): number[] =>
  sidesOf(argument, tensorOf(argument, tensor).shape);

export const sizeOf = (sides: readonly number[]): number =>
  sides.reduce((size, side) => size * side, 1);

/**
 * Limits the number of rows, because some results contain one flag for each row, even if the rows have no entries.
 * @param rows  the number of rows, or an upper bound of it: the product of all axis lengths except 0
 * @throws AttentionError (OutOfMemory) naming `argument` if the list of flags would be too long
 */
export function checkRows(argument: string, rows: number): void {
  if (rows <= LONGEST_LIST) return;
  throw refusal('OutOfMemory', argument, 'rowsAtMost', [LONGEST_LIST], rows);
}

/** The class name of a typed array, such as Float32Array. Undefined for other values. */
export const typedArrayTag = (data: unknown): string | undefined =>
  ArrayBuffer.isView(data) && !(data instanceof DataView)
    ? (data as Float64Array)[Symbol.toStringTag]
    : undefined;

const isFloats = (data: unknown): data is Float32Array | Float64Array =>
  data instanceof Float32Array || data instanceof Float64Array;

/**
 * Checks that the entries of a list are numbers, and returns its length.
 * @throws AttentionError naming `argument`: ShapeMismatch if `data` is no list, OutOfRange if an entry is no number
 */
export function numbersIn(argument: string, data: unknown): number {
  if (isFloats(data)) return data.length;
  const length = listLength(argument, data);
  for (let i = 0; i < length; i++) {
    const entry = (data as ArrayLike<unknown>)[i];
    if (typeof entry !== 'number') throw refusal('OutOfRange', argument, 'numbers', [], entry);
  }
  return length;
}

/** Copies `data` to the entries of `to` from index `at` on. */
export function copyNumbers(
  data: ArrayLike<number>,
  to: Float32Array | Float64Array,
  at = 0,
): void {
  const { length } = data;
  if (length > FEW && isFloats(data)) to.set(data, at);
  else for (let i = 0; i < length; i++) to[at + i] = data[i] as number;
}

export function listLength(argument: string, data: unknown): number {
  const length = lengthOf(data);
  if (length !== undefined) return length;
  throw refusal('ShapeMismatch', argument, 'list', [], data);
}

export function newNumbers(length: number): Float64Array {
  try {
    return new Float64Array(length);
  } catch {
    const bytes = length * Float64Array.BYTES_PER_ELEMENT;
    throw new AttentionError('OutOfMemory', 'memory', 'memory', [], bytes);
  }
}

export function checkShape(
  argument: string,
  expected: readonly number[],
  got: readonly number[],
): void {
  if (expected.length === got.length && expected.every((side, axis) => side === got[axis])) return;
  throw new AttentionError(
    'ShapeMismatch',
    argument,
    'shape',
    [sidesText(expected)],
    sidesText(got),
  );
}

/** @throws AttentionError (ShapeMismatch) naming `argument` unless `count` is `size`, the product of `sides` */
export function checkCount(
  argument: string,
  sides: readonly number[],
  size: number,
  count: number,
): void {
  if (size === count) return;
  throw refusal('ShapeMismatch', argument, 'entriesFor', [size, sidesText(sides)], count);
}

/**
 * @throws AttentionError naming `argument` unless `data` is a typed array of `precision` with as many entries as a
 * tensor with the axis lengths `sides`
 */
export function checkArray(
  argument: string,
  precision: Precision,
  sides: readonly number[],
  data: unknown,
): void {
  const expected = precision === 'float32' ? 'Float32Array' : 'Float64Array';
  const tag = typedArrayTag(data);
  if (tag !== expected) throw refusal('UnknownOption', argument, 'value', [expected], tag ?? data);
  checkCount(argument, sides, sizeOf(sides), (data as Float64Array).length);
}
