// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';

type Content = string | TemplateResult;

export interface TableColumn {
  /** Heads the column, and names each of its cells on a phone; a column of buttons has none. */
  readonly label?: string;
  /** Class of its cells. */
  readonly class?: string;
  /** Name of its numbers in the lesson's code. */
  readonly term?: string | undefined;
  /** Whether the head lights up with its numbers. */
  readonly isHeadLit?: boolean;
}

/** What differs in one cell from its column. */
interface OwnCell extends Pick<TableColumn, 'class' | 'term'> {
  readonly content: Content;
  /** A cell that explains itself on a phone. */
  readonly isNameless?: boolean;
}

export interface TableRow {
  readonly head: Content;
  /** How many columns the head takes up. */
  readonly span?: number;
  /** Undefined is an empty cell. */
  readonly cells: readonly (Content | OwnCell | undefined)[];
  readonly class?: string;
  readonly id?: string;
  readonly onOver?: (isOver: boolean) => void;
}

interface Table {
  readonly class?: string;
  /** Heads the rows' own heads. */
  readonly corner: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly foot?: TableRow;
}

interface Activation {
  readonly active: number | undefined;
  readonly activate: (index: number | undefined) => void;
}

/** What makes a row the active one while the pointer or the focus is on it. */
export const activated = ({ active, activate }: Activation, index: number) => ({
  class: index === active ? 'active' : '',
  onOver: (isOver: boolean) => activate(isOver ? index : undefined),
});

/** The table of a lesson's stages, in a box that scrolls. */
export const stagesTable = ({ label, ...table }: Table & { label: string }): TemplateResult => html`
  <div class="stages-scroll" tabindex="0" role="region" aria-label=${label}>
    ${rolesTable({ class: 'stages', ...table })}
  </div>`;

/** A table whose roles are written out, since a layout of cards would take them away. */
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
