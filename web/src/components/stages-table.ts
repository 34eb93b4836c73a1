// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';

type Content = string | TemplateResult;

export interface TableColumn {
  /** Heading of the column. On a phone, it is also shown in each cell. A column of buttons has no heading. */
  readonly label?: string;
  /** CSS class of the cells. */
  readonly class?: string;
  /** Name of the variable for these numbers in the lesson's code. Numbers and variable are highlighted together. */
  readonly term?: string | undefined;
  /** Whether the heading is highlighted together with the numbers. */
  readonly isHeadLit?: boolean;
}

/** A cell that has another class or term than its column. */
interface OwnCell extends Pick<TableColumn, 'class' | 'term'> {
  readonly content: Content;
  /** Whether the cell omits the column's heading, which cells show on a phone. */
  readonly isNameless?: boolean;
}

export interface TableRow {
  readonly head: Content;
  /** Number of columns that the heading of the row spans. */
  readonly span?: number;
  /** The cells of the row. An undefined cell is empty. */
  readonly cells: readonly (Content | OwnCell | undefined)[];
  readonly class?: string;
  readonly id?: string;
  readonly onOver?: (isOver: boolean) => void;
}

interface Table {
  readonly class?: string;
  /** Heading of the first column, which contains the headings of the rows. */
  readonly corner: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly foot?: TableRow;
}

interface Activation {
  readonly active: number | undefined;
  readonly activate: (index: number | undefined) => void;
}

/** Properties of a table row: while the pointer is over the row, the item `index` of the figure is highlighted. */
export const activated = ({ active, activate }: Activation, index: number) => ({
  class: index === active ? 'active' : '',
  onOver: (isOver: boolean) => activate(isOver ? index : undefined),
});

/** Renders a table with the results of each step of a lesson's computation, in a box that scrolls. */
export const stagesTable = ({ label, ...table }: Table & { label: string }): TemplateResult => html`
  <div class="stages-scroll" tabindex="0" role="group" aria-label=${label}>
    ${rolesTable({ class: 'stages', ...table })}
  </div>`;

/**
 * Renders a table with explicit ARIA roles. They are needed because CSS that shows rows as cards (display: block)
 * removes the implicit roles.
 */
export function rolesTable(table: Table): TemplateResult {
  const { columns, rows, foot } = table;
  return html`
    <table class=${table.class ?? nothing} role="table">
      <thead role="rowgroup">
        <tr role="row"><th role="columnheader" scope="col">${table.corner}</th>${columns.map(headOf)}</tr>
      </thead>
      <tbody role="rowgroup">${rows.map((row) => rowOf(columns, row))}</tbody>
      ${foot ? html`<tfoot role="rowgroup">${rowOf(columns, foot)}</tfoot>` : nothing}
    </table>`;
}

const headOf = ({ label, term, isHeadLit }: TableColumn) =>
  label === undefined
    ? html`<td role="cell"></td>`
    : html`<th role="columnheader" scope="col" data-term=${(isHeadLit && term) || nothing}>${label}</th>`;

function rowOf(columns: readonly TableColumn[], row: TableRow): TemplateResult {
  const { head, cells, span = 1, onOver } = row;
  const enter = onOver && (() => onOver(true));
  const leave = onOver && (() => onOver(false));
  return html`
    <tr role="row" class=${row.class || nothing} data-row=${row.id ?? nothing}
      @pointerenter=${enter} @pointerleave=${leave} @focusin=${enter} @focusout=${leave}>
      <th role="rowheader" scope="row" colspan=${span > 1 ? span : nothing}>${head}</th>
      ${cells.map((cell, i) => cellOf(columns[i + span - 1] ?? {}, cell))}
    </tr>`;
}

function cellOf(column: TableColumn, cell: TableRow['cells'][number]): TemplateResult {
  if (cell === undefined) return html`<td role="cell"></td>`;
  const own: OwnCell = typeof cell === 'object' && 'content' in cell ? cell : { content: cell };
  const { content, isNameless, class: name, term } = { ...column, ...own };
  return html`
    <td role="cell" class=${name || nothing} data-label=${(!isNameless && column.label) || nothing}
      data-term=${term ?? nothing}>${content}</td>`;
}
