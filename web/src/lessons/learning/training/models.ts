// SPDX-License-Identifier: MIT
// The models that continue a list: one with all ideas of the course, and six that each leave one out.
import type { LanguageModelInput } from '../../../engine/index.ts';
import { MODEL, OPTIMIZER } from '../../../engine/sentences/training.ts';
import { LONGEST, SYMBOLS } from './repetition.ts';

/** The options of a model, which determine its training bit for bit. */
export interface ModelSpec {
  readonly layers: number;
  readonly heads: number;
  /** Whether one matrix makes queries and keys. */
  readonly isTied: boolean;
  readonly hasPositions: boolean;
  readonly isCausal: boolean;
  /** Whether scores are divided by √d. */
  readonly isScaled: boolean;
  readonly seed: number;
}

const WHOLE: ModelSpec = {
  ...{ layers: MODEL.layers, heads: MODEL.heads, isTied: false, hasPositions: true },
  ...{ isCausal: true, isScaled: true, seed: 1 },
};

export const MODELS = {
  whole: WHOLE,
  layer: { ...WHOLE, layers: 1 },
  matrices: { ...WHOLE, isTied: true },
  positions: { ...WHOLE, hasPositions: false },
  mask: { ...WHOLE, isCausal: false },
  heads: { ...WHOLE, heads: 1 },
  scale: { ...WHOLE, isScaled: false },
} as const satisfies Readonly<Record<string, ModelSpec>>;
export type ModelName = keyof typeof MODELS;

/** The number of training steps. */
export const STEPS = 1000;

/** Converts the options of a model to those of the engine's language model. */
export const modelInput = (spec: ModelSpec): LanguageModelInput<'float32'> => ({
  ...{ precision: 'float32', vocabulary: SYMBOLS.length, width: MODEL.width },
  ...{ layers: spec.layers, heads: spec.heads, positions: spec.hasPositions ? LONGEST : 0 },
  ...{ causal: spec.isCausal, tied: spec.isTied, scaled: spec.isScaled },
  ...OPTIMIZER,
  seed: spec.seed,
});
