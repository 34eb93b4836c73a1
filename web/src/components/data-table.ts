// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { I18nController } from '../i18n/controller.ts';
import { type Cell, csvText } from './csv.ts';
import css from './data-table.css?inline';
import { LightElement, landmarkRole } from './light-element.ts';
import { Loading } from './loading.ts';
import { Printing } from './printing.ts';
import { fileName, saveFile } from './save-file.ts';

const FORMATS = ['svg', 'png', 'csv'] as const;
type Format = (typeof FORMATS)[number];

/**
 * Shows the numbers of a plot in a collapsed table, for screen readers and for copying. Its buttons save the plot as a
 * picture and all numbers as a file. By default, its plot is the nearest sibling before it (see `picture`).
 */
export class DataTable extends LightElement {
  static override css = css;
  static override properties = {
    name: {},
    summary: {},
    columns: { attribute: false },
    rows: { attribute: false },
    all: { attribute: false },
    picture: {},
    open: { state: true },
    failed: { state: true },
  };

  /**
   * Name of the plot for file names. In a file name, it follows the lesson's name, which the nearest `data-lesson`
   * attribute contains.
   */
  declare name: string;
  declare summary: string;
  /** The headings of the columns, with units. */
  declare columns: readonly string[];
  /** Returns the visible rows. Called only while the table is open or printed. */
  declare rows: () => readonly (readonly Cell[])[];
  /** Returns all rows for the file. Undefined if the table already shows all. */
  declare all: (() => readonly (readonly Cell[])[]) | undefined;
  /**
   * CSS selector of the plot with these numbers. If it is empty, the nearest plot before this element is used. With
   * `none`, there is no plot, and only the numbers can be saved.
   */
  declare picture: string;
  declare open: boolean;
  declare protected failed: boolean;

  readonly #texts = new I18nController(this);
  readonly #printing = new Printing(this);
  readonly #loading = new Loading(this);
  #pictures: typeof import('./picture-file.ts') | undefined;
  /** The picture format that the reader has chosen last. */
  #wanted: 'svg' | 'png' = 'svg';

  constructor() {
    super();
    this.name = '';
    this.picture = '';
    this.open = false;
    this.failed = false;
  }

  /** The name of the plot, the headings, and all rows that can be saved. */
  get contents(): { name: string; columns: readonly string[]; rows: readonly (readonly Cell[])[] } {
    return { name: this.#plotName, columns: this.columns, rows: (this.all ?? this.rows)() };
  }

  protected override render() {
    const { t } = this.#texts.i18n;
    const isOpen = this.open || this.#printing.isOn;
    // The table is outside the details element. So Tab visits the save buttons, which follow that element, before the
    // table.
    return html`
      <div class="plot-data">
        <details ?open=${live(isOpen)} @toggle=${this.#onToggle}>
          <summary>${this.summary}</summary>
        </details>
        <div class="plot-save" role="group" aria-label=${t('save.group', { picture: this.summary })}>
          <span aria-hidden="true">${t('save.label')}</span>
          ${FORMATS.filter((format) => format === 'csv' || this.picture !== 'none').map(
            (format) => html`
              <button type="button" @click=${() => this.#save(format)}>${t(`save.${format}`)}</button>`,
          )}
        </div>
        ${isOpen ? this.#renderTable() : nothing}
      </div>
      ${this.#loading.render(this.#texts.i18n, () => this.#save(this.#wanted))}
      <p class="field-error" role="alert" ?hidden=${!this.failed}>
        ${this.failed ? t('save.failed') : nothing}
      </p>`;
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
    return typeof cell === 'number' ? this.#texts.i18n.result(cell) : cell;
  }

  #onToggle(event: Event): void {
    if (!this.#printing.isOn) this.open = (event.target as HTMLDetailsElement).open;
  }

  async #save(format: Format): Promise<void> {
    this.failed = false;
    try {
      const file = format === 'csv' ? this.#numbers() : await this.#picture(format);
      const lesson = this.closest<HTMLElement>('[data-lesson]')?.dataset.lesson ?? '';
      if (file) saveFile(file, fileName([lesson, this.#plotName], format));
    } catch {
      this.failed = true;
    }
  }

  #numbers(): Blob {
    const text = csvText(this.columns, (this.all ?? this.rows)());
    return new Blob([text], { type: 'text/csv;charset=utf-8' });
  }

  /**
   * Creates the picture of the plot.
   * @returns undefined if the module that creates pictures could not be loaded
   */
  async #picture(format: 'svg' | 'png'): Promise<Blob | undefined> {
    this.#wanted = format;
    await this.#loading.run(async () => {
      this.#pictures ??= await import('./picture-file.ts');
    });
    if (this.#pictures === undefined) return undefined;
    const plot = this.#plot();
    if (plot === undefined) throw new Error('no plot found for the table');
    return this.#pictures.pictureFile(plot, format, this.#texts.i18n.language);
  }

  get #plotName(): string {
    return this.name || this.#plot()?.localName.replace(/^al-/, '') || 'data';
  }

  /** The plot that the property `picture` selects, or the nearest plot before this element. */
  #plot(): Element | undefined {
    if (this.picture !== '')
      return this.closest('.lesson')?.querySelector(this.picture) ?? undefined;
    for (let before = this.previousElementSibling; before; before = before.previousElementSibling) {
      if (before.matches('svg') || before.querySelector('svg')) return before;
    }
    return undefined;
  }
}

customElements.define('al-data-table', DataTable);
