// SPDX-License-Identifier: MIT
import {
  ACTIVATIONS,
  type LanguageModel,
  type LanguageModelInput,
  NORMALIZATIONS,
  POSITION_ENCODINGS,
  type Precision,
  type Tensor,
} from '../../../../web/src/engine/index.ts';
import type { Tensors } from '../case.ts';
import { optimizer } from '../options.ts';
import { type Given, type Runners, scalar, shaped } from '../values.ts';

type Options = Omit<LanguageModelInput<Precision>, 'precision'>;

function smallModel(given: Given): Options {
  const { input, number, word } = given;
  const [vocabulary = 0, width = 0] = input('E').shape;
  const [positions = 0] = number('positions', 1) ? input('P').shape : [];
  return {
    ...{ vocabulary, width, positions },
    scaled: word('scale', ['sqrt_dk', 'none'], 'sqrt_dk') === 'sqrt_dk',
    layers: number('layers', 0),
    heads: number('heads', 0),
    hidden: number('hidden', 0),
    causal: number('causal', 1) !== 0,
    tied: number('tied', 0) !== 0,
    ...optimizer(given),
  };
}

function transformerModel({ input, number, word }: Given): Options {
  const [vocabulary = 0, width = 0] = input('E').shape;
  const positionEncoding = word('positions', POSITION_ENCODINGS, 'none');
  const [positions = 0] = positionEncoding === 'learned' ? input('P').shape : [];
  const heads = number('heads', 1);
  return {
    ...{ vocabulary, width, heads, positions, positionEncoding },
    layers: number('layers', 0),
    hidden: number('hidden', 0),
    kvHeads: number('kv_heads', heads),
    norm: word('norm', NORMALIZATIONS, 'none'),
    normEpsilon: number('eps', 1e-5),
    activation: word('activation', ACTIVATIONS, 'relu'),
    rotaryBase: number('base', 10_000),
    tiedOutput: number('tied_output', 0) !== 0,
    ...{ optimizer: 'adam', learningRate: 1, epsilon: 1e-8 },
    beta1: number('beta1', 0.9),
    beta2: number('beta2', 0.999),
    weightDecay: number('weight_decay', 0),
    clip: number('clip', 0),
  };
}

const data = ({ input }: Given) => ({
  tokens: input('tokens'),
  targets: input('targets'),
  counts: input('counts'),
});

function withModel(
  { engine, precision, input }: Given,
  options: Options,
  use: (model: LanguageModel<Precision>) => Tensors,
): Tensors {
  const model = engine.newLanguageModel({ precision, ...options });
  try {
    model.load(Object.fromEntries(Object.keys(model.shapes).map((name) => [name, input(name)])));
    return use(model);
  } finally {
    model.release();
  }
}

/** Splits a tensor along its first axis, from index `from` on, into outputs `<prefix>_<number>`. */
function parts(prefix: string, { shape: [count = 0, ...shape], data }: Tensor, from = 0): Tensors {
  const size = shape.reduce((product, side) => product * side, 1);
  return Object.fromEntries(
    Array.from({ length: count - from }, (_, i) => {
      const first = (from + i) * size;
      return [`${prefix}_${i}`, { shape, data: Array.from(data).slice(first, first + size) }];
    }),
  );
}

const prefixed = (prefix: string, tensors: Tensors): Tensors =>
  Object.fromEntries(Object.entries(tensors).map(([name, each]) => [`${prefix}_${name}`, each]));

const forward = (given: Given, options: Options): Tensors =>
  withModel(given, options, (model) => {
    const { weights, streams, logits, lossRows, loss = Number.NaN } = model.stages(data(given));
    return {
      ...parts('weights', weights),
      ...parts('stream', streams, 1),
      logits,
      loss_rows: lossRows ?? shaped([], logits),
      loss: scalar(loss),
      ...prefixed('grad', model.gradient(data(given)).gradient),
    };
  });

const listOf = (data: ArrayLike<number>): Tensor => ({ shape: [data.length], data });

/** @param rates  one learning rate for each step; otherwise the parameter `steps` is the number of steps */
const train = (given: Given, options: Options, rates?: ArrayLike<number>): Tensors =>
  withModel(given, options, (model) => {
    const steps = rates?.length ?? given.number('steps', 0);
    const { losses, gradientNorms } = model.train(data(given), steps, rates);
    return {
      losses: listOf([...losses, model.stages(data(given)).loss ?? Number.NaN]),
      grad_norms: listOf(gradientNorms),
      ...prefixed('final', model.parameters),
    };
  });

export const LANGUAGE_MODEL: Runners = {
  language_model: (given) => forward(given, smallModel(given)),
  train_language_model: (given) => train(given, smallModel(given)),
  transformer: (given) => forward(given, transformerModel(given)),
  train_transformer: (given) =>
    train(given, transformerModel(given), given.numbers.lrs?.data ?? []),
};
