// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { randomSentence } from './random.ts';
import { type Similarity, similarity } from './similarity.ts';
import type { State } from './state.ts';

export interface Numbers extends Similarity {
  /** The tokens of the sentence, or the names of the three tokens. */
  readonly tokens: readonly string[];
}

const NAMES = ['A', 'B', 'C'] as const;

/** @throws AttentionError */
export function compute(state: State, engine: Engine): Numbers {
  const { three, precision, divisor } = state;
  if (three === undefined) return randomSentence(state, engine);
  const { tokens, ...projections } = three;
  return { ...similarity(engine, tokens, { precision, divisor, ...projections }), tokens: NAMES };
}
