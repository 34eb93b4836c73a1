// SPDX-License-Identifier: MIT
// Computes the standard deviations of the scores of random queries and keys.
import { type Engine, runInSlices, type Tensor } from '../../engine/index.ts';
import { dotsOf, momentsOf, oneRow } from '../matrix.ts';

type Kind = 'dot' | 'additive';

/** Initial values: uniform within ±1/√n as in PyTorch (n: number of the layer's inputs), or standard normal. */
type Init = 'uniform' | 'normal';

export interface Drawn {
  /** The number of components. */
  readonly d: number;
  readonly hidden: number;
  /** The distribution of the components: uniform in [0, 1] as in document 003, or standard normal. */
  readonly components: 'unit' | 'normal';
  readonly vInit: Init;
  readonly wInit: Init;
  readonly seed: number;
}

export const MODELS = 8;
export const QUERIES = 8;
export const KEYS = 64;
/** The number of hidden units at whose inputs the slope of tanh is measured, for all pairs of a query and a key. */
const MEASURED_UNITS = 4;
const precision = 'float64';

const UNIT = { distribution: 'uniform', mean: 0.5, variance: 1 / 12 } as const;
const NORMAL = { distribution: 'normal' } as const;
/** Number of random streams that are reserved for a model. It uses five. */
const STREAMS = 8;

/** Draws models one after the other and collects their statistics. `runInSlices` can run it as a job. */
class Sampler {
  count = 0;
  readonly #found: Record<Kind | 'row' | 'slope' | 'low' | 'high' | 'mean', number[]> = {
    dot: [],
    additive: [],
    row: [],
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

  /** Statistics of each model, averaged over the models. A model is one random draw of queries, keys and parameters. */
  result() {
    const mean = (list: readonly number[]) => momentsOf(this.engine, list).mean;
    const error = (list: readonly number[]) =>
      momentsOf(this.engine, list).deviation / Math.sqrt(list.length - 1);
    const { dot, additive, row, slope, low, high, mean: center } = this.#found;
    return {
      /** Standard deviations of the scores over all pairs of a query and a key. */
      all: { dot: mean(dot), additive: mean(additive) },
      /** The mean slope of tanh at the inputs of the additive score's hidden units. */
      slope: mean(slope),
      /** Standard errors of `all.additive` and of `slope`, from the variation between the models. */
      errors: { additive: error(additive), slope: error(slope) },
      /** The dot products: smallest, largest, mean, and the standard deviation over the keys of one query. */
      dots: { low: Math.min(...low), high: Math.max(...high), mean: mean(center), row: mean(row) },
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
    const projected = { queries: dotsOf(engine, queries, W_q), keys: dotsOf(engine, keys, W_k) };
    const found = this.#found;
    const dots = dotsOf(engine, queries, keys).data;
    const { mean, deviation } = momentsOf(engine, dots);
    found.dot.push(deviation);
    found.mean.push(mean);
    found.low.push(Math.min(...dots));
    found.high.push(Math.max(...dots));
    for (let i = 0; i < QUERIES; i++)
      found.row.push(momentsOf(engine, dots.subarray(i * KEYS, (i + 1) * KEYS)).deviation);
    const additive = engine.additiveScores({ ...given, W_q, W_k, w_v }).data;
    found.additive.push(momentsOf(engine, additive).deviation);
    found.slope.push(this.#slope(projected, hidden));
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

export type Spread = ReturnType<Sampler['result']>;

/** Draws `MODELS` models and returns their statistics; undefined after an abort. */
export async function spreadAt(
  engine: Engine,
  drawn: Drawn,
  signal: AbortSignal,
): Promise<Spread | undefined> {
  const sampler = new Sampler(engine, drawn);
  return (await runInSlices(sampler, { total: MODELS, signal })) ? sampler.result() : undefined;
}
