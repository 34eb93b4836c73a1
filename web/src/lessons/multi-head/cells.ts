// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import type { Matrix } from '../matrix.ts';
import '../../components/cell-map.ts';
import type { MapCell } from '../../components/cell-map.ts';
import '../../components/data-table.ts';
import type { Scene } from './stage.ts';

/** A number in a sentence, with four digits. */
export const short = ({ i18n }: Pick<Scene, 'i18n'>, x: number): string =>
  i18n.number(x, { digits: 4 });

const LARGE = 1000;

/** A number with two decimals. Large numbers are in scientific notation, such as −4e19. */
function cellText({ i18n }: Pick<Scene, 'i18n'>, x: number): string {
  if (Math.abs(x) < LARGE || !Number.isFinite(x)) return i18n.number(Number(x.toFixed(2)));
  return x.toExponential(0).replace('-', '−').replace('e+', 'e');
}

/** A shape as text, in the notation of the engine: (2, 3). */
export const sides = (shape: readonly number[]): string => `(${shape.join(', ')})`;
export const shapeOf = (values: readonly (readonly unknown[])[]): string =>
  sides([values.length, values[0]?.length ?? 0]);

export const upTo = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => String(i + 1));

/** The largest finite absolute value in the matrix. It gets the strongest colour. */
export const extremeOf = (values: Matrix): number =>
  Math.max(Number.MIN_VALUE, ...values.flat().filter(Number.isFinite).map(Math.abs));

type CellIs = (row: number, column: number) => boolean;

export const cellsOf = (
  scene: Pick<Scene, 'i18n'>,
  values: Matrix,
  {
    extreme = extremeOf(values),
    isLit = () => false,
    isHidden = () => false,
  }: { readonly extreme?: number; readonly isLit?: CellIs; readonly isHidden?: CellIs } = {},
): MapCell[][] =>
  values.map((row, i) =>
    row.map((value, j) => ({
      text: cellText(scene, value),
      tone: isHidden(i, j) ? 'hidden' : value < 0 ? 'negative' : 'positive',
      strength: isHidden(i, j) ? 1 : Math.abs(value) / extreme,
      isLit: isLit(i, j),
    })),
  );

/** A read-only matrix of coloured cells. */
export const cellMap = (
  name: string,
  values: readonly (readonly unknown[])[],
  description: string,
  cells: readonly (readonly MapCell[])[],
): TemplateResult => html`
  <al-cell-map .name=${name} .shape=${shapeOf(values)} .description=${description} .cells=${cells}></al-cell-map>`;

/**
 * A table of several matrices of the same shape. Each row of the table contains the entries of all matrices at one
 * cell.
 */
export const cellTable = (
  { t }: Scene,
  name: string,
  names: readonly string[],
  matrices: readonly (readonly (readonly (number | string)[])[])[],
): TemplateResult => html`
  <al-data-table .name=${name} .summary=${t('table')} .columns=${[t('field.row'), t('field.column'), ...names]}
    .rows=${() =>
      (matrices[0] ?? []).flatMap((row, i) =>
        row.map((_, j) => [i + 1, j + 1, ...matrices.map((matrix) => matrix[i]?.[j])]),
      )}></al-data-table>`;

/** A section of Verify (the lesson's second view): text, figure, and controls. */
export const bench = (
  { draw }: Scene,
  id: string,
  text: unknown,
  plot: () => TemplateResult,
  controls: () => TemplateResult,
): TemplateResult => html`
  <section>
    ${text}
    <div class="bench" data-part=${id} tabindex="-1">
      <div class="bench-plot">${draw(id, plot)}</div>
      <div class="bench-controls">${draw(id, controls)}</div>
    </div>
  </section>`;
