// SPDX-License-Identifier: MIT
// Computes the standard deviation of each score function's scores for several numbers of components (d).
import { type Engine, runInSlices, type Tensor } from '../../engine/index.ts';
import { momentsOf, oneRow } from '../matrix.ts';
import { KINDS, type Kind, PLACES, type State } from './state.ts';

/** The fields that determine the random queries, keys and parameters. */
export type Drawn = Pick<State, 'd' | 'hidden' | 'components' | 'vInit' | 'wInit' | 'seed'>;

/** Statistics of each model, averaged over the models. A model is one random draw of queries, keys and parameters. */
export interface Spread {
  /** Standard deviations of the scores over all pairs of a query and a key. */
  readonly all: Readonly<Record<Kind, number>>;
  /** Standard deviations of the scores over the keys of one query. Only these affect softmax. */
  readonly row: Readonly<Record<Kind, number>>;
  /** The mean slope of tanh at the inputs of the additive score's hidden units. */
  readonly slope: number;
  /** Standard errors of the additive score's `all` and of `slope`, estimated from the variation between the models. */
  readonly errors: { readonly additive: number; readonly slope: number };
  /** The smallest (`low`), the largest (`high`) and the mean dot product of a model, each averaged over the models. */
  readonly dots: { readonly low: number; readonly high: number; readonly mean: number };
}

export interface Place extends Spread {
  readonly d: number;
}

export const MODELS = 8;
export const QUERIES = 8;
export const KEYS = 64;
/**
 * The number of hidden units at whose inputs the slope of tanh is measured. A few units suffice, because the mean also
 * runs over all pairs of a query and a key.
 */
const MEASURED_UNITS = 4;
const precision = 'float64';

const UNIT = { distribution: 'uniform', mean: 0.5, variance: 1 / 12 } as const;
const NORMAL = { distribution: 'normal' } as const;
/** Number of random streams that a model uses. */
const STREAMS = 8;

type Collected = Record<'all' | 'row', Record<Kind, number[]>> & {
  slope: number[];
  low: number[];
  high: number[];
  mean: number[];
};

const perKind = <T>(make: () => T) =>
  Object.fromEntries(KINDS.map((kind) => [kind, make()])) as Record<Kind, T>;

