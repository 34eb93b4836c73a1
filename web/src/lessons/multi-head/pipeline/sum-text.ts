// SPDX-License-Identifier: MIT
// A sum with its numbers in it, as a line of text that wraps.
import { type Scene, short } from '../scene.ts';
import type { Sum } from './trace.ts';

const factor = (scene: Pick<Scene, 'i18n'>, x: number): string =>
  x < 0 ? `(${short(scene, x)})` : short(scene, x);

/** What stands behind the equals sign; a number that is only moved, drawn or hidden is told in words. */
export function sumText(scene: Pick<Scene, 'i18n' | 't'>, sum: Sum): string {
  const { t } = scene;
  const text = (x: number) => short(scene, x);
  switch (sum.kind) {
    case 'drawn':
      return t('sum.drawn');
    case 'copy':
      return t('sum.copy');
    case 'products': {
      const products = sum.terms.map(([a, b]) => `${factor(scene, a)}·${factor(scene, b)}`);
      const all =
        sum.constant === undefined ? products : [...products, factor(scene, sum.constant)];
      return `= ${all.join(' + ')}`;
    }
    case 'quotient':
      return sum.isHidden ? t('sum.hidden') : `= ${text(sum.value)} / √${sum.root}`;
    case 'softmax': {
      const powers = sum.row.map((x) => `exp(${text(x)})`);
      return `= ${powers[sum.at] ?? ''} / (${powers.join(' + ')})`;
    }
  }
}
