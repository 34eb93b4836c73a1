// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import type { Entry } from './compute.ts';
import { indexed, long, result, type Scene } from './scene.ts';

const HEADS = ['x', 'logit', 'exponential', 'weight', 'naive', 'plain', 'gradient'] as const;

/** Which name of the code a column has the numbers of. */
const TERMS: Partial<Record<(typeof HEADS)[number], string>> = {
  logit: 'logits',
  exponential: 'exponentials',
  weight: 'weights',
  naive: 'naive',
  gradient: 'gradient',
};

/** Every stage of each entry: a row an entry, the sums below. */
export function renderStages(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const sums: Partial<Record<(typeof HEADS)[number], number>> = {
    x: numbers.xSum,
    exponential: numbers.exponentialSum,
    weight: numbers.weightSum,
    naive: numbers.naiveSum,
    plain: numbers.plainSum,
  };
  return html`
    <div class="stages-scroll" tabindex="0" role="region" aria-label=${t('stages.title')}>
      <table class="stages" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${t('stages.entry')}</th>
            ${HEADS.map((head) => html`<th role="columnheader" scope="col" data-term=${TERMS[head] ?? nothing}>${t(`stages.${head}`)}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">${numbers.entries.map((entry, index) => renderRow(scene, entry, index))}</tbody>
        <tfoot role="rowgroup">
          <tr role="row">
            <th role="rowheader" scope="row">${t('stages.sum')}</th>
            ${HEADS.map((head) => {
              const sum = sums[head];
              return sum === undefined
                ? html`<td role="cell"></td>`
                : html`<td role="cell" data-label=${t(`stages.${head}`)} class=${head}>${textOf(scene, head, sum)}</td>`;
            })}
          </tr>
        </tfoot>
      </table>
    </div>
    ${renderNaiveNote(scene)}`;
}

function renderRow(scene: Scene, entry: Entry, index: number): TemplateResult {
  const { t, activate } = scene;
  return html`
    <tr role="row" class=${index === scene.active ? 'active' : ''}
      @pointerenter=${() => activate(index)} @pointerleave=${() => activate(undefined)}>
      <th role="rowheader" scope="row">${indexed('x', index)}</th>
      ${HEADS.map(
        (head) => html`
          <td role="cell" data-label=${t(`stages.${head}`)} class=${head} data-term=${TERMS[head] ?? nothing}>
            ${head === 'weight' ? long(scene, entry[head]) : textOf(scene, head, entry[head])}
          </td>`,
      )}
    </tr>`;
}

// NaN is what the naive form comes to where weights exist; elsewhere it is nothing at all.
function textOf(scene: Scene, head: (typeof HEADS)[number], value: number): string {
  const isNaive = head === 'naive' && scene.numbers.hasWeights;
  return isNaive ? scene.i18n.result(value, 5) : result(scene, value);
}

// Where exp leaves the range of floating point, the naive form is ∞/∞ or 0/0.
function renderNaiveNote({ state, numbers, t }: Scene) {
  if (!numbers.hasWeights || !Number.isNaN(numbers.naiveSum)) return nothing;
  const { precision } = state;
  return html`
    <p class="hint naive-note" role="note">
      ${numbers.exponentialSum === 0 ? t('stages.underflow', { precision }) : t('stages.overflow', { precision })}
    </p>`;
}