/** Draws models one after the other and collects their statistics. `runInSlices` can run it as a job. */
class Sampler {
  count = 0;
  readonly #found: Collected = {
    all: perKind((): number[] => []),
    row: perKind((): number[] => []),
    slope: [],
    low: [],
    high: [],
    mean: [],
  };

  constructor(
    private readonly engine: Engine,
    private readonly drawn: Drawn,
  ) {}

  advance(more: number): void {
    for (let i = 0; i < more; i++) this.#draw(this.count++);
  }

  result(): Spread {
    const mean = (list: readonly number[]) => momentsOf(this.engine, list).mean;
    const means = (lists: Record<Kind, number[]>) =>
      Object.fromEntries(KINDS.map((kind) => [kind, mean(lists[kind])])) as Record<Kind, number>;
    const error = (list: readonly number[]) =>
      momentsOf(this.engine, list).deviation / Math.sqrt(list.length - 1);
    const { all, row, slope, low, high, mean: center } = this.#found;
    return {
      all: means(all),
      row: means(row),
      slope: mean(slope),
      errors: { additive: error(all.additive), slope: error(slope) },
      dots: { low: Math.min(...low), high: Math.max(...high), mean: mean(center) },
    };
  }

  #draw(model: number): void {
    const { engine, drawn } = this;
    const { d, hidden, seed } = drawn;
    const of = drawn.components === 'unit' ? UNIT : NORMAL;
    let stream = 1 + model * STREAMS;
    const draw = (shape: readonly number[], what: object): Tensor =>
      engine.random({ precision, shape, seed, stream: stream++, ...what });
    const within = (inputs: number) =>
      ({ distribution: 'uniform', variance: 1 / (3 * inputs) }) as const;
    const queries = draw([QUERIES, d], of);
    const keys = draw([KEYS, d], of);
    const W_q = draw([hidden, d], drawn.wInit === 'normal' ? NORMAL : within(d));
    const W_k = draw([hidden, d], drawn.wInit === 'normal' ? NORMAL : within(d));
    const w_v = draw([hidden], drawn.vInit === 'normal' ? NORMAL : within(hidden));
    const given = { precision, queries, keys } as const;
    const projected = { queries: this.#project(queries, W_q), keys: this.#project(keys, W_k) };
    const scores: Record<Kind, Tensor> = {
      dot: engine.scaledDotScores({ ...given, divisor: 'none' }),
      scaled: engine.scaledDotScores(given),
      bilinear: engine.scaledDotScores({ precision, ...projected, divisor: 'none' }),
      additive: engine.additiveScores({ ...given, W_q, W_k, w_v }),
      gaussian: engine.gaussianScores(given),
    };
    for (const kind of KINDS) this.#spreadOf(kind, scores[kind].data);
    const dots = Array.from(scores.dot.data);
    this.#found.low.push(Math.min(...dots));
    this.#found.high.push(Math.max(...dots));
    this.#found.mean.push(momentsOf(this.engine, dots).mean);
    this.#found.slope.push(this.#slope(projected, hidden));
  }

  #spreadOf(kind: Kind, data: ArrayLike<number>): void {
    this.#found.all[kind].push(momentsOf(this.engine, data).deviation);
    for (let i = 0; i < QUERIES; i++) {
      const row = Array.from({ length: KEYS }, (_, j) => data[i * KEYS + j] as number);
      this.#found.row[kind].push(momentsOf(this.engine, row).deviation);
    }
  }

  #project(x: Tensor, W: Tensor): Tensor {
    return this.engine.scaledDotScores({ precision, queries: x, keys: W, divisor: 'none' });
  }

  /** The mean of tanh′ = 1 − tanh² over all pairs and the first `MEASURED_UNITS` hidden units. */
  #slope({ queries, keys }: Record<'queries' | 'keys', Tensor>, hidden: number): number {
    const { engine } = this;
    const column = ({ shape: [rows = 0, columns = 0], data }: Tensor, c: number): Tensor => ({
      shape: [rows, 1],
      data: Array.from({ length: rows }, (_, i) => data[i * columns + c] as number),
    });
    const one: Tensor = { shape: [1, 1], data: [1] };
    const answers = Array.from({ length: Math.min(MEASURED_UNITS, hidden) }, (_, unit) =>
      engine.additiveScores({
        ...{ precision, queries: column(queries, unit), keys: column(keys, unit) },
        ...{ W_q: one, W_k: one, w_v: { shape: [1], data: [1] } },
      }),
    );
    const data = answers.flatMap((answer) => Array.from(answer.data));
    const all = oneRow(data);
    const [square = Number.NaN] = engine.scaledDotScores({
      ...{ precision, queries: all, keys: all },
      ...{ divisor: 'number', divisorNumber: data.length },
    }).data;
    return 1 - square;
  }
}

/** Draws all models with one number of components. Returns undefined after an abort. */
export async function spreadAt(
  engine: Engine,
  drawn: Drawn,
  signal: AbortSignal,
): Promise<Spread | undefined> {
  const sampler = new Sampler(engine, drawn);
  return (await runInSlices(sampler, { total: MODELS, signal })) ? sampler.result() : undefined;
}

export const sweepKey = ({ hidden, components, vInit, wInit, seed }: State): string =>
  [hidden, components, vInit, wInit, seed].join(' ');

/**
 * Draws the models for each number of components, beginning with the smallest. After each number of components, calls
 * `onPlaces` with all results so far and the progress.
 */
export async function sweep(
  state: State,
  engine: Engine,
  signal: AbortSignal,
  onPlaces: (places: readonly Place[], done: number) => void,
): Promise<void> {
  let places: readonly Place[] = [];
  for (const d of PLACES) {
    const spread = await spreadAt(engine, { ...state, d }, signal);
    if (spread === undefined) return;
    places = [...places, { ...spread, d }];
    onPlaces(places, places.length / PLACES.length);
  }
}
