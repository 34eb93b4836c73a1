// SPDX-License-Identifier: MIT
// A WebAssembly module that multiplies and adds in registers alone, put together byte by byte: the opcodes are those of
// the specification's binary format (https://webassembly.github.io/spec/core/binary/), fma the relaxed one.

/** @typedef {'mul + add' | 'fma'} PeakKind */

/** A chain waits for its own last result; so many keep every unit busy, and still fit 16 registers. */
const CHAINS = 12;
const LANES = 4;

/** @param {number} rounds */
export const peakOperations = (rounds) => rounds * CHAINS * LANES * 2;

const I32 = 0x7f;
const F32 = 0x7d;
const V128 = 0x7b;
const END = 0x0b;
const SPLAT = [0xfd, 0x13];
const FIRST_LANE = [0xfd, 0x1f, 0];
const ADD = [0xfd, 0xe4, 1];
const MUL = [0xfd, 0xe6, 1];
const RELAXED_MADD = [0xfd, 0x85, 2];

const get = (/** @type {number} */ local) => [0x20, local];
const set = (/** @type {number} */ local) => [0x21, local];

const ROUNDS_LEFT = 0;
const FACTOR = 1;
const ADDEND = 2;
const accumulators = Array.from({ length: CHAINS }, (_, chain) => 3 + chain);

/** @param {number} value */
const splat = (value) => [0x43, ...new Uint8Array(Float32Array.of(value).buffer), ...SPLAT];

/** Every length here is below 128, or is given in as many bytes. @param {number} value */
const length = (value) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);

/** @param {number} id @param {number[]} content */
const section = (id, content) => [id, ...length(content.length), ...content];

/** @param {number} local @param {PeakKind} kind */
const step = (local, kind) =>
  kind === 'fma'
    ? [...get(local), ...get(FACTOR), ...get(ADDEND), ...RELAXED_MADD, ...set(local)]
    : [...get(local), ...get(FACTOR), ...MUL, ...get(ADDEND), ...ADD, ...set(local)];

/**
 * Exports `run(rounds: i32): f32`, the sum of all chains x ← x/2 + 1/2, begun at 1, 2, 3, …
 * @param {PeakKind} kind
 */
export function peakModule(kind) {
  const loop = [
    ...accumulators.flatMap((local) => step(local, kind)),
    ...get(ROUNDS_LEFT),
    ...[0x41, 1, 0x6b, 0x22, ROUNDS_LEFT], // i32.const 1, i32.sub, local.tee
    ...[0x0d, 0], // br_if
  ];
  const [first = 0, ...others] = accumulators;
  const body = [
    ...[1, 2 + CHAINS, V128],
    ...[...splat(0.5), ...set(FACTOR), ...splat(0.5), ...set(ADDEND)],
    ...accumulators.flatMap((local, chain) => [...splat(1 + chain), ...set(local)]),
    ...[0x03, 0x40, ...loop, END],
    ...get(first),
    ...others.flatMap((local) => [...get(local), ...ADD]),
    ...[...FIRST_LANE, END],
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, I32, 1, F32]),
    ...section(3, [1, 0]),
    ...section(7, [1, 3, ...new TextEncoder().encode('run'), 0, 0]),
    ...section(10, [1, ...length(body.length), ...body]),
  ]);
}
