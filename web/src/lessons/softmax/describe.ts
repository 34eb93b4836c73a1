// SPDX-License-Identifier: MIT
// The pictures in words: what a sighted reader would notice.
import { largestOf } from '../largest.ts';
import { indexed, type Scene, share, short } from './scene.ts';

/** Which entry stands out, and whom softmax favours beside the plain shares. */
export function describeBars(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  if (!numbers.hasWeights) return t('result.none');
  const said = (x: number) => share(scene, x);
  const weights = numbers.entries.map(({ weight }) => weight);
  const places = largestOf(weights, said);
  const named = (all: readonly number[]) => i18n.list(all.map((i) => indexed('x', i)));
  const most = t('weights.most', {
    names: named(places),
    weight: said(weights[places[0] ?? 0] ?? Number.NaN),
  });
  if (numbers.entries.some(({ plain }) => Number.isNaN(plain)))
    return `${most} ${t('weights.noPlain')}`;
  const off = (way: 1 | -1) =>
    Array.from(numbers.entries.keys()).filter((i) => {
      const { weight = 0, plain = 0 } = numbers.entries[i] ?? {};
      return said(weight) !== said(plain) && Math.sign(weight - plain) === way;
    });
  const [raised, lowered] = [off(1), off(-1)];
  return [
    most,
    raised.length > 0 ? t('weights.raised', { names: named(raised) }) : '',
    lowered.length > 0 ? t('weights.lowered', { names: named(lowered) }) : '',
    raised.length + lowered.length === 0 ? t('weights.even') : '',
  ]
    .filter(Boolean)
    .join(' ');
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
