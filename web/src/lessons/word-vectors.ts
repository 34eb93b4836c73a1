// SPDX-License-Identifier: MIT
import type { SentenceModel, Tensor } from '../engine/index.ts';

/** Shape (words, d). Each row is the embedding of a word plus the vector of the word's position. */
export function wordVectors(
  { words: all, embeddings, positions }: SentenceModel,
  words: readonly string[],
): Tensor<Float64Array> {
  const [, d = 0] = embeddings.shape;
  const tokens = words.map((word) => all.indexOf(word));
  const data = tokens.flatMap((token, place) =>
    Array.from(
      { length: d },
      (_, j) =>
        (embeddings.data[token * d + j] as number) + (positions.data[place * d + j] as number),
    ),
  );
  return { shape: [words.length, d], data: Float64Array.from(data) };
}
