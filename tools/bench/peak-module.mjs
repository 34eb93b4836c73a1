// SPDX-License-Identifier: MIT
// Assembles a WebAssembly module that multiplies and adds in registers only, to measure the peak rate of arithmetic.
// The binary format (https://webassembly.github.io/spec/core/binary/) defines the opcodes.

/** @typedef {'mul + add' | 'fma'} PeakKind  the instructions to measure; fma: the relaxed multiply-add */

/**
 * The number of independent chains of operations. In a chain, each operation waits for the result of the one before.
 * This many chains keep every arithmetic unit busy, and their values still fit into 16 vector registers.
 */
const CHAINS = 12;
const LANES = 4;

/** The number of floating-point operations in one call of `run`. @param {number} rounds */
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

/** Encodes a length in LEB128. Every length here fits into two bytes. @param {number} value */
const length = (value) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);

/** @param {number} id @param {number[]} content */
const section = (id, content) => [id, ...length(content.length), ...content];

/** @param {number} local @param {PeakKind} kind */
const step = (local, kind) =>
  kind === 'fma'
    ? [...get(local), ...get(FACTOR), ...get(ADDEND), ...RELAXED_MADD, ...set(local)]
    : [...get(local), ...get(FACTOR), ...MUL, ...get(ADDEND), ...ADD, ...set(local)];

/**
 * The bytes of a module that exports `run(rounds: i32): f32`. Every round computes x ← x/2 + 1/2 for each chain x. The
 * chains start at 1, 2, 3, …; `run` returns the sum of their final values.
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
