// SPDX-License-Identifier: MIT
// The pictures in words: what a sighted reader would notice.
import type { KeyStages } from './compute.ts';
import type { Scene } from './scene.ts';

/** A point's place, for the one who moves it without seeing it. */
export function pointText({ i18n, t }: Scene, { key, value }: KeyStages): string {
  const text = (x: number) => i18n.number(x, { digits: 6 });
  return t('plot.pointText', { key: text(key), value: text(value) });
}

/** The curve and where the query stands on it. */
export function describePlot({ state, numbers, i18n, t }: Scene): string {
  const text = (x: number) => i18n.number(x, { digits: 5 });
  const drawn = numbers.curve.filter(({ hasSupport }) => hasSupport);
  const first = drawn.at(0)?.prediction ?? Number.NaN;
  const last = drawn.at(-1)?.prediction ?? Number.NaN;
  const shape = first === last ? 'flat' : first < last ? 'rising' : 'falling';
  return [
    t(`plot.shape.${shape}`, { first: text(first), last: text(last) }),
    numbers.hasSupport
      ? t('plot.reads', { query: text(state.query), prediction: text(numbers.prediction) })
      : t('plot.readsNothing', { query: text(state.query) }),
    t('plot.count', { count: numbers.keyStages.length }),
  ].join(' ');
}

/** Which keys the query attends to. */
export function describeBars({ numbers, i18n, t }: Scene): string {
  if (!numbers.hasSupport) return t('result.none');
  const weights = numbers.keyStages.map(({ weight }) => weight);
  const heaviest = Math.max(...weights);
  const close = (weight: number) => weight >= heaviest * 0.999;
  const keys = numbers.keyStages
    .filter(({ weight }) => close(weight))
    .map(({ key }) => i18n.number(key, { digits: 6 }));
  return t('weights.heaviest', { keys: i18n.list(keys), share: i18n.percent(heaviest) });
}
