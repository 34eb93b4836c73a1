// SPDX-License-Identifier: MIT
// How far each score spreads, over the number of components.
import { type Engine, runInSlices, type Tensor } from '../../engine/index.ts';
import { D_RANGE, KINDS, type Kind, type State } from './state.ts';

/** What is drawn: queries, keys and the parameters of an additive score. */
export type Drawn = Pick<State, 'd' | 'hidden' | 'components' | 'vInit' | 'wInit' | 'seed'>;

/** Means over models, of each model’s own spread. */
export interface Spread {
  /** Standard deviations over all pairs. */
  readonly all: Readonly<Record<Kind, number>>;
  /** Standard deviations over the keys of one query, which is all that softmax sees. */
  readonly row: Readonly<Record<Kind, number>>;
  /** The mean of tanh’s slope at the hidden units. */
  readonly slope: number;
  /** The smallest and the largest dot product, and the mean. */
  readonly dots: { readonly low: number; readonly high: number; readonly mean: number };
}

export interface Place extends Spread {
  readonly d: number;
}

/** Powers of two. */
export const PLACES: readonly number[] = Array.from(
  { length: Math.log2(D_RANGE.max) + 1 },
  (_, i) => 2 ** i,
);

export const MODELS = 8;
export const QUERIES = 8;
export const KEYS = 64;
/** Hidden units whose slope is looked at. */
const LOOKED_AT = 4;
const precision = 'float64';

const UNIT = { distribution: 'uniform', mean: 0.5, variance: 1 / 12 } as const;
const NORMAL = { distribution: 'normal' } as const;
const ROOM = 8;

type Collected = Record<'all' | 'row', Record<Kind, number[]>> & {
  slope: number[];
  low: number[];
  high: number[];
  mean: number[];
};

const perKind = <T>(make: () => T) =>
  Object.fromEntries(KINDS.map((kind) => [kind, make()])) as Record<Kind, T>;

/** Draws model after model, as a job in slices. */
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
    const mean = (list: readonly number[]) => this.#moments(list).mean;
    const means = (lists: Record<Kind, number[]>) =>
      Object.fromEntries(KINDS.map((kind) => [kind, mean(lists[kind])])) as Record<Kind, number>;
    const { all, row, slope, low, high, mean: center } = this.#found;
    return {
      all: means(all),
      row: means(row),
      slope: mean(slope),
      dots: { low: Math.min(...low), high: Math.max(...high), mean: mean(center) },
    };
  }

  #moments(data: ArrayLike<number>) {
    return this.engine.standardise({ precision, x: { shape: [1, data.length], data } });
  }

  #draw(model: number): void {
    const { engine, drawn } = this;
    const { d, hidden, seed } = drawn;
    const of = drawn.components === 'unit' ? UNIT : NORMAL;
    let stream = 1 + model * ROOM;
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
    const scores: Record<Kind, Tensor> = {
      dot: engine.scaledDotScores({ ...given, divisor: 'none' }),
      scaled: engine.scaledDotScores(given),
      additive: engine.additiveScores({ ...given, W_q, W_k, w_v }),
      gaussian: engine.gaussianScores(given),
    };
    for (const kind of KINDS) this.#spreadOf(kind, scores[kind].data);
    const dots = Array.from(scores.dot.data);
    this.#found.low.push(Math.min(...dots));
    this.#found.high.push(Math.max(...dots));
    this.#found.mean.push(this.#moments(dots).mean);
    this.#found.slope.push(this.#slope(queries, keys, W_q, W_k));
  }

  #spreadOf(kind: Kind, data: ArrayLike<number>): void {
    this.#found.all[kind].push(this.#moments(data).deviation);
    for (let i = 0; i < QUERIES; i++) {
      const row = Array.from({ length: KEYS }, (_, j) => data[i * KEYS + j] as number);
      this.#found.row[kind].push(this.#moments(row).deviation);
    }
  }

  /** tanh′ = 1 − tanh², and its mean over all pairs and some of the units. */
  #slope(queries: Tensor, keys: Tensor, W_q: Tensor, W_k: Tensor): number {
    const { engine } = this;
    const units = Math.min(LOOKED_AT, W_q.shape[0] ?? 1);
    const project = (x: Tensor, W: Tensor) =>
      engine.scaledDotScores({ precision, queries: x, keys: W, divisor: 'none' });
    const column = ({ shape: [rows = 0, columns = 0], data }: Tensor, c: number): Tensor => ({
      shape: [rows, 1],
      data: Array.from({ length: rows }, (_, i) => data[i * columns + c] as number),
    });
    const [ofQueries, ofKeys] = [project(queries, W_q), project(keys, W_k)];
    const one: Tensor = { shape: [1, 1], data: [1] };
    const answers = Array.from({ length: units }, (_, unit) =>
      engine.additiveScores({
        ...{ precision, queries: column(ofQueries, unit), keys: column(ofKeys, unit) },
        ...{ W_q: one, W_k: one, w_v: { shape: [1], data: [1] } },
      }),
    );
    const data = answers.flatMap((answer) => Array.from(answer.data));
    const all = { shape: [1, data.length], data };
    const [square = Number.NaN] = engine.scaledDotScores({
      ...{ precision, queries: all, keys: all },
      ...{ divisor: 'number', divisorNumber: data.length },
    }).data;
    return 1 - square;
  }
}

/** Draws all models at one number of components; undefined after an abort. */
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

/** Draws at each place, the smallest first; `onPlaces` is told after each, and how much is done. */
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
