// SPDX-License-Identifier: MIT
// Computes the models' attention weights and predictions for the example in the figure. Uses the page's own engine,
// because the engine of the worker is busy with the training.
import type { Candidate } from '../../../components/next-words.ts';
import type { Engine } from '../../../engine/index.ts';
import type { State } from '../state.ts';
import { exported } from './export.ts';
import { type Learner, type Look, type ModelSpec, newLearner } from './learner.ts';
import type { Learning, Trained } from './learning.ts';
import type { ModelProgress, Progress } from './progress.ts';
import { boundOf, type Shown, shownOf } from './specs.ts';

interface Looked {
  readonly progress: ModelProgress;
  readonly tokens: string;
  readonly look: Look;
  /** The share of correct predictions, cached while the model is not being trained. */
  right?: number | undefined;
}

export class Looks {
  #learners: Learner[] = [];
  #looked: Looked[] = [];
  #specs: readonly ModelSpec[] = [];

  numbers(
    progress: Progress,
    state: State,
    specs: readonly ModelSpec[],
    engine: Engine,
    running: Pick<Learning, 'isRunning' | 'stepsPerSecond'>,
  ): Learning {
    const shown = shownOf(state, specs[0] as ModelSpec);
    if (specs !== this.#specs) this.#begin(specs, engine);
    const { isRunning } = running;
    const models = specs.map((spec, i) => {
      const trained = this.#trained(spec, i, progress, shown, engine);
      return isRunning ? trained : { ...trained, right: this.#right(i, progress) };
    });
    const bound = boundOf(specs);
    const { symbols, counted, roles, floor, unknown, vocabulary } = shown;
    return {
      ...running,
      ...{ models, symbols, counted, roles, floor, unknown, vocabulary },
      ...(bound === undefined ? {} : { bound }),
      save: async (model) => exported(models[model] as Trained, this.#parameters(model)),
    };
  }

  release(): void {
    for (const learner of this.#learners) learner.release();
    this.#learners = [];
    this.#looked = [];
    this.#specs = [];
  }

  #begin(specs: readonly ModelSpec[], engine: Engine): void {
    this.release();
    this.#learners = specs.map((spec) => newLearner(engine, spec));
    this.#specs = specs;
  }

  #trained(
    { language: _, ...options }: ModelSpec,
    i: number,
    { steps, models }: Progress,
    { tokens, names }: Shown,
    engine: Engine,
  ): Trained {
    const progress = models[i] as ModelProgress;
    const look = this.#look(i, progress, tokens, engine);
    return {
      ...{ options, steps, curve: progress.curve.points, loss: progress.curve.mean },
      right: progress.right,
      weights: (layer, head) => look.weights[layer]?.[head] ?? [],
      next: (position) => candidates(names, look.next[position] ?? []),
    };
  }

  #look(i: number, progress: ModelProgress, tokens: readonly number[], engine: Engine): Look {
    const key = tokens.join();
    const last = this.#looked[i];
    if (last?.progress === progress && last.tokens === key) return last.look;
    if (last !== undefined && last.progress !== progress) this.#stand(i, progress, engine);
    else if (progress.saved) this.#learners[i]?.restore(progress.saved);
    const look = (this.#learners[i] as Learner).look(tokens);
    this.#looked[i] = { progress, tokens: key, look };
    return look;
  }

  /**
   * The share of correct predictions after the last training step. The training computes this share only at certain
   * steps (`isJudged`); after any other step, it is computed here.
   */
  #right(i: number, { models, steps }: Progress): number | undefined {
    const { right, isJudged } = models[i] as ModelProgress;
    if (isJudged || steps === 0) return right;
    const looked = this.#looked[i] as Looked;
    looked.right ??= (this.#learners[i] as Learner).right();
    return looked.right;
  }

  /**
   * Restores the saved state of a model into its learner. Without a saved state, replaces the learner by an untrained
   * one.
   */
  #stand(i: number, { saved }: ModelProgress, engine: Engine): void {
    if (saved) {
      this.#learners[i]?.restore(saved);
      return;
    }
    this.#learners[i]?.release();
    this.#learners[i] = newLearner(engine, this.#specs[i] as ModelSpec);
  }

  #parameters(i: number) {
    return (this.#learners[i] as Learner).parameters();
  }
}

const candidates = (names: readonly string[], probabilities: readonly number[]): Candidate[] =>
  probabilities
    .map((probability, i) => ({ symbol: names[i] as string, probability }))
    .sort((a, b) => b.probability - a.probability);
