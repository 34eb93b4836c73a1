// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { LightElement, uniqueId } from './light-element.ts';
import css from './matrix-view.css?inline';

/**
 * A matrix with its name, its shape and its numbers, row by row. It scrolls sideways by itself where
 * there is no room.
 */
export class MatrixView extends LightElement {
  static override css = css;
  static override properties = {
    name: {},
    shape: {},
    kind: {},
    rows: { attribute: false },
    columns: { attribute: false },
    texts: { attribute: false },
    active: { attribute: false },
  };

  /** What it is called in the formula. */
  declare name: string;
  /** "(2, 3)". */
  declare shape: string;
  /** Which role its colour tells. */
  declare kind: 'query' | 'key' | 'output' | undefined;
  declare rows: readonly string[];
  declare columns: readonly string[];
  /** The numbers as they are to be read. */
  declare texts: readonly (readonly string[])[];
  /** The column that is marked. */
  declare active: number | undefined;

  readonly #id = uniqueId('matrix');

  protected override render() {
    return html`
      <div class="matrix ${this.kind ?? ''}">
        <p class="matrix-name" id=${this.#id}>${this.name} <span class="matrix-shape">${this.shape}</span></p>
        <div class="matrix-scroll" tabindex="0" role="region" aria-labelledby=${this.#id}>
          <table>
            <thead>
              <tr>
                <td></td>
                ${this.columns.map((column, j) => html`<th scope="col" class=${this.#classOf(j)}>${column}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${this.texts.map(
                (row, i) => html`
                  <tr>
                    <th scope="row">${this.rows[i] ?? nothing}</th>
                    ${row.map((text, j) => html`<td class=${this.#classOf(j)}>${text}</td>`)}
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </div>`;
  }

  #classOf(column: number): string {
    return column === this.active ? 'active' : '';
  }
}

customElements.define('al-matrix-view', MatrixView);
