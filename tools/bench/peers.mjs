// SPDX-License-Identifier: MIT

/**
 * A library, or a variant of one, whose calls the benchmark times. In `npm run bench`, each runs in its own page,
 * bench/page/<id>.mjs.
 * @typedef {{id: string, name: string, npm?: string, reuses?: string}} Peer
 *   npm: its npm package, whose version the report contains; reuses: objects that its calls reuse and that the calls of
 *   other peers create anew
 */

/** This library's build with standard SIMD. The report compares it with all others. @type {Peer} */
export const PLAIN = { id: 'attention-lab', name: 'Attention Lab' };

/** This library's build with relaxed SIMD, whose multiply-add is one instruction. @type {Peer} */
export const RELAXED = { id: 'attention-lab-relaxed', name: 'Attention Lab, relaxed' };

/**
 * The build with standard SIMD, whose inputs and result stay in the module's memory, so that no call copies them.
 * @type {Peer}
 */
export const RESIDENT = {
  id: 'attention-lab-resident',
  name: 'data resident',
  reuses: 'inputs and result in the module',
};

/** The build with relaxed SIMD, whose inputs and result stay in the module's memory. @type {Peer} */
export const RELAXED_RESIDENT = {
  id: 'attention-lab-relaxed-resident',
  name: 'relaxed, data resident',
  reuses: 'inputs and result in the module',
};

/**
 * The builds with standard and with relaxed SIMD, where every call writes its result into the same Float32Array.
 * @type {readonly Peer[]}
 */
export const OUT = [
  { id: 'attention-lab-out', name: 'out', reuses: 'the array of the result' },
  { id: 'attention-lab-relaxed-out', name: 'relaxed, out', reuses: 'the array of the result' },
];

/** @type {readonly Peer[]} */
export const OURS = [PLAIN, RELAXED, ...OUT, RESIDENT, RELAXED_RESIDENT];

/** The native library compiled with ATTENTION_FUSED (fused multiply-adds). @type {Peer} */
export const FUSED = { id: 'attention-lab-fused', name: 'Attention Lab, fused' };

/** The peak rate of arithmetic in registers, on one thread: an upper bound for all libraries. @type {Peer} */
export const PEAK = { id: 'peak', name: 'peak' };

/**
 * The libraries with which this one is compared, and its build with relaxed SIMD without kept keys and values, which
 * only writes.
 * @type {readonly Peer[]}
 */
export const PEERS = [
  { id: 'attention-lab-whole', name: 'relaxed, no cache' },
  { id: 'onnxruntime', name: 'onnxruntime-web', npm: 'onnxruntime-web' },
  { id: 'litert', name: 'LiteRT.js', npm: '@litertjs/core' },
  { id: 'tfjs', name: 'tfjs-wasm', npm: '@tensorflow/tfjs-backend-wasm' },
  { id: 'jax', name: 'jax-js', npm: '@jax-js/jax' },
];
