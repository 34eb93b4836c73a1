// SPDX-License-Identifier: MIT
import { createEngine } from '../../web/src/engine/index.ts';
import { candidate } from './candidate.mjs';
import { ADAM } from './training.mjs';

const precision = 'float32';

/**
 * Lets the bench drive one of this library's twins.
 * @param {'simd' | 'relaxed'} simd
 * @param {boolean} isResident  whether inputs and result lie in the module
 */
export function own(simd, isResident = false) {
  let engine;

  candidate({
    async load() {
      engine = await createEngine({ simd });
    },
    forms: (shape, tensors) => formOf(engine, shape, tensors, isResident),
  });
}

/**
 * What a model holds ready stays in the module, as it does with every peer; all else crosses, or
 * nothing does.
 */
function formOf(engine, shape, tensors, isResident) {
  if (shape.kind === 'train')
    return isResident ? {} : { train: () => trained(engine, shape, tensors) };
  const held = [];
  const hold = ({ shape, data }) => {
    held.push(engine.newTensor({ precision, shape, data }));
    return held.at(-1);
  };
  const inputs = Object.entries(tensors).map(([name, tensor]) => [
    name,
    isResident || name.startsWith('W_') ? hold(tensor) : tensor,
  ]);
  // Every result has the shape of the values, or of the only kind of input.
  const out = isResident ? hold(tensors.values ?? Object.values(tensors)[0]) : undefined;
  const [name, call] = callOf(engine, shape, { ...Object.fromEntries(inputs), out });
  const release = () => {
    for (const tensor of held) tensor.release();
  };
  return {
    [name]: () =>
      out ? { call, read: () => out.read(), release } : { call: () => call().data, release },
  };
}

/** A model that makes one step a call; what it says before the first is held to the reference. */
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

/** The call for a shape: its name, and what makes it and gives a tensor. */
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
