// SPDX-License-Identifier: MIT
// Experiments with the documents' sizes: 512 components, 8 heads, and a batch of 128 sequences of 64 tokens.

import type { Engine, MultiHead, Tensor } from '../../engine/index.ts';
import { claim, inTurn, probe, reach, shown, timed } from '../experiment.ts';
import { filled } from '../matrix.ts';
import { AS_PRINTED, countOf, with_ } from './compute.ts';

const WIDTH = 512;
const HEADS = 8;
const BATCH = 128;
const LENGTH = 64;
/** Parameters, including biases, of the document's four linear layers (entry E-41 of the ledger, web/src/ledger). */
const PARAMETERS = 1_050_624;
/** The time in seconds that the class takes for the batch on one thread, according to the errata (web/src/ledger). */
const SECONDS = 11.7;
/** The precision that PyTorch uses by default. */
const precision = 'float32';
/** The initial variance of the weights in PyTorch's linear layers: uniform within ±1/√512. */
const VARIANCE = 1 / (3 * WIDTH);

const LAYERS = ['q', 'k', 'v', 'o'] as const;

function drawLayer(engine: Engine, stream: number): readonly (readonly [string, Tensor])[] {
  const draw = (at: number, ...shape: number[]) =>
    engine.random({
      ...{ precision, shape, seed: 4, stream: at },
      ...{ distribution: 'uniform', variance: VARIANCE },
    });
  const name = LAYERS[stream];
  return [
    [`W_${name}`, draw(2 * stream, WIDTH, WIDTH)],
    [`b_${name}`, draw(2 * stream + 1, WIDTH)],
  ];
}

/**
 * The class of source document 004 with random parameters.
 * @returns `draws` contains one function for each layer, which draws its parameters. `forward` runs the class on a
 * batch. `parameters` counts the parameters drawn so far.
 */
function model(engine: Engine) {
  const layers: [string, Tensor][] = [];
  const draws = LAYERS.map((_, i) => () => {
    for (const [name, tensor] of drawLayer(engine, i)) layers.push([name, tensor]);
  });
  const forward = (x: Tensor, numHeads = HEADS): MultiHead<typeof precision> =>
    engine.multiHead({
      ...{ precision, variant: '004_as_printed', numHeads, queries: x, keys: x, values: x },
      ...(Object.fromEntries(layers) as Record<'W_o', Tensor>),
    });
  return { draws, forward, parameters: () => countOf(...layers.map(([, tensor]) => tensor)) };
}

const sequence = (engine: Engine, at: number, length = LENGTH): Tensor =>
  engine.random({ precision, shape: [1, length, WIDTH], seed: 4, stream: 100 + at });

export const parameters = probe(with_({ heads: 8 }), async (engine, run) => {
  const { draws, forward, parameters: count } = model(engine);
  const x = sequence(engine, 0, 2);
  const found = new Map<number, { count: number; shape: readonly number[] }>();
  const work = [1, 2, 8, 64].map((heads) => () => {
    const { headQueries } = forward(x, heads);
    found.set(heads, { count: count(), shape: headQueries.shape });
  });
  if (!(await inTurn([...draws, ...work], run))) return undefined;
  const [, heads = 0, , width = 0] = found.get(HEADS)?.shape ?? [];
  return [
    claim('heads', HEADS, heads),
    ...[...found].map(([numHeads, one]) => reach(`p${numHeads}`, PARAMETERS, one.count)),
    reach('dimensions', HEADS * WIDTH, heads * width),
  ];
});

export const rank = probe(with_({ heads: 8 }), (engine) => {
  const { merged } = engine.splitHeads({ precision, x: sequence(engine, 0), numHeads: HEADS });
  return [
    claim('axes', 3, merged.shape.length),
    claim('time', LENGTH, merged.shape[1]),
    reach('feature', 3, merged.shape[2]),
  ];
});

