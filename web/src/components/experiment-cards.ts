// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { I18nController } from '../i18n/controller.ts';
import css from './experiment-cards.css?inline';
import { LightElement, landmarkRole, uniqueId } from './light-element.ts';
import { type Verdict, verdictCss, verdictText } from './verdict.ts';

/** A measurement of an experiment: an expected and a computed number, formatted as texts. */
export interface ExperimentRow {
  readonly label: string;
  readonly expected: string;
  readonly computed: string;
  readonly difference: string;
  /** The largest difference for which the numbers count as equal. Undefined if it only allows for rounding errors. */
  readonly tolerance: string | undefined;
  /** Whether the numbers agree. Undefined if the measurement has no effect on the verdict. */
  readonly agrees: boolean | undefined;
}

export interface ExperimentCard {
  readonly id: string;
  readonly source: string;
  readonly claim: string;
  /** The result. Undefined until the experiment has been run. */
  readonly outcome?: {
    readonly verdict: Verdict;
    readonly rows: readonly ExperimentRow[];
    readonly conclusion: string;
  };
  /** Progress of the current run, from 0 to 1. Undefined if the experiment is not running. */
  readonly done?: number;
}

const classOf = ({ agrees }: ExperimentRow): string =>
  agrees === undefined ? 'shown' : agrees ? 'agrees' : 'differs';

const expectedOf = ({ expected, tolerance }: ExperimentRow) =>
  tolerance === undefined
    ? expected
    : html`<span>${expected} <span class="tolerance">± ${tolerance}</span></span>`;

const HEADS = ['expected', 'computed', 'difference'] as const;

/**
 * Shows claims (statements of the documents) as cards, each with a button that runs the experiment which tests it.
 * @fires al-run string, the id of the experiment to run
 * @fires al-cancel string, the id of the experiment whose current run the reader stops
 */
export class Experiments extends LightElement {
  static override css = `${css}${verdictCss}`;
  static override properties = { cards: { attribute: false } };

  declare cards: readonly ExperimentCard[];

  readonly #texts = new I18nController(this);
  readonly #id = uniqueId('experiment');

  protected override render() {
    return html`
      <ol class="experiments">
        ${this.cards.map((card) => this.#renderCard(card))}
      </ol>`;
  }

  #renderCard(card: ExperimentCard) {
    const claim = `${this.#id}-${card.id}`;
    return html`
      <li class="experiment" data-experiment=${card.id}>
        <div class="experiment-head">
          <div>
            <p class="experiment-claim" id=${claim}>${card.claim}</p>
            <p class="experiment-source">${card.source}</p>
          </div>
          ${this.#renderRun(card, claim)}
        </div>
        <div class="experiment-outcome" role="status">
          ${card.outcome ? this.#renderOutcome(card.outcome, claim) : nothing}
        </div>
      </li>`;
  }

  // One button both starts and stops the experiment, so that it keeps the focus.
  #renderRun({ id, outcome, done }: ExperimentCard, claim: string) {
    const { t } = this.#texts.i18n;
    const isRunning = done !== undefined;
    const label = outcome ? 'experiment.again' : 'experiment.run';
    return html`
      <span class="experiment-run">
        ${isRunning ? html`<progress max="1" .value=${done} aria-labelledby=${claim}></progress>` : nothing}
        <button type="button" aria-describedby=${claim}
          @click=${() => this.send(isRunning ? 'al-cancel' : 'al-run', id)}>
          ${t(isRunning ? 'experiment.stop' : label)}
        </button>
      </span>`;
  }

  #renderOutcome(outcome: NonNullable<ExperimentCard['outcome']>, claim: string) {
    const { t } = this.#texts.i18n;
    const { verdict, rows, conclusion } = outcome;
    return html`
      <p class="verdict" data-verdict=${verdict}>
        ${verdictText(verdict, t(`verdict.${verdict}`))}
      </p>
      <div class="table-scroll" tabindex="0" role=${landmarkRole(this, 'region')} aria-labelledby=${claim}>
        ${this.#renderRows(rows)}
      </div>
      <p>${conclusion}</p>`;
  }

  // Explicit roles, because CSS that shows rows as cards (display: block) removes the implicit ones.
  #renderRows(rows: readonly ExperimentRow[]) {
    const { t } = this.#texts.i18n;
    const heads = HEADS.map((head) => t(`experiment.${head}`));
    const cells = (row: ExperimentRow) => [
      expectedOf(row),
      row.computed,
      row.agrees === undefined ? t('experiment.shown') : row.difference,
    ];
    return html`
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            ${[t('experiment.quantity'), ...heads].map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${rows.map(
            (row) => html`
              <tr role="row" class=${classOf(row)}>
                <th role="rowheader" scope="row">${row.label}</th>
                ${cells(row).map((cell, i) => html`<td role="cell" data-label=${heads[i]}>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>`;
  }
}

customElements.define('al-experiments', Experiments);
