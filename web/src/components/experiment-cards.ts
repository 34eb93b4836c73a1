// SPDX-License-Identifier: MIT
// Templates for cards, each with a claim (a statement of a source document) and a button that runs the experiment for
// the claim. The templates are pure functions, because both the build and the page render them.
import { html, nothing } from 'lit';
import type { I18n } from '../i18n/i18n.ts';
import { type Verdict, verdictText } from './verdict.ts';

/** A measurement of an experiment: an expected and a computed number, formatted as texts. */
export interface ExperimentRow {
  readonly label: string;
  readonly expected: string;
  readonly computed: string;
  readonly difference: string;
  /** The largest difference at which the numbers count as equal. Undefined if it is negligible or not tested. */
  readonly tolerance: string | undefined;
  /** Whether the numbers agree. Undefined if the measurement has no effect on the verdict. */
  readonly agrees: boolean | undefined;
}

export interface ExperimentOutcome {
  readonly verdict: Verdict;
  readonly rows: readonly ExperimentRow[];
  /** Undefined in a page from the build if it depends on measured times, which differ on the reader's device. */
  readonly conclusion: string | undefined;
}

export interface ExperimentCard {
  readonly id: string;
  /** The place of the claim in the documents, with links to them. */
  readonly source: unknown;
  readonly claim: string;
  /** Undefined until the experiment has been run. */
  readonly outcome?: ExperimentOutcome;
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

const headingOf = (id: string) => `claim-${id}`;

/**
 * @param run  renders the button that runs the experiment of a card
 * @param found  renders the outcome of the experiment
 */
export const renderExperiments = (
  cards: readonly ExperimentCard[],
  run: (card: ExperimentCard) => unknown,
  found: (card: ExperimentCard) => unknown,
) => html`
  <ol class="experiments">
    ${cards.map(
      (card) => html`
        <li class="experiment" data-experiment=${card.id}>
          <div class="experiment-head">
            <div>
              <h3 class="experiment-claim" id=${headingOf(card.id)}>${card.claim}</h3>
              <p class="experiment-source">${card.source}</p>
            </div>
            <span class="experiment-run">${run(card)}</span>
          </div>
          <div class="experiment-outcome" role="status">${found(card)}</div>
        </li>`,
    )}
  </ol>`;

/** One button starts and stops an experiment, so that the focus stays on the button. */
export function renderRun(
  { id, outcome, done }: ExperimentCard,
  { t }: I18n,
  on: { readonly run: (id: string) => void; readonly cancel: () => void },
) {
  const isRunning = done !== undefined;
  const heading = headingOf(id);
  const label = outcome ? 'experiment.again' : 'experiment.run';
  return html`
    ${isRunning ? html`<progress max="1" .value=${done} aria-labelledby=${heading}></progress>` : nothing}
    <button type="button" aria-describedby=${heading} @click=${() => (isRunning ? on.cancel() : on.run(id))}>
      ${t(isRunning ? 'experiment.stop' : label)}
    </button>`;
}

export function renderOutcome({ id, outcome }: ExperimentCard, { t }: I18n) {
  if (outcome === undefined) return nothing;
  const { verdict, rows, conclusion } = outcome;
  return html`
    <p class="verdict" data-verdict=${verdict}>${verdictText(verdict, t(`verdict.${verdict}`))}</p>
    <section class="table-scroll" tabindex="0" aria-labelledby=${headingOf(id)}>${renderRows(rows, t)}</section>
    ${conclusion === undefined ? nothing : html`<p>${conclusion}</p>`}`;
}

// All roles are explicit, because the table has `display: block` on phones, which removes the implicit roles.
function renderRows(rows: readonly ExperimentRow[], t: I18n['t']) {
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
