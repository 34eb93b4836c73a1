// SPDX-License-Identifier: MIT
// The search: a query against the recipes' titles, and what their contents are mixed to.
import type { Engine, Tensor } from '../../engine/index.ts';
import { RECIPES, WORDS } from './library.ts';
import type { State } from './state.ts';

/** What the engine makes of one recipe. */
export interface Hit {
  /** What the query and the title come to by the measure: q·k, or the cosine. */
  readonly score: number;
  /** The score over the divisor. */
  readonly scaled: number;
  /** The same once the mask has hidden what it hides. */
  readonly logit: number;
  readonly weight: number;
}

export interface Search {
  readonly hits: readonly Hit[];
  /** The mix: minutes and energy. */
  readonly output: readonly number[];
  /** False where a query without a word has no cosine. */
  readonly hasWeights: boolean;
  /** The recipes with the highest logit, from 0: what a hard look-up would give. */
  readonly best: readonly number[];
}

const [N, D] = [RECIPES.length, WORDS.length];
const KEYS: Tensor = { shape: [N, D], data: RECIPES.flatMap(({ key }) => key) };
/** Keys that hand over the scores that they are given: for cosines, which are compared already. */
const PASSING: Tensor = {
  shape: [N, N],
  data: Array.from({ length: N * N }, (_, i) => (i % (N + 1) === 0 ? 1 : 0)),
};

/** All stages in one call; cosines are a call before it. */
export function computeSearch(state: State, engine: Engine): Search {
  const { precision, words, measure, temperature, hidden } = state;
  const queries: Tensor = { shape: [1, D], data: words };
  const isCosine = measure === 'cosine';
  const stages = engine.attention({
    precision,
    queries: isCosine ? engine.angles({ precision, queries, keys: KEYS }).cosines : queries,
    keys: isCosine ? PASSING : KEYS,
    values: {
      shape: [N, 2],
      data: RECIPES.flatMap((_, i) => [state.minutes[i] as number, state.energy[i] as number]),
    },
    ...(measure === 'scaled'
      ? { divisor: 'sqrt_dk' }
      : { divisor: 'number', divisorNumber: temperature }),
    ...(hidden > 0
      ? { keepMask: { shape: [1, N], data: RECIPES.map((_, i) => (i === hidden - 1 ? 0 : 1)) } }
      : {}),
  });
  const hits = RECIPES.map((_, i) => ({
    score: stages.scores.data[i] as number,
    scaled: stages.scaledScores.data[i] as number,
    logit: stages.logits.data[i] as number,
    weight: stages.weights.data[i] as number,
  }));
  const highest = Math.max(...hits.map(({ logit }) => logit));
  return {
    hits,
    output: Array.from(stages.output.data),
    hasWeights: Number.isFinite(stages.output.data[0]),
    best: hits.flatMap(({ logit }, i) => (logit === highest ? [i] : [])),
  };
}
