// SPDX-License-Identifier: MIT
// The pictures in words: what a sighted reader would notice.
import { nextOf } from './circle.ts';
import { quoted, type Scene, share, short } from './scene.ts';

/** The place of the largest entry of a row. */
export const strongestOf = (row: readonly number[]): number => row.indexOf(Math.max(...row));

/** Whether the matrix is its own mirror image. */
export function describeScores(scene: Scene): string {
  const { numbers, t } = scene;
  const kind = numbers.scoresAsymmetry === 0 ? 'scores.symmetric' : 'scores.asymmetric';
  return t(kind, {
    count: numbers.tokens.length,
    asymmetry: short(scene, numbers.scoresAsymmetry),
  });
}

/** To which token each gives most. */
export function describeWeights(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  const most = numbers.weights.map((row, i) => {
    const j = strongestOf(row);
    const weight = share(scene, row[j] ?? Number.NaN);
    return t('weights.one', { from: quoted(scene, i), to: quoted(scene, j), weight });
  });
  return t('weights.description', { list: i18n.list(most) });
}

/** How far the outputs lie from their tokens. */
export function describeMixing(scene: Scene, kind: 'values' | 'output'): string {
  const { numbers, t } = scene;
  if (kind === 'values') return t('values.description', { count: numbers.tokens.length });
  const { distances } = numbers;
  const [most, least] = [Math.max(...distances), Math.min(...distances)];
  if (most === 0) return t('output.still');
  return t('output.description', {
    far: quoted(scene, distances.indexOf(most)),
    most: short(scene, most),
    near: quoted(scene, distances.indexOf(least)),
    least: short(scene, least),
  });
}

/** The curve's ends, and where the sentence stands on it. */
export function describeCurve(scene: Scene): string {
  const { state, numbers, t } = scene;
  const { points } = numbers.curve;
  const text = (x = Number.NaN) => short(scene, x);
  return t('curve.description', {
    axis: t(`curve.axis.${state.axis}`),
    low: text(points[0]?.x),
    first: text(points[0]?.meanDiagonal),
    high: text(points.at(-1)?.x),
    last: text(points.at(-1)?.meanDiagonal),
    x: text(state[state.axis]),
    reading: text(numbers.meanDiagonal),
  });
}

/** Where each of the three tokens points. */
export function describeCircle(scene: Scene, names: readonly string[]): string {
  const { numbers, t } = scene;
  const { circle } = numbers;
  const all = circle.pointing.map((pointing, i) =>
    t(`circle.${pointing}`, {
      name: names[i] ?? '',
      next: names[nextOf(i)] ?? '',
      weight: share(scene, circle.weights[i]?.[nextOf(i)] ?? Number.NaN),
    }),
  );
  return [...all, t('circle.count', { count: circle.onward })].join(' ');
}
