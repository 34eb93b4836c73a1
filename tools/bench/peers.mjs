// SPDX-License-Identifier: MIT

/**
 * A library, or a variant of one, whose calls the benchmark times. In `npm run bench`, each has its own page.
 * @typedef {object} Peer
 * @property {string} id
 * @property {string} name
 * @property {string} [script]  the name of its page's script in bench/page, by default `id`
 * @property {string} [npm]  its npm package, whose version the report contains
 * @property {true} [reuses]  its calls reuse the arrays of inputs and results, which other peers copy in every call
 */

const script = 'attention-lab';

/** This library's build with standard SIMD. The report compares it with all others. @type {Peer} */
export const PLAIN = { id: 'attention-lab', name: 'Attention Lab', script };

/**
 * This library with standard SIMD; with relaxed SIMD, whose multiply-add is one instruction; and with relaxed SIMD and
 * all data in the module's memory, so that no call copies inputs or results.
 * @type {readonly Peer[]}
 */
export const OURS = [
  PLAIN,
  { id: 'attention-lab-relaxed', name: 'Attention Lab, relaxed', script },
  { id: 'attention-lab-resident', name: 'relaxed, data resident', script, reuses: true },
];

/** The native library compiled with ATTENTION_FUSED (fused multiply-adds). @type {Peer} */
export const FUSED = { id: 'attention-lab-fused', name: 'Attention Lab, fused' };

/** The peak rate of arithmetic in registers, on one thread: an upper bound for all libraries. @type {Peer} */
export const PEAK = { id: 'peak', name: 'peak' };

/**
 * The libraries with which this one is compared: the most used one and the fastest one. Also this library without a
 * cache of keys and values, for the shape `write` only.
 * @type {readonly Peer[]}
 */
export const PEERS = [
  { id: 'attention-lab-whole', name: 'relaxed, no cache', script },
  { id: 'onnxruntime', name: 'onnxruntime-web', npm: 'onnxruntime-web' },
  { id: 'litert', name: 'LiteRT.js', npm: '@litertjs/core' },
];
