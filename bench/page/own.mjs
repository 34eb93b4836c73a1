// SPDX-License-Identifier: MIT
import { createEngine } from '../../web/src/engine/index.ts';
import { candidate } from './candidate.mjs';

const precision = 'float32';

/** Lets the bench drive one of this library's twins. @param {'simd' | 'relaxed'} simd */
export function own(simd) {
  let engine;

  candidate({
    async load() {
      engine = await createEngine({ simd });
    },
    forms(shape, tensors) {
      const of = (run) => () => ({ call: () => run().data });
      switch (shape.kind) {
        case 'attention': {
          const input = { precision, divisor: 'sqrt_dk', ...tensors };
          return { streamingAttention: of(() => engine.streamingAttention(input).output) };
        }
        case 'multi-head': {
          const { x, ...parameters } = tensors;
          const input = { precision, queries: x, keys: x, values: x, ...parameters };
          Object.assign(input, { numHeads: shape.heads });
          return { multiHeadOutput: of(() => engine.multiHeadOutput(input)) };
        }
        case 'matmul': {
          const input = { precision, queries: tensors.a, keys: tensors.b, divisor: 'none' };
          return { scaledDotScores: of(() => engine.scaledDotScores(input)) };
        }
        case 'softmax':
          return { softmax: of(() => engine.softmax({ precision, ...tensors })) };
      }
    },
  });
}
