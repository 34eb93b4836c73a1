// SPDX-License-Identifier: MIT
import { peakModule, peakOperations } from '../../tools/bench/peak-module.mjs';
import { measured } from './calls.mjs';

/** The number of rounds of the loop in one call. With this number, a call takes a few milliseconds. */
const ROUNDS = 500_000;

const kinds = ['mul + add', 'fma'].filter((kind) => WebAssembly.validate(peakModule(kind)));
/** @type {Map<string, import('./calls.mjs').Form>} */
const made = new Map();
for (const kind of kinds) {
  const { instance } = await WebAssembly.instantiate(peakModule(kind));
  made.set(kind, { call: () => instance.exports.run(ROUNDS) });
}

globalThis.candidate = {
  ...measured(made),
  prepare: () => kinds.map((name) => ({ name, operations: peakOperations(ROUNDS) })),
};
