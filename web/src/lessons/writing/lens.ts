// SPDX-License-Identifier: MIT
// The logit lens: what the model would say after the last tokens if it ended before the first layer, or after a layer.
import type { Engine, TalesModel, TalesStages } from '../../engine/index.ts';

export interface Piece {
  readonly token: number;
  readonly text: string;
  readonly isUnknown: boolean;
}

/** What the model would say after a token. */
export interface Said {
  readonly text: string;
  readonly probability: number;
}

/** How many tokens the logit lens shows. */
const LENS = 9;

export function lensOf(
  engine: Engine,
  model: TalesModel,
  { embedded, layers }: TalesStages,
  pieces: readonly Piece[],
) {
  const shown = pieces.slice(-LENS);
  const rows = [embedded, ...layers.map(({ stream }) => stream)].map(({ shape, data }) => {
    const width = shape[1] ?? 0;
    const last = { shape: [shown.length, width], data: data.slice(-shown.length * width) };
    const { data: all } = engine.softmax({ precision: 'float32', logits: model.logits(last) });
    const size = all.length / shown.length;
    return shown.map((_, i): Said => {
      const row = all.subarray(i * size, (i + 1) * size);
      const probability = row.reduce((one, other) => Math.max(one, other), 0);
      return { text: model.pieces[row.indexOf(probability)] ?? '', probability };
    });
  });
  return { pieces: shown, rows };
}
