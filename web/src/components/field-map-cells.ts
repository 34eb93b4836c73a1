// SPDX-License-Identifier: MIT

/**
 * A layer of a grid of cells. `strengths` has one number per cell, row by row from the bottom: from 0 (the layer does
 * not cover the cell) to 1.
 */
export interface FieldLayer {
  readonly label: string;
  readonly strengths: ArrayLike<number>;
}

/**
 * Strengths are quantized into five steps, each of which is drawn as one path. These are the upper bounds of the first
 * four steps; the last step ends at 1.
 */
const STEPS = [0.4, 0.6, 0.8, 0.95];
export const STEP_COUNT = STEPS.length + 1;

const stepOf = (strength: number): number => {
  if (!(strength > 0)) return -1;
  const above = STEPS.findIndex((limit) => strength < limit);
  return above < 0 ? STEPS.length : above;
};

export interface FieldEdges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The edges of the cells, rounded to whole pixels, so that there are no gaps between neighbouring cells. */
const edgesOf = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, i) => Math.round(from + (i * (to - from)) / count));

/**
 * The SVG paths of a layer's cells: `steps` has one path for each step of strength, and `all` covers all cells of the
 * layer.
 */
export function cellPaths(
  strengths: ArrayLike<number>,
  columns: number,
  { left, right, top, bottom }: FieldEdges,
): { readonly steps: readonly string[]; readonly all: string } {
  const rows = strengths.length / columns;
  const [xs, ys] = [edgesOf(left, right, columns), edgesOf(bottom, top, rows)];
  const steps = Array<string>(STEP_COUNT).fill('');
  let all = '';
  for (let row = 0; row < rows; row++) {
    const vertical = `V${ys[row + 1]}H`;
    const close = (from: number, to: number) =>
      `M${xs[from]} ${ys[row]}H${xs[to]}${vertical}${xs[from]}z`;
    let [begin, shown] = [0, -1];
    let begun = -1;
    for (let column = 0; column <= columns; column++) {
      const strength = column < columns ? (strengths[row * columns + column] as number) : 0;
      const step = stepOf(strength);
      if (step !== shown) {
        if (shown >= 0) steps[shown] += close(begin, column);
        [begin, shown] = [column, step];
      }
      if (step >= 0 && begun < 0) begun = column;
      if (step < 0 && begun >= 0) {
        all += close(begun, column);
        begun = -1;
      }
    }
  }
  return { steps, all };
}
