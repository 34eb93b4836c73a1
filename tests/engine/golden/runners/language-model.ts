// SPDX-License-Identifier: MIT
import {
  ACTIVATIONS,
  type Engine,
  type LanguageModel,
  type LanguageModelInput,
  NORMALIZATIONS,
  POSITION_ENCODINGS,
  type Precision,
  type Tensor,
} from '../../../../web/src/engine/index.ts';
import { BadFile, type GoldenCase, type Tensors } from '../case.ts';
import { optimizer } from '../options.ts';
import { input, number, type Runner, type RunnerTable, scalar, shaped, word } from '../values.ts';

const SCALES: Readonly<Record<string, boolean>> = { sqrt_dk: true, none: false };

type Options = Omit<LanguageModelInput<Precision>, 'precision'>;

function smallModel(golden: GoldenCase): Options {
  const scale = word(golden, 'scale', 'sqrt_dk');
  const scaled = SCALES[scale];
  if (scaled === undefined) throw new BadFile(`unknown scale ${scale}`);
  const [vocabulary = 0, width = 0] = input(golden, 'E').shape;
  const [positions = 0] = number(golden, 'positions', 1) ? input(golden, 'P').shape : [];
  return {
    ...{ vocabulary, width, positions, scaled },
    layers: number(golden, 'layers', 0),
    heads: number(golden, 'heads', 0),
    hidden: number(golden, 'hidden', 0),
    causal: number(golden, 'causal', 1) !== 0,
    tied: number(golden, 'tied', 0) !== 0,
    ...optimizer(golden),
  };
}

/** The member of `list` that the parameter `name` names. */
function member<Name extends string>(
  golden: GoldenCase,
  name: string,
  list: readonly Name[],
  otherwise: Name,
): Name {
  const given = word(golden, name, otherwise);
  const found = list.find((each) => each === given);
  if (found === undefined) throw new BadFile(`unknown ${name} ${given}`);
  return found;
}

function transformerModel(golden: GoldenCase): Options {
  const [vocabulary = 0, width = 0] = input(golden, 'E').shape;
  const positionEncoding = member(golden, 'positions', POSITION_ENCODINGS, 'none');
  const [positions = 0] = positionEncoding === 'learned' ? input(golden, 'P').shape : [];
  const heads = number(golden, 'heads', 1);
  return {
    ...{ vocabulary, width, heads, positions, positionEncoding },
    layers: number(golden, 'layers', 0),
    hidden: number(golden, 'hidden', 0),
    kvHeads: number(golden, 'kv_heads', heads),
    norm: member(golden, 'norm', NORMALIZATIONS, 'none'),
    normEpsilon: number(golden, 'eps', 1e-5),
    activation: member(golden, 'activation', ACTIVATIONS, 'relu'),
    rotaryBase: number(golden, 'base', 10_000),
    tiedOutput: number(golden, 'tied_output', 0) !== 0,
    ...{ optimizer: 'adam', learningRate: 1, epsilon: 1e-8 },
    beta1: number(golden, 'beta1', 0.9),
    beta2: number(golden, 'beta2', 0.999),
    weightDecay: number(golden, 'weight_decay', 0),
    clip: number(golden, 'clip', 0),
  };
}

const data = (golden: GoldenCase) => ({
  tokens: input(golden, 'tokens'),
  targets: input(golden, 'targets'),
  counts: input(golden, 'counts'),
});

/** Creates a language model with the parameters of the golden case and returns the result of `use`. */
function withModel(
  engine: Engine,
  golden: GoldenCase,
  precision: Precision,
  options: Options,
  use: (model: LanguageModel<Precision>) => Tensors,
): Tensors {
  const model = engine.newLanguageModel({ precision, ...options });
  try {
    model.load(
      Object.fromEntries(Object.keys(model.shapes).map((name) => [name, input(golden, name)])),
    );
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

const forward =
  (options: (golden: GoldenCase) => Options): Runner =>
  (engine, golden, precision) =>
    withModel(engine, golden, precision, options(golden), (model) => {
      const { weights, streams, logits, lossRows, loss = Number.NaN } = model.stages(data(golden));
      return {
        ...parts('weights', weights),
        ...parts('stream', streams, 1),
        logits,
        loss_rows: lossRows ?? shaped([], logits),
        loss: scalar(loss),
        ...prefixed('grad', model.gradient(data(golden)).gradient),
      };
    });

const listOf = (data: ArrayLike<number>): Tensor => ({ shape: [data.length], data });

/** @param learningRates  one for each step; otherwise the parameter `steps` is the number of steps */
const train =
  (
    options: (golden: GoldenCase) => Options,
    learningRates?: (golden: GoldenCase) => ArrayLike<number>,
  ): Runner =>
  (engine, golden, precision) =>
    withModel(engine, golden, precision, options(golden), (model) => {
      const rates = learningRates?.(golden);
      const steps = rates?.length ?? number(golden, 'steps', 0);
      const { losses, gradientNorms } = model.train(data(golden), steps, rates);
      return {
        losses: listOf([...losses, model.stages(data(golden)).loss ?? Number.NaN]),
        grad_norms: listOf(gradientNorms),
        ...prefixed('final', model.parameters),
      };
    });

export const LANGUAGE_MODEL: RunnerTable = {
  language_model: forward(smallModel),
  train_language_model: train(smallModel),
  transformer: forward(transformerModel),
  train_transformer: train(transformerModel, (golden) => golden.numbers.lrs?.data ?? []),
};
