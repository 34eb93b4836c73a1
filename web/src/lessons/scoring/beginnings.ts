// SPDX-License-Identifier: MIT
// What a dot product loses at the toy of retrieval.ts before it has learned anything.
import type { Divisor, Engine } from '../../engine/index.ts';
import { asked, type Examples, flat } from './descent.ts';
import { drawExamples, drawParameters } from './retrieval.ts';

/** How many components a query and a key have. */
export const WIDTHS = [4, 16, 64, 256] as const;
export type Width = (typeof WIDTHS)[number];

type Divided = Extract<Divisor, 'none' | 'sqrt_dk'>;

const MODELS = 16;
const precision = 'float64';

/** Draws model after model, as a job in slices. */
export class Beginnings {
  static readonly total = MODELS * WIDTHS.length;

  count = 0;
  readonly #examples = new Map<Width, Examples>();
  readonly #losses = new Map<string, number[]>();

  constructor(private readonly engine: Engine) {}

  advance(more: number): void {
    for (let i = 0; i < more; i++) {
      const d = WIDTHS[this.count % WIDTHS.length] as Width;
      this.#draw(d, Math.floor(this.count / WIDTHS.length));
      this.count++;
    }
  }

  /** The mean over the models. */
  loss(d: Width, divisor: Divided): number {
    const data = this.#of(d, divisor);
    return this.engine.standardise({ precision, x: { shape: [1, data.length], data } }).mean;
  }

  #draw(d: Width, model: number): void {
    const { engine } = this;
    const examples = this.#examples.get(d) ?? drawExamples(engine, d, 'train');
    this.#examples.set(d, examples);
    const input = asked(engine, drawParameters(engine, { score: 'scaled', d }, model), examples);
    for (const divisor of ['none', 'sqrt_dk'] as const) {
      const logits = flat(engine.attention({ ...input, divisor }).scaledScores);
      const { loss } = engine.crossEntropy({ precision, logits, targets: examples.targets });
      this.#of(d, divisor).push(loss);
    }
  }

  #of(d: Width, divisor: Divided): number[] {
    const name = `${divisor} ${d}`;
    const losses = this.#losses.get(name) ?? [];
    this.#losses.set(name, losses);
    return losses;
  }
}
