// SPDX-License-Identifier: MIT
// The pictures in words: what a sighted reader would notice.
import type { CurvePoint, KeyStages } from './compute.ts';
import type { Scene } from './scene.ts';

/** A point's place, for the one who moves it without seeing it. */
export function pointText({ i18n, t }: Scene, { key, value }: KeyStages): string {
  const text = (x: number) => i18n.number(x, { digits: 6 });
  return t('plot.pointText', { key: text(key), value: text(value) });
}

/** The curve and where the query stands on it. */
export function describePlot({ state, numbers, i18n, t }: Scene): string {
  const text = (x: number) => i18n.number(x, { digits: 5 });
  const { curve, hasSupport, prediction, keyStages } = numbers;
  return [
    describeCurve(curve, text, t),
    curve.every((point) => point.hasSupport) ? '' : t('plot.gaps'),
    hasSupport
      ? t('plot.reads', { query: text(state.query), prediction: text(prediction) })
      : t('plot.readsNothing', { query: text(state.query) }),
    t('plot.count', { count: keyStages.length }),
  ]
    .filter(Boolean)
    .join(' ');
}

// By the numbers as they are said: what rounds to the same is the same to a listener.
function describeCurve(
  curve: readonly CurvePoint[],
  text: (x: number) => string,
  t: Scene['t'],
): string {
  const drawn = curve.filter((point) => point.hasSupport).map((point) => point.prediction);
  if (drawn.length === 0) return t('plot.shape.empty');
  const low = text(Math.min(...drawn));
  const high = text(Math.max(...drawn));
  const first = text(drawn[0] as number);
  const last = text(drawn.at(-1) as number);
  if (low === high) return t('plot.shape.flat', { last });
  if (first === low && last === high) return t('plot.shape.rising', { first, last });
  if (first === high && last === low) return t('plot.shape.falling', { first, last });
  return t('plot.shape.wavy', { first, last, low, high });
}

const MOST_NAMED = 4;

/** Which keys the query attends to. */
export function describeBars({ numbers, i18n, t }: Scene): string {
  if (!numbers.hasSupport) return t('result.none');
  const weights = numbers.keyStages.map(({ weight }) => weight);
  const heaviest = Math.max(...weights);
  const share = i18n.percent(heaviest, 3);
  const keys = numbers.keyStages
    .filter(({ weight }) => weight >= heaviest * 0.999)
    .map(({ key }) => i18n.number(key, { digits: 6 }));
  if (keys.length === 1) return t('weights.one', { key: keys[0] as string, share });
  return keys.length > MOST_NAMED
    ? t('weights.many', { number: keys.length, share })
    : t('weights.some', { keys: i18n.list(keys), share });
}
