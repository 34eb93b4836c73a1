// SPDX-License-Identifier: MIT
import type { Attention, Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { claim, type Experiment, type Measurement, reach, shown } from '../experiment.ts';
import { matrixBytes, WIDTH } from './bytes.ts';
import { fields, type State } from './state.ts';
import { callOf, METHODS, medianTime } from './timing.ts';
import {
  additiveOf,
  bytesOf,
  largestGap,
  precision,
  rowsOf,
  type Tokens,
  tokensOf,
} from './tokens.ts';

const with_ = (change: Partial<State>): State =>
  Object.freeze({ ...initialState(fields), ...change });

const plain = (engine: Engine, tokens: Tokens): Attention<'float32'> =>
  engine.attention({ precision, ...tokens });

/** float32 keeps some 7 digits; sums of another order differ in the last. */
const ROUNDING = 2e-6;

/** Of what is left by rounding, and of times, only the first digits mean something. */
const coarse = (one: Measurement): Measurement => ({ ...one, digits: 3 });

const SOME = 32;

/** The last token first: no row waits for another. */
function oneByOne(engine: Engine, tokens: Tokens): number[] {
  const output: Float32Array[] = [];
  for (let i = SOME - 1; i >= 0; i--)
    output[i] = plain(engine, { ...tokens, queries: rowsOf(tokens.queries, i, i + 1) }).output.data;
  return output.flatMap((row) => [...row]);
}

/** As a text is written: each row sees what stands before it and nothing else, because nothing else is there. */
function asWritten(engine: Engine, { queries, keys, values }: Tokens): number[] {
  return Array.from({ length: SOME }, (_, i) => [
    ...plain(engine, {
      queries: rowsOf(queries, i, i + 1),
      keys: rowsOf(keys, 0, i + 1),
      values: rowsOf(values, 0, i + 1),
    }).output.data,
  ]).flat();
}

const parallel: Experiment<State> = {
  id: 'parallel',
  decides: ['002-13'],
  state: with_({}),
  measure: (engine) => {
    const tokens = tokensOf(engine, SOME);
    const together = plain(engine, tokens).output.data;
    const causal = engine.attention({ precision, ...tokens, causal: true }).output.data;
    return [
      coarse(claim('alone', 0, largestGap(oneByOne(engine, tokens), together), ROUNDING)),
      coarse(claim('causal', 0, largestGap(asWritten(engine, tokens), causal), ROUNDING)),
    ];
  },
};

/** Long enough to be timed, short enough for a frame. */
const TIMED = 128;

const quadratic: Experiment<State> = {
  id: 'quadratic',
  decides: ['002-14'],
  state: with_({ quantity: 'time' }),
  measure: async (engine, { signal, onProgress }) => {
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
      coarse(shown('plainTime', 4, ratio(0))),
      coarse(shown('streamingTime', 4, ratio(2))),
    ];
  },
};

const LONG = 512;

const memory: Experiment<State> = {
  id: 'memory',
  decides: ['002-15'],
  state: with_({ n: 8192, quantity: 'memory' }),
  measure: (engine) => {
    const [short, long] = [LONG / 2, LONG].map((n) => {
      const tokens = tokensOf(engine, n);
      const streaming = engine.streamingAttention({ precision, ...tokens });
      const { weights, output } = plain(engine, tokens);
      return {
        weights: bytesOf(weights),
        streaming: bytesOf(streaming.output, streaming.logSumExp),
        gap: largestGap(output.data, streaming.output.data),
      };
    }) as [Found, Found];
    return [
      claim('bytes', matrixBytes(LONG), long.weights),
      claim('plain', 4, long.weights / short.weights),
      coarse(claim('same', 0, long.gap, ROUNDING)),
      reach('streaming', 4, long.streaming / short.streaming),
    ];
  },
};

interface Found {
  readonly weights: number;
  readonly streaming: number;
  readonly gap: number;
}

/** Queries and keys, and the units of the hidden layer. */
const FEW = 48;

/** One multiply-add for each number that both methods go through: m·n·d here, m·n·h there, with d = h. */
const additive: Experiment<State> = {
  id: 'additive',
  decides: ['003-16'],
  state: with_({}),
  measure: async (engine, { signal }) => {
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
    const terms = layer.reduce((all, { data }) => all + data.length, 0);
    return [
      claim('work', 1, terms / (dot.data.length * WIDTH)),
      coarse(claim('layer', 0, largestGap(sum, scores.data), ROUNDING * WIDTH)),
      claim('memory', WIDTH, bytesOf(...layer) / bytesOf(dot)),
      coarse(shown('time', 2.4, ofAdditive / ofDot)),
    ];
  },
};

/** The lesson's statements, in the order in which the page puts them to the test. */
export const experiments: readonly Experiment<State>[] = [parallel, quadratic, memory, additive];
