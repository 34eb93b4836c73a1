// SPDX-License-Identifier: MIT
import type { Engine, LanguageModel, Precision, Tensor } from '../../../../web/src/engine/index.ts';
import { BadFile, type GoldenCase, type Tensors } from '../case.ts';
import { optimizer } from '../options.ts';
import { input, number, type Runner, type RunnerTable, scalar, shaped, word } from '../values.ts';

const SCALES: Readonly<Record<string, boolean>> = { sqrt_dk: true, none: false };

function options(golden: GoldenCase) {
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
  use: (model: LanguageModel<Precision>) => Tensors,
): Tensors {
  const model = engine.newLanguageModel({ precision, ...options(golden), ...optimizer(golden) });
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

const languageModel: Runner = (engine, golden, precision) =>
  withModel(engine, golden, precision, (model) => {
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

const trainLanguageModel: Runner = (engine, golden, precision) =>
  withModel(engine, golden, precision, (model) => {
    const trained = model.train(data(golden), number(golden, 'steps', 0));
    const losses = [...trained, model.stages(data(golden)).loss ?? Number.NaN];
    return {
      losses: { shape: [losses.length], data: losses },
      ...prefixed('final', model.parameters),
    };
  });

export const LANGUAGE_MODEL: RunnerTable = {
  language_model: languageModel,
  train_language_model: trainLanguageModel,
};
