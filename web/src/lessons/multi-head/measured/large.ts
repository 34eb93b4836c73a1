// SPDX-License-Identifier: MIT
// Document 004 at its own size: 512 components, 8 heads, a batch of 128 sequences of 64 tokens.
import type { Engine, MultiHead, Tensor } from '../../../engine/index.ts';
import { claim, type Experiment, reach, shown } from '../../experiment.ts';
import { countOf } from '../inputs.ts';
import type { State } from '../state.ts';
import { inTurn } from './in-turn.ts';
import { with_ } from './support.ts';

const WIDTH = 512;
const HEADS = 8;
const BATCH = 128;
const LENGTH = 64;
/** Of the document's four linear layers, biases included (E-41). */
const PARAMETERS = 1_050_624;
/** The errata's run took so long on one thread. */
const SECONDS = 11.7;
/** What the document's PyTorch computes in. */
const precision = 'float32';
/** As PyTorch's linear layers begin: uniform within 1/√512. */
const VARIANCE = 1 / (3 * WIDTH);

const LAYERS = ['q', 'k', 'v', 'o'] as const;

function drawLayer(engine: Engine, stream: number): readonly (readonly [string, Tensor])[] {
  const draw = (at: number, ...shape: number[]) =>
    engine.random({
      precision,
      shape,
      seed: 4,
      stream: at,
      distribution: 'uniform',
      variance: VARIANCE,
    });
  const name = LAYERS[stream];
  return [
    [`W_${name}`, draw(2 * stream, WIDTH, WIDTH)],
    [`b_${name}`, draw(2 * stream + 1, WIDTH)],
  ];
}

/** @returns a way to run the document's class on a batch, once its layers are drawn by `draws`. */
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

export const parameters: Experiment<State> = {
  id: 'parameters',
  decides: ['004-06', 'E-41'],
  state: with_({ heads: '8', step: 'split' }),
  measure: async (engine, run) => {
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
  },
};

export const rank: Experiment<State> = {
  id: 'rank',
  decides: ['004-08', 'E-43'],
  state: with_({ heads: '8', step: 'input' }),
  measure: (engine) => {
    const { merged } = engine.splitHeads({ precision, x: sequence(engine, 0), numHeads: HEADS });
    return [
      claim('axes', 3, merged.shape.length),
      claim('time', LENGTH, merged.shape[1]),
      reach('feature', 3, merged.shape[2]),
    ];
  },
};

export const whole: Experiment<State> = {
  id: 'whole',
  decides: ['004-09', '004-10', '004-17'],
  state: with_({ variant: '004_as_printed', heads: '8', step: 'output' }),
  measure: async (engine, run) => {
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
      { ...shown('seconds', SECONDS, (performance.now() - begun) / 1000), digits: 3 },
    ];
  },
};
