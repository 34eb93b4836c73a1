// SPDX-License-Identifier: MIT
// What is drawn by chance: these take a moment.
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { claim, type Experiment, type Measurement, reach, shown } from '../experiment.ts';
import { compute } from './compute.ts';
import { fields, type State } from './state.ts';
import { type Drawn, type Spread, spreadAt } from './sweep.ts';

const INITIAL = initialState(fields);
const with_ = (change: Partial<State>): State => Object.freeze({ ...INITIAL, ...change });

const SIXTH_DIGIT = 1e-6;
/** How near to 1 the largest of the hidden units comes. */
const NEARLY = 0.01;

const SEED = 1;
const DRAWN: Drawn = {
  d: 256,
  hidden: 64,
  components: 'normal',
  vInit: 'uniform',
  wInit: 'uniform',
  seed: SEED,
};

type Draws<Name extends string> = Readonly<Record<Name, Partial<Drawn>>>;

/** A measurement of scores that are drawn for it. */
const byDrawing =
  <Name extends string>(
    draws: Draws<Name>,
    judge: (found: Readonly<Record<Name, Spread>>) => readonly Measurement[],
  ): Experiment<State>['measure'] =>
  async (engine, { signal, onProgress }) => {
    const found = {} as Record<Name, Spread>;
    const names = Object.keys(draws) as Name[];
    for (const [i, name] of names.entries()) {
      const spread = await spreadAt(engine, { ...DRAWN, ...draws[name] }, signal);
      if (spread === undefined) return undefined;
      found[name] = spread;
      onProgress((i + 1) / names.length);
    }
    return judge(found).map((one) => ({ ...one, digits: 4 }));
  };

/** Of a ratio of two spreads, each from eight models of 512 scores. */
const RATIO_ERROR = 0.25;
/** Of a mean slope, from 16,384 units that share their parameters. */
const SLOPE_ERROR = 0.03;

const init: Experiment<State> = {
  id: 'init',
  decides: ['003-19'],
  state: with_({ components: 'normal', vInit: 'normal' }),
  measure: byDrawing(
    {
      few: { d: 16 },
      many: {},
      narrow: { d: 64, hidden: 16 },
      wide: { d: 64, hidden: 256 },
      narrowNormal: { d: 64, hidden: 16, vInit: 'normal' },
      wideNormal: { d: 64, hidden: 256, vInit: 'normal' },
      steep: { wInit: 'normal' },
    },
    (found) => [
      claim('d', 1, found.many.all.additive / found.few.all.additive, RATIO_ERROR),
      claim('h', 1, found.wide.all.additive / found.narrow.all.additive, RATIO_ERROR),
      reach('slope', 0.68, found.many.slope, SLOPE_ERROR),
      reach('v', 1, found.wideNormal.all.additive / found.narrowNormal.all.additive, RATIO_ERROR),
      reach('slopeNormal', 0.68, found.steep.slope, SLOPE_ERROR),
    ],
  ),
};

const UNIT_D = 256;
/** Of a mean over 64 queries: four times √(7d/144/64), as keys add next to nothing. */
const MEAN_ERROR = 1.8;
/** Of standard deviations within eight queries’ rows and across them. */
const DEVIATION_ERROR = 0.5;

const spread: Experiment<State> = {
  id: 'spread',
  decides: ['003-20', 'E-40'],
  state: with_({ components: 'unit', d: UNIT_D }),
  measure: byDrawing({ found: { components: 'unit', d: UNIT_D } }, ({ found }) => [
    claim('mean', UNIT_D / 4, found.dots.mean, MEAN_ERROR),
    claim('deviation', Math.sqrt((7 * UNIT_D) / 144), found.all.dot, DEVIATION_ERROR),
    claim('row', Math.sqrt(UNIT_D / 36), found.row.dot, DEVIATION_ERROR),
    reach('low', 0, found.dots.low, 1),
    reach('high', UNIT_D, found.dots.high, 1),
  ]),
};

/** Three hidden units that are nearly saturated, with v = (3, −2, 1). */
const LARGEST = with_({
  shown: 'scores',
  queries: INITIAL.queries.with(0, 2).with(1, -2),
  keys: INITIAL.keys.with(0, 0).with(1, 0),
  W_q: [1, 0, 0, 1, 1, 0],
  w_v: [3, -2, 1],
});

const ONES = { pairs: 32, d: 16, hidden: 512 };

/** The largest of many additive scores, by size, with as many ones for v as there are hidden units. */
function largestOfOnes(engine: Engine): number {
  const { pairs, d, hidden } = ONES;
  const draw = (stream: number, shape: readonly number[], distribution: object) =>
    engine.random({ precision: 'float64', shape, seed: SEED, stream, ...distribution });
  const begins = { distribution: 'uniform', variance: 1 / (3 * d) };
  const { data } = engine.additiveScores({
    precision: 'float64',
    queries: draw(1, [pairs, d], {}),
    keys: draw(2, [pairs, d], {}),
    W_q: draw(3, [hidden, d], begins),
    W_k: draw(4, [hidden, d], begins),
    w_v: { shape: [hidden], data: new Float64Array(hidden).fill(1) },
  });
  return Math.max(...Array.from(data, Math.abs));
}

const bounds: Experiment<State> = {
  id: 'bounds',
  decides: ['003-21', 'E-39'],
  state: LARGEST,
  measure: async (engine, run) => {
    const numbers = compute(LARGEST, engine);
    const score = numbers.additive.scores[0]?.[0];
    const units = numbers.units.flat(2).map(Math.abs);
    const slopes = await byDrawing(
      { few: { d: 4, wInit: 'normal' }, many: { d: 1024, wInit: 'normal' } },
      (found) => [
        reach('slopeFew', 0.287, found.few.slope, SLOPE_ERROR),
        reach('slopeMany', 0.018, found.many.slope, 0.006),
      ],
    )(engine, run);
    return (
      slopes && [
        claim('units', 1, Math.max(...units), NEARLY),
        claim('score', 1, score),
        reach('errata', 5.784165, score, SIXTH_DIGIT),
        { ...shown('ones', 42, largestOfOnes(engine)), digits: 4 },
        ...slopes,
      ]
    );
  },
};

export const drawnExperiments: readonly Experiment<State>[] = [init, spread, bounds];
