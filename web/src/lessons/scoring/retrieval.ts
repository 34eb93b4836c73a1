// SPDX-License-Identifier: MIT
// A toy to train on: one of eight keys is the query itself, and attention has to find it. For each
// example its mirror image is among the data, query and keys turned about.
import { type Engine, runInSlices } from '../../engine/index.ts';
import type { Run } from '../experiment.ts';
import { bestOf, rowsOf } from './compute.ts';
import { asked, Descent, type Examples, flat, NUM_KEYS, type Parameters } from './descent.ts';

const SCORES = ['bare', 'bias', 'scaled'] as const;
type Score = (typeof SCORES)[number];

/** Which score learns, and in how many dimensions. */
const CONTESTANTS = {
  bare: { score: 'bare', d: 4 },
  bias: { score: 'bias', d: 4 },
  scaled: { score: 'scaled', d: 4 },
  bareLarge: { score: 'bare', d: 16 },
  scaledLarge: { score: 'scaled', d: 16 },
} as const satisfies Record<string, { score: Score; d: number }>;
export type Contestant = keyof typeof CONTESTANTS;

/** How a trained score does on examples that it was not trained on. */
export interface Trial {
  /** Mean of −ln of the right key’s weight. */
  readonly loss: number;
  /** The part of the queries whose own key has the largest weight. */
  readonly accuracy: number;
}

const HIDDEN = 8;
const EXAMPLES = { train: 64, test: 256 };
const STEPS = 60;
const SEED = 5;
/** Streams of the draws: examples to train on, examples to judge by, parameters from here on. */
const STREAMS = { train: 1, test: 2, parameters: 3 };
/** Of a model: W_q, W_k, v and the bias. */
const PARTS = 4;
const precision = 'float64';

const identities = (count: number): Float64Array =>
  Float64Array.from({ length: count * NUM_KEYS ** 2 }, (_, i) =>
    i % NUM_KEYS === Math.floor(i / NUM_KEYS) % NUM_KEYS ? 1 : 0,
  );

/** The second half is the first with its signs turned. */
export function drawExamples(engine: Engine, d: number, kind: keyof typeof EXAMPLES): Examples {
  const count = EXAMPLES[kind];
  const shape = [count / 2, NUM_KEYS, d];
  const half = engine.random({ precision, shape, seed: SEED, stream: STREAMS[kind] }).data;
  const keys = Float64Array.from([...half, ...half.map((x) => -x)]);
  const targets = Float64Array.from({ length: count }, (_, i) => i % NUM_KEYS);
  const queries = new Float64Array(count * d);
  for (const [i, target] of targets.entries()) {
    const at = (i * NUM_KEYS + target) * d;
    queries.set(keys.subarray(at, at + d), i * d);
  }
  return {
    queries: { shape: [count, 1, d], data: queries },
    keys: { shape: [count, NUM_KEYS, d], data: keys },
    values: { shape: [count, NUM_KEYS, NUM_KEYS], data: identities(count) },
    targets: { shape: [count], data: targets },
  };
}

/**
 * As PyTorch's Linear begins: uniform within ±1/√inputs, a variance of 1/(3·inputs).
 * @param model  which of several draws
 */
export function drawParameters(
  engine: Engine,
  { score, d }: { score: Score; d: number },
  model = 0,
): Parameters {
  const draw = (stream: number, shape: readonly number[], inputs: number) =>
    engine.random({
      ...{ precision, shape, seed: SEED, stream: STREAMS.parameters + PARTS * model + stream },
      ...{ distribution: 'uniform', variance: 1 / (3 * inputs) },
    } as const);
  const rows = score === 'scaled' ? d : HIDDEN;
  return {
    W_q: draw(0, [rows, d], d),
    W_k: draw(1, [rows, d], d),
    ...(score === 'scaled' ? {} : { w_v: draw(2, [HIDDEN], HIDDEN) }),
    ...(score === 'bias' ? { bias: draw(3, [HIDDEN], d) } : {}),
  };
}

function judge(engine: Engine, parameters: Parameters, examples: Examples): Trial {
  const { scaledScores } = engine.attention(asked(engine, parameters, examples));
  const logits = flat(scaledScores);
  const { loss } = engine.crossEntropy({ precision, logits, targets: examples.targets });
  const right = rowsOf(logits.data, NUM_KEYS).filter(
    (row, i) => bestOf(row) === examples.targets.data[i],
  );
  return { loss, accuracy: right.length / examples.targets.data.length };
}

/** Trains and judges each; undefined once `run` was aborted. */
export async function compete(
  engine: Engine,
  { signal, onProgress }: Run,
): Promise<Readonly<Record<Contestant, Trial>> | undefined> {
  const found = {} as Record<Contestant, Trial>;
  const names = Object.keys(CONTESTANTS) as Contestant[];
  for (const [i, name] of names.entries()) {
    const { d } = CONTESTANTS[name];
    const start = drawParameters(engine, CONTESTANTS[name]);
    const descent = new Descent(engine, start, drawExamples(engine, d, 'train'));
    const tell = (steps: number) => onProgress((i + steps / STEPS) / names.length);
    if (!(await runInSlices(descent, { total: STEPS, signal, onProgress: tell }))) return undefined;
    found[name] = judge(engine, descent.parameters, drawExamples(engine, d, 'test'));
  }
  return found;
}
