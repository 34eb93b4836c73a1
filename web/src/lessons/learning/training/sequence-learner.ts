// SPDX-License-Identifier: MIT
import type { Engine, LanguageModel, Tensor } from '../../../engine/index.ts';
import { type SequenceTask, sequenceTask } from '../tasks.ts';
import type { Learner, Look, ModelSpec, Saved } from './learner.ts';
import { largestAt, rowsOf } from './numbers.ts';

/** Of a task that has sequences. */
export type SequenceSpec = ModelSpec & { readonly task: 'repetition' | 'sentences' };

const WIDTH = 32;
const LEARNING_RATE = 0.003;
/** Batches that are made at a time, so that a long slice takes no more memory. */
const MOST_BATCHES = 64;

const firstStep = ({ shape, data }: Tensor): Tensor => ({ shape: shape.slice(1), data });

/** A small transformer that says what comes next. */
export class SequenceLearner implements Learner {
  readonly #model: LanguageModel<'float32'>;
  readonly #task: SequenceTask;

  /** @param batch  sequences of a step; as many as the stage takes unless given */
  constructor(
    private readonly engine: Engine,
    private readonly spec: SequenceSpec,
    private readonly batch?: number,
  ) {
    this.#task = sequenceTask(spec.task, spec.language);
    this.#model = engine.newLanguageModel({
      ...{ precision: 'float32', vocabulary: this.#task.vocabulary.length, width: WIDTH },
      ...{ layers: Number(spec.layers), heads: Number(spec.heads) },
      positions: spec.positions === 'learned' ? this.#task.longest : 0,
      ...{ causal: spec.mask === 'causal', tied: spec.tied === 'tied' },
      scaled: spec.scale === 'sqrt_dk',
      ...{ optimizer: 'adam', learningRate: LEARNING_RATE, beta1: 0.9, beta2: 0.99 },
      seed: spec.seed,
    });
  }

  get steps(): number {
    return this.#model.steps;
  }

  train(count: number): Float32Array {
    const losses = new Float32Array(count);
    for (let made = 0; made < count; made += MOST_BATCHES) {
      const some = Math.min(MOST_BATCHES, count - made);
      const batches = this.#task.batches(this.spec.seed, this.steps, some, this.batch);
      losses.set(this.#model.train(batches), made);
    }
    return losses;
  }

  look(tokens: readonly number[]): Look {
    const n = tokens.length;
    const { weights, logits } = this.#model.stages({ tokens: { shape: [1, n], data: tokens } });
    const heads = Number(this.spec.heads);
    const each = Array.from({ length: Number(this.spec.layers) * heads }, (_, i) =>
      rowsOf(weights.data.subarray(i * n * n, (i + 1) * n * n), n),
    );
    const layers = Array.from({ length: Number(this.spec.layers) }, (_, l) =>
      each.slice(l * heads, (l + 1) * heads),
    );
    const next = this.engine.softmax({ precision: 'float32', logits });
    return { weights: layers, next: rowsOf(next.data, this.#task.vocabulary.length) };
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
      if (largestAt(row) === targets.data[i]) rights += 1;
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
