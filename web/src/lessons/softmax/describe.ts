// SPDX-License-Identifier: MIT
// The pictures in words: what a sighted reader would notice.
import { indexed, type Scene, share, short } from './scene.ts';

/** Each entry's weight and its plain share. */
export function describeBars(scene: Scene): string {
  const { numbers, t } = scene;
  if (!numbers.hasWeights) return t('result.none');
  const all = numbers.entries.map(({ weight, plain }, i) =>
    t('weights.one', {
      name: indexed('x', i),
      weight: share(scene, weight),
      plain: share(scene, plain),
    }),
  );
  return all.join(' ');
}

/** Where the matrix is strongest, and how strong it is as a whole. */
export function describeJacobian(scene: Scene): string {
  const { numbers, t } = scene;
  if (!numbers.hasWeights) return t('result.none');
  const diagonal = numbers.jacobian.map((row, i) => row[i] as number);
  const strongest = diagonal.indexOf(Math.max(...diagonal));
  return t('jacobian.description', {
    size: diagonal.length,
    row: indexed('p', strongest),
    column: indexed('z', strongest),
    value: short(scene, diagonal[strongest] ?? Number.NaN),
    norm: short(scene, numbers.jacobianNorm),
  });
}

/** The curve's ends and bounds, and where the last entry stands on it. */
export function describeCurve(scene: Scene, reading: number): string {
  const { state, numbers, t } = scene;
  const values = numbers.curve.map((point) => point[state.curve]).filter(Number.isFinite);
  if (values.length === 0 || !numbers.hasWeights) return t('result.none');
  const text = (x = Number.NaN) => short(scene, x);
  return t('answer.description', {
    quantity: t(`answer.axis.${state.curve}`, { index: state.x.length }),
    name: indexed('x', state.x.length - 1),
    first: text(values[0]),
    last: text(values.at(-1)),
    low: text(Math.min(...values)),
    high: text(Math.max(...values)),
    x: text(state.x.at(-1)),
    reading: text(reading),
  });
}
