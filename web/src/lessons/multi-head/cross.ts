// SPDX-License-Identifier: MIT
// Cross-attention: a head reads one text with queries from another.
import type { Engine, SentenceModel } from '../../engine/index.ts';
import { type Matrix, matrix, rowsOf } from '../matrix.ts';

export interface Cross {
  readonly asking: readonly string[];
  readonly asked: readonly string[];
  /** One row for each word that asks. */
  readonly weights: Matrix;
  readonly scores: number;
}

/** The number of words at the end of a sentence that ask. The words before them are the other text. */
const ASKING = 2;

export function crossOf(
  engine: Engine,
  model: SentenceModel,
  words: readonly string[],
  layer: number,
): Cross {
  const end = Math.max(1, words.length - ASKING);
  const asked = words.slice(0, end);
  const asking = words.length > end ? words.slice(end) : asked;
  // Each text is computed alone, so neither has seen the other before their queries and keys meet.
  const queries = matrix(...rowsOf(model.stages(asking, layer).stages.headQueries, 0));
  const keys = matrix(...rowsOf(model.stages(asked, layer).stages.headKeys, 0));
  const precision = 'float32';
  const logits = engine.scaledDotScores({ precision, queries, keys, divisor: 'sqrt_dk' });
  const weights = rowsOf(engine.softmax({ precision, logits }));
  return { asking, asked, weights, scores: asking.length * asked.length };
}
