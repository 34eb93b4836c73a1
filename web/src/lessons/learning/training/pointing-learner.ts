// SPDX-License-Identifier: MIT
import { maxIndex } from 'd3-array';
import type { Engine, Tensor, Trainer } from '../../../engine/index.ts';
import { rowsOf } from '../../matrix.ts';
import { newPointing, pointingOptions } from '../pointing-trainer.ts';
import { LETTERS, POINTING_WIDTH, TARGETS } from '../tasks.ts';
import type { Learner, Look, ModelSpec, Saved } from './learner.ts';

const SHAPE = [LETTERS.length, POINTING_WIDTH];
const SIZE = LETTERS.length * POINTING_WIDTH;

const joined = (list: readonly { data: Float32Array }[]): Float32Array =>
  Float32Array.from(list.flatMap(({ data }) => [...data]));

const matrices = (data: Float32Array) =>
  Array.from({ length: data.length / SIZE }, (_, i) => ({
    shape: SHAPE,
    data: data.slice(i * SIZE, (i + 1) * SIZE),
  }));

/**
 * The model for the pointing task: each of six tokens attends to its target token. All six tokens are one batch, so no
 * data are generated.
 */
export class PointingLearner implements Learner {
  readonly #trainer: Trainer<'float32'>;
  readonly #targets: readonly number[];

  constructor(
    private readonly engine: Engine,
    private readonly spec: ModelSpec,
  ) {
    this.#targets = TARGETS[spec.permutation];
    this.#trainer = newPointing(engine, 'float32', pointingOptions(spec));
  }

  get steps(): number {
    return this.#trainer.steps;
  }

  train(count: number): Float32Array {
    return this.#trainer.run(count);
  }

  look(): Look {
    const { W_q, W_k } = this.parameters();
    const queries = W_q as Tensor<Float32Array>;
    const divisor = this.spec.scale;
    const scores = this.engine.scaledDotScores({
      ...{ precision: 'float32', queries, keys: W_k ?? queries, divisor },
    });
    const weights = this.engine.softmax({ precision: 'float32', logits: scores });
    const rows = rowsOf(weights);
    return { weights: [[rows]], next: rows };
  }

  right(): number {
    const rights = this.look().next.filter((row, i) => maxIndex(row) === this.#targets[i]);
    return rights.length / LETTERS.length;
  }

  saved(): Saved {
    const { steps, parameters, first, second } = this.#trainer.state();
    return {
      steps,
      parameters: joined(parameters),
      first: joined(first),
      second: joined(second),
    };
  }

  restore({ steps, parameters, first, second }: Saved): void {
    this.#trainer.restore({
      steps,
      parameters: matrices(parameters),
      first: matrices(first),
      second: matrices(second),
    });
  }

  parameters() {
    return this.#trainer.parameters;
  }

  release(): void {
    this.#trainer.release();
  }
}
