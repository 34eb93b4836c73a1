// SPDX-License-Identifier: MIT
import type { MapCell } from '../../components/cell-map.ts';
import { cellText, type Scene } from './scene.ts';

/** The largest of the finite numbers, so that a colour's strength can be told by it. */
export const extremeOf = (values: readonly (readonly number[])[]): number =>
  Math.max(Number.MIN_VALUE, ...values.flat().filter(Number.isFinite).map(Math.abs));

/** A matrix as coloured cells: blue for positive numbers, red for negative ones. */
export const cellsOf = (
  scene: Pick<Scene, 'i18n'>,
  values: readonly (readonly number[])[],
  {
    extreme = extremeOf(values),
    isLit = () => false,
    isHidden = () => false,
  }: {
    readonly extreme?: number;
    readonly isLit?: (row: number, column: number) => boolean;
    readonly isHidden?: (row: number, column: number) => boolean;
  } = {},
): MapCell[][] =>
  values.map((row, i) =>
    row.map((value, j) => ({
      text: cellText(scene, value),
      tone: isHidden(i, j) ? 'hidden' : value < 0 ? 'negative' : 'positive',
      strength: isHidden(i, j) ? 1 : Math.abs(value) / extreme,
      isLit: isLit(i, j),
    })),
  );
