// SPDX-License-Identifier: MIT
// Questions about numbers of parameters, multiplications and bytes. The answers are computed from the sizes of the
// engine's arrays.
import type { Engine } from '../../engine/index.ts';
import { bytesText } from '../../i18n/bytes.ts';
import { drawsOf, pick } from '../../lessons/check-question.ts';
import { TAUGHT } from '../taught.ts';
import { answersOf, precision, type ReviewQuestion, word } from './question.ts';

interface Heads {
  readonly d: number;
  readonly heads: number;
  readonly tokens: number;
  readonly asked: 'parameters' | 'products';
}

const zeros = (rows: number, columns: number) => ({
  shape: [rows, columns],
  data: new Float64Array(rows * columns),
});

/** Counts for a multi-head attention layer: parameters, scores, multiplications for the scores, and a head's width. */
export function countsOf(
  engine: Engine,
  { d, heads: numHeads, tokens }: Pick<Heads, 'd' | 'heads' | 'tokens'>,
) {
  const x = zeros(tokens, d);
  const W = zeros(d, d);
  const parameters = { W_q: W, W_k: W, W_v: W, W_o: W };
  const { headQueries, heads } = engine.multiHead({
    ...{ precision, numHeads, queries: x, keys: x, values: x },
    ...parameters,
  });
  const scores = heads.scores.data.length;
  const width = headQueries.shape.at(-1) ?? Number.NaN;
  return {
    parameters: Object.values(parameters).reduce((sum, { data }) => sum + data.length, 0),
    ...{ scores, width },
    // A score is the dot product of a head's query and key: one multiplication for each component.
    products: scores * width,
  };
}

/** Asks how the numbers of parameters and multiplications change with the number of heads. */
export const heads: ReviewQuestion<Heads> = {
  id: 'heads',
  taught: () => TAUGHT.multiHead,
  draw(seed) {
    const draw = drawsOf(seed);
    return {
      d: pick(draw, [48, 80, 96, 112, 160]),
      heads: pick(draw, [8, 8, 16]),
      tokens: pick(draw, [9, 12, 15, 20]),
      asked: pick(draw, ['parameters', 'products'] as const),
    };
  },
  words: ({ d, heads: count, tokens, asked }, i18n) => ({
    ...{ d, tokens, heads: count, width: d / count },
    asked: word(i18n, `asked.${asked}`),
  }),
  answers(engine, state, i18n) {
    const { asked, heads: count, d, tokens } = state;
    const right = countsOf(engine, state)[asked];
    const numbers = {
      [asked]: right,
      times: count * right,
      share: right / count,
      ...(asked === 'parameters' ? { three: (3 / 4) * right } : { linear: tokens * d }),
    };
    return answersOf(numbers, (x) => i18n.integer(x));
  },
};

interface Memory {
  readonly tokens: number;
  readonly d: number;
  readonly asked: 'plain' | 'streaming';
}

/** Number of tokens for which the engine computes. The result is scaled to the number of tokens in the question. */
const FEW = 128;

/** In float32, the bytes of all scores, of all results of streaming attention, and of its maxima and sums (`sums`). */
function bytesOf(engine: Engine, { tokens, d }: Memory) {
  const x = { shape: [FEW, d], data: new Float32Array(FEW * d) };
  const input = { precision: 'float32', queries: x, keys: x, values: x } as const;
  const { scores } = engine.attention(input);
  const { output, logSumExp } = engine.streamingAttention(input);
  // Streaming attention stores a maximum M and a sum S for each query. `logSumExp` is one number made of both.
  const kept = 2 * logSumExp.data.byteLength;
  const times = tokens / FEW;
  return {
    plain: scores.data.byteLength * times ** 2,
    streaming: (output.data.byteLength + kept) * times,
    sums: kept * times,
  };
}

/** Asks how much memory attention needs for a long text, with and without storing all scores. */
export const memory: ReviewQuestion<Memory> = {
  id: 'memory',
  taught: ({ asked }) => (asked === 'plain' ? TAUGHT.scores : TAUGHT.tiles),
  draw(seed) {
    const draw = drawsOf(seed);
    return {
      tokens: pick(draw, [6144, 12_288, 20_480, 24_576, 40_960, 49_152]),
      d: pick(draw, [32, 96, 128]),
      asked: pick(draw, ['plain', 'streaming'] as const),
    };
  },
  words: ({ tokens, d, asked }, i18n) => ({
    ...{ tokens: i18n.integer(tokens), d, bytes: Float32Array.BYTES_PER_ELEMENT },
    asked: word(i18n, `asked.${asked}`),
  }),
  answers(engine, state, i18n) {
    const { plain, streaming, sums } = bytesOf(engine, state);
    const numbers =
      state.asked === 'plain'
        ? {
            plain,
            linear: streaming,
            byte: plain / Float32Array.BYTES_PER_ELEMENT,
            wide: plain * state.d,
          }
        : { streaming, square: plain, byte: streaming / Float32Array.BYTES_PER_ELEMENT, sums };
    return answersOf(numbers, (x) => bytesText(i18n, x));
  },
};
