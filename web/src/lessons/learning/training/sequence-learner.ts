// SPDX-License-Identifier: MIT
import { maxIndex } from 'd3-array';
import type { Engine, LanguageModel, LanguageModelInput, Tensor } from '../../../engine/index.ts';
import { MODEL, OPTIMIZER } from '../../../engine/sentences/training.ts';
import { rowsOf } from '../../matrix.ts';
import { type SequenceTask, sequenceTask } from '../tasks.ts';
import type { Learner, Look, ModelSpec, Saved } from './learner.ts';

/** The options of a model for a task with sequences of tokens. */
export type SequenceSpec = ModelSpec & { readonly task: 'repetition' | 'sentences' };

/** Maximum number of batches that are generated at a time, which limits the memory of long jobs. */
const MOST_BATCHES = 64;

const firstStep = ({ shape, data }: Tensor): Tensor => ({ shape: shape.slice(1), data });

/** Converts the options of a model to those of the engine's language model. */
export const modelInput = (spec: SequenceSpec): LanguageModelInput<'float32'> => {
  const { vocabulary, longest } = sequenceTask(spec.task, spec.language);
  return {
    ...{ precision: 'float32', vocabulary: vocabulary.length, width: MODEL.width },
    ...{ layers: Number(spec.layers), heads: Number(spec.heads) },
    positions: spec.positions === 'learned' ? longest : 0,
    ...{ causal: spec.mask === 'causal', tied: spec.tied === 'tied' },
    scaled: spec.scale === 'sqrt_dk',
    ...OPTIMIZER,
    seed: spec.seed,
  };
};

/** A small transformer that predicts the next token. */
export class SequenceLearner implements Learner {
  readonly #model: LanguageModel<'float32'>;
  readonly #task: SequenceTask;

  /** @param batch  number of sequences in a step; by default `BATCH`, as on the stage (the figure with its controls) */
  constructor(
    private readonly engine: Engine,
    private readonly spec: SequenceSpec,
    private readonly batch?: number,
  ) {
    this.#task = sequenceTask(spec.task, spec.language);
    this.#model = engine.newLanguageModel(modelInput(spec));
  }

  get steps(): number {
    return this.#model.steps;
  }

  train(count: number): Float32Array {
    const losses = new Float32Array(count);
    for (let made = 0; made < count; made += MOST_BATCHES) {
      const some = Math.min(MOST_BATCHES, count - made);
      const batches = this.#task.batches(this.spec.seed, this.steps, some, this.batch);
      losses.set(this.#model.train(batches).losses, made);
    }
    return losses;
  }

  look(tokens: readonly number[]): Look {
    const n = tokens.length;
    const { weights, logits } = this.#model.stages({ tokens: { shape: [1, n], data: tokens } });
    const heads = Number(this.spec.heads);
    const each = Array.from({ length: Number(this.spec.layers) * heads }, (_, i) =>
      rowsOf(weights, i),
    );
    const layers = Array.from({ length: Number(this.spec.layers) }, (_, l) =>
      each.slice(l * heads, (l + 1) * heads),
    );
    const next = this.engine.softmax({ precision: 'float32', logits });
    return { weights: layers, next: rowsOf(next) };
  }

  right(): number {
    const { tokens, targets, counts } = this.#task.test;
    const { logits } = this.#model.stages({ tokens: firstStep(tokens) });
    const width = this.#task.vocabulary.length;
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

  parameters() {
    return this.#model.parameters;
  }

  release(): void {
    this.#model.release();
  }
}
