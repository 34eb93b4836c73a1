// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { type Cell, csvText } from './csv.ts';
import css from './data-table.css?inline';
import { landmarkRole, properties, TextElement } from './light-element.ts';
import { Printing } from './printing.ts';
import { fileName, saveFile } from './save-file.ts';

/** A collapsible table of numbers. A button saves all numbers as a CSV file. */
export class DataTable extends TextElement {
  static override css = css;
  static override properties = {
    name: {},
    ...properties('summary', 'columns', 'rows', 'open'),
  };

  /** The last part of the saved file's name. The first part is the lesson's id, from the nearest `data-lesson`. */
  name = '';
  declare summary: string;
  /** The headings of the columns, with units. */
  declare columns: readonly string[];
  /** Returns the rows. Called only when the table is shown, printed or saved. */
  declare rows: () => readonly (readonly Cell[])[];
  open = false;

  readonly #printing = new Printing(this);

  protected override render() {
    const { t } = this.texts.i18n;
    const isOpen = this.open || this.#printing.isOn;
    // The table is not inside the details element, because Tab must visit the button before the table.
    return html`
      <div class="plot-data">
        <details ?open=${live(isOpen)} @toggle=${this.#onToggle}>
          <summary>${this.summary}</summary>
        </details>
        <button type="button" class="table-save" aria-label=${t('save.numbers', { table: this.summary })}
          @click=${this.#save}>${t('save.csv')}</button>
        ${isOpen ? this.#renderTable() : nothing}
      </div>`;
  }

  #renderTable() {
    return html`
      <div class="table-scroll" tabindex="0" role=${landmarkRole(this, 'region')} aria-label=${this.summary}>
        <table>
          <thead>
            <tr>${this.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr>
          </thead>
          <tbody>
            ${this.rows().map((row) => html`<tr>${row.map((cell) => html`<td>${this.#text(cell)}</td>`)}</tr>`)}
          </tbody>
        </table>
      </div>`;
  }

  #text(cell: Cell): string {
    if (cell === undefined) return '–';
    return typeof cell === 'number' ? this.texts.i18n.result(cell) : cell;
  }

  #onToggle(event: Event): void {
    if (!this.#printing.isOn) this.open = (event.target as HTMLDetailsElement).open;
  }

  readonly #save = (): void => {
    const text = csvText(this.columns, this.rows());
    const lesson = this.closest<HTMLElement>('[data-lesson]')?.dataset.lesson ?? '';
    const file = new Blob([text], { type: 'text/csv;charset=utf-8' });
    saveFile(file, fileName([lesson, this.name], 'csv'));
  };
}

customElements.define('al-data-table', DataTable);
