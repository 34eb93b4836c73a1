// SPDX-License-Identifier: MIT

/**
 * What the bench runs, each in a page of its own: bench/page/<id>.mjs.
 * @typedef {{id: string, name: string, npm?: string}} Peer  npm: its package, of which the version is told
 */

/** This library, which the others are compared with: its plain module. @type {Peer} */
export const PLAIN = { id: 'attention-lab', name: 'Attention Lab' };

/** The same with relaxed multiply-adds. @type {Peer} */
export const RELAXED = { id: 'attention-lab-relaxed', name: 'Attention Lab, relaxed' };

/** The plain module with its inputs and its result in its own memory. @type {Peer} */
export const RESIDENT = { id: 'attention-lab-resident', name: 'data resident' };

/** The relaxed module likewise. @type {Peer} */
export const RELAXED_RESIDENT = {
  id: 'attention-lab-relaxed-resident',
  name: 'relaxed, data resident',
};

/** @type {readonly Peer[]} */
export const OURS = [PLAIN, RELAXED, RESIDENT, RELAXED_RESIDENT];

/** The registers alone: what no code on this machine can pass. @type {Peer} */
export const PEAK = { id: 'peak', name: 'peak' };

/** What others would use. @type {readonly Peer[]} */
export const PEERS = [
  { id: 'onnxruntime', name: 'onnxruntime-web', npm: 'onnxruntime-web' },
  { id: 'litert', name: 'LiteRT.js', npm: '@litertjs/core' },
  { id: 'tfjs', name: 'tfjs-wasm', npm: '@tensorflow/tfjs-backend-wasm' },
  { id: 'jax', name: 'jax-js', npm: '@jax-js/jax' },
];
