// SPDX-License-Identifier: MIT
import { maxIndex } from 'd3-array';
import type { Engine, LanguageModel, LanguageModelState, Tensor } from '../../../engine/index.ts';
import { type Matrix, rowsOf } from '../../matrix.ts';
import { batches, type ModelSpec, modelInput, SYMBOLS, test } from './repetition.ts';

/** The complete state of a training. A training that continues from it gives bit-identical results. */
export type Saved = Omit<LanguageModelState<'float32'>, 'seed'>;

/** The results of a model for a list of tokens. */
export interface Look {
  /** The weights, indexed by layer and head. */
  readonly weights: readonly (readonly Matrix[])[];
  /** For each position, the most probable next token. */
  readonly next: readonly number[];
}

/** Maximum number of batches that are generated at a time, which limits the memory of long jobs. */
const MOST_BATCHES = 64;

const firstStep = ({ shape, data }: Tensor): Tensor => ({ shape: shape.slice(1), data });

/** A small transformer in the engine, with its training. */
export class Learner {
  readonly #model: LanguageModel<'float32'>;

  /**
   * @param batch  number of lists in a training step; default: `BATCH`, as in the lesson
   * @throws AttentionError if the engine cannot create the model
   */
  constructor(
    engine: Engine,
    private readonly spec: ModelSpec,
    private readonly batch?: number,
  ) {
    this.#model = engine.newLanguageModel(modelInput(spec));
  }

  get steps(): number {
    return this.#model.steps;
  }

  /** Makes `count` steps. The batch of step k depends only on k and the seed. @returns the loss before each step */
  train(count: number): Float32Array {
    const losses = new Float32Array(count);
    for (let made = 0; made < count; made += MOST_BATCHES) {
      const some = Math.min(MOST_BATCHES, count - made);
      const own = batches(this.spec.seed, this.steps, some, this.batch);
      losses.set(this.#model.train(own).losses, made);
    }
    return losses;
  }

  look(tokens: readonly number[]): Look {
    const { heads, layers } = this.spec;
    const { weights, logits } = this.#model.stages({
      tokens: { shape: [1, tokens.length], data: tokens },
    });
    const weightsOf = (layer: number) =>
      Array.from({ length: heads }, (_, head) => rowsOf(weights, layer * heads + head));
    return {
      weights: Array.from({ length: layers }, (_, layer) => weightsOf(layer)),
      next: rowsOf(logits).map((row) => maxIndex(row)),
    };
  }

  /** The share of right answers in the test set. */
  right(): number {
    const { tokens, targets, counts } = test;
    const { logits } = this.#model.stages({ tokens: firstStep(tokens) });
    const width = SYMBOLS.length;
    let rights = 0;
    let all = 0;
    counts.data.forEach((count, i) => {
      if (count === 0) return;
      all += 1;
      const row = logits.data.subarray(i * width, (i + 1) * width);
      if (maxIndex(row) === targets.data[i]) rights += 1;
    });
    return rights / all;
  }

  saved(): Saved {
    const { steps, parameters, first, second } = this.#model.state();
    return { steps, parameters, first, second };
  }

  restore(saved: Saved): void {
    this.#model.restore(saved);
  }

  release(): void {
    this.#model.release();
  }
}
