// SPDX-License-Identifier: MIT
// What each guess stands for, and which of them the engine finds.
import { initialState } from '../../state/fields.ts';
import type { Prediction } from '../prediction.ts';
import { bytesText } from './bytes.ts';
import { fields, type State } from './state.ts';
import { bytesOf, largestGap, precision, tokensOf } from './tokens.ts';

const with_ = (change: Partial<State>): State =>
  Object.freeze({ ...initialState(fields), ...change });

const FEW = 64;

/** What each guess makes of the weights' bytes when the text is twice as long. */
const FACTORS = { same: 1, twice: 2, fourfold: 4, eightfold: 8 } as const;
type Factor = keyof typeof FACTORS;

const twice: Prediction<State> = {
  id: 'twice',
  guesses: Object.keys(FACTORS),
  state: with_({ n: 4096 }),
  measure: (engine, i18n) => {
    const [before, after] = [FEW, 2 * FEW].map((n) =>
      bytesOf(engine.attention({ precision, ...tokensOf(engine, n) }).weights),
    ) as [number, number];
    const right = (Object.keys(FACTORS) as Factor[]).find((one) => before * FACTORS[one] === after);
    const numbers = { before: bytesText(i18n, before), after: bytesText(i18n, after) };
    return { right: right ?? '', numbers };
  },
};

/** What float32 leaves of two ways to add the same numbers up. */
const ROUNDING = 2e-6;

const exact: Prediction<State> = {
  id: 'exact',
  guesses: ['same', 'near', 'window'],
  state: with_({ tile: '1' }),
  measure: (engine, i18n) => {
    const tokens = tokensOf(engine, 2 * FEW);
    const { output } = engine.attention({ precision, ...tokens });
    const streaming = engine.streamingAttention({ precision, ...tokens, tileKeys: FEW / 4 });
    const gap = largestGap(output.data, streaming.output.data);
    const right = gap <= ROUNDING ? 'same' : gap < 0.1 ? 'near' : 'window';
    return { right, numbers: { gap: i18n.number(gap, { digits: 2 }) } };
  },
};

export const predictions: readonly Prediction<State>[] = [twice, exact];
