// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { I18nController } from '../i18n/controller.ts';
import css from './experiments.css?inline';
import { LightElement, uniqueId } from './light-element.ts';
import { rolesTable } from './stages-table.ts';
import { type Verdict, verdictCss, verdictText } from './verdict.ts';

/** One comparison of an experiment, in words. */
export interface ExperimentRow {
  readonly label: string;
  readonly expected: string;
  readonly computed: string;
  readonly difference: string;
  /** Undefined where it is only shown, and decides nothing. */
  readonly agrees: boolean | undefined;
}

export interface ExperimentCard {
  readonly id: string;
  readonly source: string;
  readonly claim: string;
  /** What was found; undefined until the experiment has been run. */
  readonly outcome?: {
    readonly verdict: Verdict;
    readonly rows: readonly ExperimentRow[];
    readonly conclusion: string;
  };
  /** How much of a run under way is done, 0 … 1. */
  readonly done?: number;
}

const classOf = ({ agrees }: ExperimentRow): string =>
  agrees === undefined ? 'shown' : agrees ? 'agrees' : 'differs';

/**
 * Statements that can be put to the test, each with the button that does it.
 * @fires al-run string, the id of the experiment to run
 * @fires al-cancel when the reader stops the run under way
 * @fires al-see string, the id of the experiment whose state the reader wants to see in the picture
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

  // One button for both, so that the focus stays where it is.
  #renderRun({ id, outcome, done }: ExperimentCard, claim: string) {
    const { t } = this.#texts.i18n;
    const isRunning = done !== undefined;
    const label = outcome ? 'experiment.again' : 'experiment.run';
    return html`
      <span class="experiment-run">
        ${isRunning ? html`<progress max="1" .value=${done} aria-labelledby=${claim}></progress>` : nothing}
        <button type="button" aria-describedby=${claim}
          @click=${() => this.#send(isRunning ? 'al-cancel' : 'al-run', id)}>
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
      <div class="table-scroll" tabindex="0" role="region" aria-labelledby=${claim}>
        ${rolesTable({
          corner: t('experiment.quantity'),
          columns: (['expected', 'computed', 'difference'] as const).map((head) => ({
            label: t(`experiment.${head}`),
          })),
          rows: rows.map((row) => ({
            class: classOf(row),
            head: row.label,
            cells: [
              row.expected,
              row.computed,
              row.agrees === undefined ? t('experiment.shown') : row.difference,
            ],
          })),
        })}
      </div>
      <p>${conclusion}</p>
      <button type="button" class="quiet" @click=${() => this.#send('al-see', id)}>${t('experiment.see')}</button>`;
  }

  #send(type: string, detail?: string): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

customElements.define('al-experiments', Experiments);
