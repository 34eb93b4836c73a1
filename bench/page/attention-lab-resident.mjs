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
    const resident = ({ shape, data }) => engine.newTensor({ precision: 'float32', shape, data });
    const inputs = Object.entries(tensors).map(([name, tensor]) => [name, resident(tensor)]);
    // All of them give a result of the shape of their values, or of their only kind of input.
    const out = resident(tensors.values ?? Object.values(tensors)[0]);
    const [name, call] = callOf(engine, shape, Object.fromEntries(inputs), { out });
    const release = () => {
      for (const tensor of [out, ...inputs.map(([, input]) => input)]) tensor.release();
    };
    return { [name]: () => ({ call, read: () => out.read(), release }) };
  },
});
