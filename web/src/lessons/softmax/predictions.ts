// SPDX-License-Identifier: MIT
import { initialState } from '../../state/fields.ts';
import type { Prediction } from '../prediction.ts';
import { compute } from './compute.ts';
import { fields, type State } from './state.ts';

const DOCUMENT = initialState(fields);

/** The document's entries, 1000 added to each. */
const SHIFTED: State = Object.freeze({ ...DOCUMENT, x: [1001, 1001, 1001, 1005] });

/** What a shift of all entries does: each guess is the last weight in its way, the nearest is right. */
const shift: Prediction<State> = {
  id: 'shift',
  guesses: ['all', 'same', 'share', 'nothing'],
  state: SHIFTED,
  measure: (engine, i18n) => {
    const last = (state: State) => compute(state, engine).entries.at(-1);
    const shifted = last(SHIFTED);
    const weight = shifted?.weight ?? Number.NaN;
    const share = shifted?.plain ?? Number.NaN;
    const naive = shifted?.naive ?? Number.NaN;
    const taken = { all: 1, same: last(DOCUMENT)?.weight ?? Number.NaN, share, nothing: naive };
    const misses = Object.entries(taken)
      .map(([id, x]) => [id, Math.abs(x - weight)] as const)
      .filter(([, miss]) => !Number.isNaN(miss))
      .sort(([, a], [, b]) => a - b);
    return {
      right: misses[0]?.[0] ?? 'nothing',
      numbers: {
        weight: i18n.percent(weight, 2),
        share: i18n.percent(share, 2),
        naive: i18n.number(naive),
      },
    };
  },
};

export const predictions = [shift] as const;