export const whole = probe(with_({ variant: '004_as_printed', heads: 8 }), async (engine, run) => {
  const begun = performance.now();
  const { draws, forward, parameters: count } = model(engine);
  const shapes: { output: readonly number[]; heads: readonly number[] }[] = [];
  const work = Array.from({ length: BATCH }, (_, at) => () => {
    const { output, headQueries } = forward(sequence(engine, at));
    shapes.push({ output: output.shape, heads: headQueries.shape });
  });
  if (!(await inTurn([...draws, ...work], run))) return undefined;
  const [{ output, heads }] = shapes as [(typeof shapes)[number]];
  return [
    claim('batch', BATCH, shapes.length),
    claim('time', LENGTH, output[1]),
    claim('width', WIDTH, output[2]),
    claim('heads', HEADS, heads[1]),
    claim('headWidth', 64, heads[3]),
    claim('parameters', PARAMETERS, count()),
    { ...timed('seconds', SECONDS, (performance.now() - begun) / 1000), digits: 3 },
  ];
});

const SEQUENCES = 16;
const KEYS = 16;
/**
 * Tolerance for the variance of 32,768 scores divided by √64: five standard errors. The squared standard error is
 * 0.0096². It is the sum of 2/32768, from the variance of the scores, and (2/64)(2/16)/128, from the lengths of 16
 * queries and 16 keys in 128 blocks.
 */
const CHANCE = 0.05;

/** The number of heads and the divisor of the scores in each case that the experiment compares. */
const CASES = {
  right: { numHeads: 8, divisor: 'sqrt_dk' },
  eight: { numHeads: 8, divisor: 'sqrt_embed' },
  many: { numHeads: 64, divisor: 'sqrt_embed' },
} as const;
type Case = keyof typeof CASES;

/** Draws a pair of random sequences and appends their scaled scores to `samples`, for each entry of CASES. */
function draw(engine: Engine, stream: number, samples: Readonly<Record<Case, number[]>>): void {
  const [queries, keys] = [2 * stream, 2 * stream + 1].map((at) =>
    engine.random({ precision: 'float64', shape: [1, KEYS, WIDTH], seed: 31, stream: at }),
  );
  if (queries === undefined || keys === undefined) return;
  const W_o = filled(0, 1, WIDTH);
  for (const name of Object.keys(CASES) as Case[]) {
    const request = {
      precision: 'float64',
      variant: AS_PRINTED,
      queries,
      keys,
      values: keys,
      W_o,
    } as const;
    const { heads } = engine.multiHead({ ...request, ...CASES[name] });
    samples[name].push(...Array.from(heads.scaledScores.data));
  }
}

/** `data` contains rows of scores. Returns the variance of all scores, and the mean entropy of the rows' softmax. */
function spread(engine: Engine, data: readonly number[]) {
  const { scaled } = engine.dotProductMoments({
    precision: 'float64',
    queries: { shape: [data.length, 1], data },
    keys: filled(1, data.length, 1),
  });
  const logits = { shape: [data.length / KEYS, KEYS], data };
  const { entropy } = engine.softmaxStatistics({ precision: 'float64', logits });
  return {
    variance: scaled[0]?.variance ?? Number.NaN,
    entropy: engine.standardise({ precision: 'float64', x: entropy }).mean,
  };
}

export const embed = probe(with_({ variant: AS_PRINTED, heads: 8 }), async (engine, run) => {
  const samples = { right: [], eight: [], many: [] };
  const work = Array.from({ length: SEQUENCES }, (_, at) => () => draw(engine, at, samples));
  if (!(await inTurn(work, run))) return undefined;
  const [right, eight, many] = [samples.right, samples.eight, samples.many].map((data) =>
    spread(engine, data),
  );
  return [
    { ...claim('right', 1, right?.variance, CHANCE), digits: 3 },
    { ...claim('eight', 1, eight?.variance, CHANCE), digits: 3 },
    { ...claim('many', 1, many?.variance, CHANCE), digits: 3 },
    { ...shown('entropyRight', Math.log(KEYS), right?.entropy), digits: 4 },
    { ...claim('entropy', right?.entropy ?? Number.NaN, eight?.entropy, CHANCE), digits: 4 },
  ];
});
