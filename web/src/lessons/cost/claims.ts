// SPDX-License-Identifier: MIT
import type { Attention, Engine } from '../../engine/index.ts';
import { claim, experimentsOf, type Measurement, probe, reach, timed } from '../experiment.ts';
import { largestDifference } from '../matrix.ts';
import { EXAMPLE, type State } from './compute.ts';
import { countedWork, keysOf, matrixBytes, TILE, WIDTH } from './counts.ts';
import {
  additiveOf,
  bytesOf,
  callOf,
  METHODS,
  medianTime,
  precision,
  ROUNDING,
  rowsOf,
  type Tokens,
  tokensOf,
} from './timing.ts';
import { write } from './writing.ts';

const plain = (engine: Engine, tokens: Tokens): Attention<'float32'> =>
  engine.attention({ precision, ...tokens });

/** Shows three digits of a measurement, because further digits of rounding errors and times are not reliable. */
const coarse = (one: Measurement): Measurement => ({ ...one, digits: 3 });

const SOME = 32;

/**
 * Computes the output of each token in a separate call, the last token first. This is possible because no row of the
 * output depends on another one.
 */
function oneByOne(engine: Engine, tokens: Tokens): number[] {
  const output: Float32Array[] = [];
  for (let i = SOME - 1; i >= 0; i--)
    output[i] = plain(engine, { ...tokens, queries: rowsOf(tokens.queries, i, i + 1) }).output.data;
  return output.flatMap((row) => [...row]);
}

/** Computes each row of the output only from its token and the previous tokens, as when a text is generated. */
function asWritten(engine: Engine, { queries, keys, values }: Tokens): number[] {
  return Array.from({ length: SOME }, (_, i) => [
    ...plain(engine, {
      queries: rowsOf(queries, i, i + 1),
      keys: rowsOf(keys, 0, i + 1),
      values: rowsOf(values, 0, i + 1),
    }).output.data,
  ]).flat();
}

const parallel = probe(EXAMPLE, (engine) => {
  const tokens = tokensOf(engine, SOME);
  const together = plain(engine, tokens).output.data;
  const causal = engine.attention({ precision, ...tokens, causal: true }).output.data;
  return [
    coarse(claim('alone', 0, largestDifference(oneByOne(engine, tokens), together), ROUNDING)),
    coarse(claim('causal', 0, largestDifference(asWritten(engine, tokens), causal), ROUNDING)),
  ];
});

/** A number of tokens for which a call takes long enough to be timed, but less than a frame of the display. */
const TIMED = 128;

const quadratic = probe(EXAMPLE, async (engine, { signal, onProgress }) => {
  const entries = (n: number, width = WIDTH) =>
    plain(engine, tokensOf(engine, n, width)).scores.data.length;
  const wanted = METHODS.flatMap((method) => [TIMED, 2 * TIMED].map((n) => ({ method, n })));
  const times: number[] = [];
  for (const job of wanted) {
    times.push(await medianTime(callOf(engine, job), { signal }));
    if (signal.aborted) return undefined;
    onProgress(times.length / wanted.length);
  }
  const ratio = (i: number) => (times[i + 1] as number) / (times[i] as number);
  return [
    claim('scores', 4, entries(2 * TIMED) / entries(TIMED)),
    claim('again', 4, entries(4 * TIMED) / entries(2 * TIMED)),
    claim('width', 1, entries(TIMED, 2 * WIDTH) / entries(TIMED)),
    coarse(timed('plainTime', 4, ratio(0))),
    coarse(timed('streamingTime', 4, ratio(2))),
  ];
});

const LONG = 512;

const memory = probe(Object.freeze({ ...EXAMPLE, n: 8192 }), (engine) => {
  const found = (n: number) => {
    const tokens = tokensOf(engine, n);
    const streaming = engine.streamingAttention({ precision, ...tokens, ...TILE });
    const { weights, output } = plain(engine, tokens);
    return {
      weights: bytesOf(weights),
      streaming: bytesOf(streaming.output, streaming.logSumExp),
      gap: largestDifference(output.data, streaming.output.data),
    };
  };
  const [short, long] = [found(LONG / 2), found(LONG)];
  return [
    claim('bytes', matrixBytes(LONG), long.weights),
    claim('plain', 4, long.weights / short.weights),
    coarse(claim('same', 0, long.gap, ROUNDING)),
    reach('streaming', 4, long.streaming / short.streaming),
  ];
});

/** Number of queries and of keys in the experiment on the additive score. Its hidden layer has `WIDTH` units. */
const FEW = 48;

/**
 * Number of operations per component or hidden unit of a score. For a dot product, it is a multiply-add for each
 * component; for an additive score, an addition, a tanh and a multiply-add for each hidden unit.
 */
const OPERATIONS = { dot: 1, additive: 3 } as const;

const additive = probe(EXAMPLE, async (engine, { signal }) => {
  const tokens = tokensOf(engine, FEW);
  const { queries, keys } = tokens;
  const dot = engine.scaledDotScores({ precision, queries, keys });
  const { scores, layer, sum, call } = additiveOf(engine, tokens);
  const dotCall = () => void engine.scaledDotScores({ precision, queries, keys });
  const [ofDot, ofAdditive] = [
    await medianTime(dotCall, { signal }),
    await medianTime(call, { signal }),
  ];
  if (signal.aborted) return undefined;
  const units = layer.reduce((all, { data }) => all + data.length, 0);
  const operations = (OPERATIONS.additive * units) / (OPERATIONS.dot * dot.data.length * WIDTH);
  return [
    coarse(claim('layer', 0, largestDifference(sum, scores.data), WIDTH * ROUNDING)),
    reach('operations', 1, operations),
    claim('memory', WIDTH, bytesOf(...layer) / bytesOf(dot)),
    coarse(timed('time', 1, ofAdditive / ofDot)),
  ];
});

/**
 * Tests how the work grows if the text becomes twice as long. In the short text, n = 2d, so the projections and the
 * scores take equal work.
 */
const growth = probe(Object.freeze({ ...EXAMPLE, n: TIMED, d: WIDTH }), (engine) => {
  const [short, long] = [countedWork(engine, TIMED, WIDTH), countedWork(engine, 2 * TIMED, WIDTH)];
  return [
    claim('scores', 4, long.scores / short.scores),
    reach('projections', 4, long.projections / short.projections),
    reach('all', 4, (long.scores + long.projections) / (short.scores + short.projections)),
  ];
});

/**
 * Bound for rounding errors in float64. A logit consists of sums of 32, 32 and 16 products. The magnitudes of its terms
 * sum to at most 51, so its error is at most 81 · 2⁻⁵³ · 51 = 4.6e-13. The relative error of a weight is at most twice
 * this. An output is a mean of values below 4, so its error is at most 4e-12; two outputs differ by at most 8e-12.
 */
const TINY = 1e-11;

const cache = probe(EXAMPLE, async (engine) => {
  const { words, repeated, cached, gaps } = write(engine, await engine.sentenceModel('en'));
  const { length } = words;
  return [
    coarse(claim('same', 0, gaps.at(-1), TINY)),
    claim('cached', keysOf(length, true), cached.at(-1)),
    claim('repeated', keysOf(length, false), repeated.at(-1)),
  ];
});

export const experiments = experimentsOf<State>({
  parallel,
  quadratic,
  memory,
  additive,
  growth,
  cache,
});
