// SPDX-License-Identifier: MIT
// Makes the files of web/src/engine/sentences/models: `npm run train:sentences`. No page loads this.
import type { Engine } from './engine.ts';
import { sentenceBatches } from './sentences/batches.ts';
import { grammarOf, type SentenceLanguage } from './sentences/languages.ts';
import { FILE_FORMAT, packed, type SentenceModelFile, unpacked } from './sentences/model-file.ts';

const SEED = 1;
const STEPS = 1000;
/** Batches that are made at a time. */
const SLICE = 50;
const TEST_SEED = -1;
const TESTS = 512;
const OPTIONS = { width: 32, layers: 2, heads: 2 };

/**
 * Trains the model of a language. The same module gives the same bits on every machine, unless it uses relaxed SIMD.
 * @throws AttentionError
 */
export function trainSentenceModel(engine: Engine, language: SentenceLanguage): SentenceModelFile {
  if (engine.twin === 'relaxed') throw new Error('relaxed SIMD has other bits on other machines');
  const grammar = grammarOf(language);
  const options = { ...OPTIONS, positions: grammar.longest };
  const model = engine.newLanguageModel({
    ...{ precision: 'float32', vocabulary: grammar.words.length, ...options, seed: SEED },
    ...{ optimizer: 'adam', learningRate: 0.003, beta1: 0.9, beta2: 0.99 },
  });
  try {
    while (model.steps < STEPS)
      model.train(
        sentenceBatches(grammar, SEED, model.steps, Math.min(SLICE, STEPS - model.steps)),
      );
    const parameters = Object.fromEntries(
      Object.entries(model.parameters).map(([name, matrix]) => [name, packed(matrix)]),
    );
    model.load(
      Object.fromEntries(Object.entries(parameters).map(([name, rows]) => [name, unpacked(rows)])),
    );
    const { tokens, targets, counts } = sentenceBatches(grammar, TEST_SEED, 0, 1, TESTS);
    const one = ({ shape, data }: typeof tokens) => ({ shape: shape.slice(1), data });
    const { loss = Number.NaN } = model.stages({
      tokens: one(tokens),
      targets: one(targets),
      counts: one(counts),
    });
    return {
      ...{ format: FILE_FORMAT, language, script: 'npm run train:sentences', license: 'MIT' },
      ...{ options, seed: SEED, steps: STEPS, loss, floor: grammar.floor, words: grammar.words },
      parameters,
    };
  } finally {
    model.release();
  }
}
