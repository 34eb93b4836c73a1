// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { LightElement, landmarkRole, uniqueId } from './light-element.ts';
import css from './matrix-view.css?inline';

/** Shows a matrix with its name, its shape and its numbers. In a narrow page, it scrolls horizontally. */
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

  /** Name of the matrix in formulas. */
  declare name: string;
  /** The shape of the matrix as text, such as "(2, 3)". */
  declare shape: string;
  /** The kind of the rows, which determines the colour of the matrix. */
  declare kind: 'query' | 'key' | 'output' | undefined;
  declare rows: readonly string[];
  declare columns: readonly string[];
  /** The formatted numbers, as a list of rows. */
  declare texts: readonly (readonly string[])[];
  declare active: number | undefined;

  readonly #id = uniqueId('matrix');

  protected override render() {
    return html`
      <div class="matrix ${this.kind ?? ''}">
        <p class="matrix-name" id=${this.#id}>${this.name} <span class="matrix-shape">${this.shape}</span></p>
        <div class="matrix-scroll" tabindex="0" role=${landmarkRole(this, 'region')} aria-labelledby=${this.#id}>
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
