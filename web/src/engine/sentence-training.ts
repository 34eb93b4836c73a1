// SPDX-License-Identifier: MIT
// Trains the models in web/src/engine/sentences/models. Only `npm run train:sentences` uses this module.
import type { Engine } from './engine.ts';
import { sentenceBatches } from './sentences/batches.ts';
import { grammarOf } from './sentences/grammars.ts';
import type { SentenceLanguage } from './sentences/languages.ts';
import { FILE_FORMAT, packed, type SentenceModelFile, unpacked } from './sentences/model-file.ts';
import { MODEL, OPTIMIZER, SEED, STEPS } from './sentences/training.ts';

/** Number of batches that are generated at a time. */
const SLICE = 50;
const TEST_SEED = -1;
const TESTS = 512;

/**
 * Trains the model of a language. The result has the same bits on all machines.
 * @throws Error with the build `relaxed` (relaxed SIMD), whose results differ; AttentionError if a call is rejected
 */
export function trainSentenceModel(engine: Engine, language: SentenceLanguage): SentenceModelFile {
  if (engine.twin === 'relaxed')
    throw new Error('relaxed SIMD gives different bits on different machines');
  const grammar = grammarOf(language);
  const options = { ...MODEL, positions: grammar.longest };
  const model = engine.newLanguageModel({
    ...{ precision: 'float32', vocabulary: grammar.words.length, ...options, seed: SEED },
    ...OPTIMIZER,
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
