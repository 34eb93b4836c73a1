// SPDX-License-Identifier: MIT
import { createEngine } from '../../web/src/engine/index.ts';
import { languageModelOf } from '../../web/src/engine/tales-model.ts';
import { candidate } from './candidate.mjs';
import { appended, likeliest, written } from './tales.mjs';

const precision = 'float32';
/** Adam's options in the benchmark `train` of every library: those of web/src/engine/sentences/training.ts. */
const ADAM = { learningRate: 0.003, beta1: 0.9, beta2: 0.99, epsilon: 1e-8 };

/**
 * For each page of this library: the WebAssembly build, with standard or relaxed SIMD, and a mode. `fresh`: every call
 * returns a new array; `resident`: inputs and result stay in the module's memory; `whole`: for `write` only, each token
 * is computed from the whole text, without a cache of keys and values.
 */
const PAGES = {
  'attention-lab': ['simd', 'fresh'],
  'attention-lab-relaxed': ['relaxed', 'fresh'],
  'attention-lab-resident': ['relaxed', 'resident'],
  'attention-lab-whole': ['relaxed', 'whole'],
};

const [simd, place] = PAGES[location.pathname.replace(/^\/|\.html$/g, '')];
let engine;
candidate({
  async load() {
    engine = await createEngine({ simd });
  },
  forms: (shape, tensors) => formOf(engine, shape, tensors),
});

/**
 * Returns the call to time (a form, calls.mjs) for a shape (a computation and its sizes). Weight matrices stay in the
 * module's memory, as with every other library. Every call copies the other inputs and the result, unless `place` is
 * `resident`.
 */
function formOf(engine, shape, tensors) {
  const isResident = place === 'resident';
  if (shape.kind === 'train')
    return place === 'fresh' ? { train: () => trained(engine, shape, tensors) } : {};
  if (shape.kind === 'write') {
    const model = () => languageModelOf(engine, tensors);
    return {
      fresh: { generator: () => withCache(model(), shape, tensors) },
      whole: { stages: () => withoutCache(model(), shape, tensors) },
    }[place];
  }
  if (place === 'whole') return {};
  const held = [];
  const hold = ({ shape, data }) => {
    held.push(engine.newTensor({ precision, shape, data }));
    return held.at(-1);
  };
  const inputs = Object.entries(tensors).map(([name, tensor]) => [
    name,
    isResident || name.startsWith('W_') ? hold(tensor) : tensor,
  ]);
  // In attention, the result has the shape of the values; in other computations it has the shape of the first input.
  const like = tensors.values ?? Object.values(tensors)[0];
  const out = isResident ? hold(like) : undefined;
  const [name, call] = callOf(engine, shape, { ...Object.fromEntries(inputs), out });
  const release = () => {
    for (const tensor of held) tensor.release();
  };
  return {
    [name]: () =>
      isResident ? { call, read: () => out.read(), release } : { call: () => call().data, release },
  };
}

/** A language model that takes one training step per call. `read` returns its logits before the first step. */
function trained(engine, { vocabulary, width, layers, heads, tokens: positions }, tensors) {
  const { tokens, targets, counts, ...parameters } = tensors;
  const model = engine.newLanguageModel({
    ...{ precision, vocabulary, width, layers, heads, positions },
    ...{ optimizer: 'adam', ...ADAM },
  });
  model.load(parameters);
  const { logits } = model.stages({ tokens });
  return {
    call: () => model.train({ tokens, targets, counts }),
    read: () => logits.data,
    release: () => model.release(),
  };
}

function withCache(model, { tokens }, { prompt }) {
  const generator = model.generator();
  return {
    call: () => {
      generator.reset();
      return written(tokens, prompt, (given) => appended(generator, given));
    },
    release: () => {
      generator.release();
      model.release();
    },
  };
}

function withoutCache(model, { tokens }, { prompt }) {
  return {
    call: () => {
      const data = [];
      return written(tokens, prompt, (given) => {
        data.push(...given);
        const { logits } = model.stages({ tokens: { shape: [data.length], data } });
        return likeliest(logits.data.subarray(-logits.shape.at(-1)));
      });
    },
    release: () => model.release(),
  };
}

/** The name of the engine's function for a shape, and a function that calls it and returns the resulting tensor. */
function callOf(engine, shape, { out, ...tensors }) {
  const more = { precision, ...(out && { out }) };
  switch (shape.kind) {
    case 'attention': {
      const input = { ...more, divisor: 'sqrt_dk', ...tensors };
      return ['streamingAttention', () => engine.streamingAttention(input).output];
    }
    case 'multi-head': {
      const { x, ...parameters } = tensors;
      const input = { ...more, queries: x, keys: x, values: x, ...parameters };
      Object.assign(input, { numHeads: shape.heads });
      return ['multiHeadOutput', () => engine.multiHeadOutput(input)];
    }
    case 'matmul': {
      const input = { ...more, queries: tensors.a, keys: tensors.b, divisor: 'none' };
      return ['scaledDotScores', () => engine.scaledDotScores(input)];
    }
    case 'softmax':
      return ['softmax', () => engine.softmax({ ...more, ...tensors })];
  }
}
