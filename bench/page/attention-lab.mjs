// SPDX-License-Identifier: MIT
import { createEngine } from '../../web/src/engine/index.ts';
import { candidate } from './candidate.mjs';
import { callOf } from './ours.mjs';

let engine;

candidate({
  async load() {
    engine = await createEngine({ simd: 'simd' });
  },
  forms(shape, tensors) {
    const [name, call] = callOf(engine, shape, tensors);
    return { [name]: () => ({ call: () => call().data }) };
  },
});
