// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { I18nController } from '../i18n/controller.ts';
import css from './experiment-cards.css?inline';
import { LightElement, landmarkRole, uniqueId } from './light-element.ts';
import { rolesTable } from './stages-table.ts';
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

/**
 * Shows claims (statements of the documents) as cards, each with a button that runs the experiment which tests it.
 * @fires al-run string, the id of the experiment to run
 * @fires al-cancel string, the id of the experiment whose current run the reader stops
 * @fires al-see string, the id of the experiment whose state the figure should show
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
          ${card.outcome ? this.#renderOutcome(card.id, card.outcome, claim) : nothing}
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

  #renderOutcome(id: string, outcome: NonNullable<ExperimentCard['outcome']>, claim: string) {
    const { t } = this.#texts.i18n;
    const { verdict, rows, conclusion } = outcome;
    return html`
      <p class="verdict" data-verdict=${verdict}>
        ${verdictText(verdict, t(`verdict.${verdict}`))}
      </p>
      <div class="table-scroll" tabindex="0" role=${landmarkRole(this, 'region')} aria-labelledby=${claim}>
        ${rolesTable({
          corner: t('experiment.quantity'),
          columns: (['expected', 'computed', 'difference'] as const).map((head) => ({
            label: t(`experiment.${head}`),
          })),
          rows: rows.map((row) => ({
            class: classOf(row),
            head: row.label,
            cells: [
              expectedOf(row),
              row.computed,
              row.agrees === undefined ? t('experiment.shown') : row.difference,
            ],
          })),
        })}
      </div>
      <p>${conclusion}</p>
      <button type="button" class="quiet" @click=${() => this.send('al-see', id)}>${t('experiment.see')}</button>`;
  }
}

customElements.define('al-experiments', Experiments);
