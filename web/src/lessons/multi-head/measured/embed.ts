// SPDX-License-Identifier: MIT
// What the root of the whole width in place of a head's does to independent queries and keys.
import type { Engine } from '../../../engine/index.ts';
import { claim, type Experiment, shown } from '../../experiment.ts';
import type { State } from '../state.ts';
import { inTurn } from './in-turn.ts';
import { AS_PRINTED, filled, precision, with_ } from './support.ts';

const WIDTH = 512;
const SEQUENCES = 16;
const KEYS = 16;
/** More than four standard errors of a variance, and of a mean entropy, over so many scores. */
const CHANCE = 0.05;

/** Whose scores are looked at, and what they are divided by. */
const CASES = {
  right: { numHeads: 8, divisor: 'sqrt_dk' },
  eight: { numHeads: 8, divisor: 'sqrt_embed' },
  many: { numHeads: 64, divisor: 'sqrt_embed' },
} as const;
type Case = keyof typeof CASES;

/** The divided scores of one more sequence of queries against one of keys, for each case. */
function draw(engine: Engine, stream: number, samples: Readonly<Record<Case, number[]>>): void {
  const [queries, keys] = [2 * stream, 2 * stream + 1].map((at) =>
    engine.random({ precision, shape: [1, KEYS, WIDTH], seed: 31, stream: at }),
  );
  if (queries === undefined || keys === undefined) return;
  const W_o = filled(0, 1, WIDTH);
  for (const name of Object.keys(CASES) as Case[]) {
    const request = { precision, variant: AS_PRINTED, queries, keys, values: keys, W_o } as const;
    const { heads } = engine.multiHead({ ...request, ...CASES[name] });
    samples[name].push(...Array.from(heads.scaledScores.data));
  }
}

/** Variance of the scores, and the mean entropy of their rows' weights. */
function spread(engine: Engine, data: readonly number[]) {
  const { scaled } = engine.dotProductMoments({
    precision,
    queries: { shape: [data.length, 1], data },
    keys: filled(1, data.length, 1),
  });
  const logits = { shape: [data.length / KEYS, KEYS], data };
  const { entropy } = engine.softmaxStatistics({ precision, logits });
  return {
    variance: scaled[0]?.variance ?? Number.NaN,
    entropy: engine.standardise({ precision, x: entropy }).mean,
  };
}

export const embed: Experiment<State> = {
  id: 'embed',
  decides: ['E-31'],
  state: with_({ variant: AS_PRINTED, heads: '8', step: 'logits' }),
  measure: async (engine, run) => {
    const samples = { right: [], eight: [], many: [] };
    const work = Array.from({ length: SEQUENCES }, (_, at) => () => draw(engine, at, samples));
    if (!(await inTurn(work, run))) return undefined;
    const [right, eight, many] = [samples.right, samples.eight, samples.many].map((data) =>
      spread(engine, data),
    );
    return [
      { ...claim('right', 0.997, right?.variance, CHANCE), digits: 3 },
      { ...claim('eight', 1, eight?.variance, CHANCE), digits: 3 },
      { ...claim('many', 1, many?.variance, CHANCE), digits: 3 },
      { ...shown('entropyRight', 2.355, right?.entropy), digits: 4 },
      { ...claim('entropy', 2.355, eight?.entropy, CHANCE), digits: 4 },
    ];
  },
};
