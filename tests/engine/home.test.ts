// SPDX-License-Identifier: MIT
// Tests the home page's statements about its sentences.
import { expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import sentences from '../../web/src/lesson/sentences.json' with { type: 'json' };
import { look } from '../../web/src/site/home/sentence.ts';

const engine = await createEngine();

const all = Object.entries(sentences).flatMap(([language, list]) =>
  list.map((words, choice) => ({ language, choice, words })),
);

it.for(all)('$language, $choice: the last word looks at the changed word', async (one) => {
  const { language, choice, words } = one;
  const model = await engine.sentenceModel(language as keyof typeof sentences);
  const { found, weights, written } = look(model, choice);
  expect(found).toBe(1);
  expect(weights).toHaveLength(words.length);
  expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 5);
  // In English the model predicts the last word of the sentence, in Chinese the noun after the sentence.
  if (language === 'en') expect(written.word).toBe(words.at(-1));
  else expect(words).not.toContain(written.word);
});
