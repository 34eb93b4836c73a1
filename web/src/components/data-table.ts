// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import css from './data-table.css?inline';
import { LightElement } from './light-element.ts';

/**
 * The numbers behind a plot, folded away until they are wanted: what a picture shows, a screen
 * reader can read and anyone can copy.
 */
export class DataTable extends LightElement {
  static override css = css;
  static override properties = {
    summary: {},
    columns: { attribute: false },
    rows: { attribute: false },
    open: { state: true },
  };

  declare summary: string;
  declare columns: readonly string[];
  /** Called only while the table is open. */
  declare rows: () => readonly (readonly string[])[];
  declare open: boolean;

  constructor() {
    super();
    this.open = false;
  }

  protected override render() {
    return html`
      <details class="plot-data" @toggle=${this.#onToggle}>
        <summary>${this.summary}</summary>
        ${this.open ? this.#renderTable() : nothing}
      </details>`;
  }

  #renderTable() {
    return html`
      <div class="table-scroll" tabindex="0" role="region" aria-label=${this.summary}>
        <table>
          <thead>
            <tr>${this.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr>
          </thead>
          <tbody>
            ${this.rows().map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
          </tbody>
        </table>
      </div>`;
  }

  #onToggle(event: Event): void {
    this.open = (event.target as HTMLDetailsElement).open;
  }
}

customElements.define('al-data-table', DataTable);
