// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import { reasonOf } from './describe.ts';
import { chosen, indexed, long, lookedAt, result, type Scene } from './scene.ts';

const HEADS = ['score', 'flag', 'reason', 'logit', 'weight'] as const;

/** Which name of the code a column has the numbers of. */
const TERMS: Partial<Record<(typeof HEADS)[number], string>> = {
  flag: 'flags',
  logit: 'logits',
  weight: 'weights',
};

/** Every stage of the query that is looked at: a row a key, the sum below. */
export function renderStages(scene: Scene): TemplateResult {
  const { t } = scene;
  const { scores } = lookedAt(scene);
  return html`
    <div class="stages-scroll" tabindex="0" role="region" aria-label=${t('stages.title', { query: lookedAt(scene).name })}>
      <table class="stages" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${t('stages.key')}</th>
            ${HEADS.map((head) => html`<th role="columnheader" scope="col" data-term=${TERMS[head] ?? nothing}>${t(`stages.${head}`)}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">${scores.map((_, j) => renderRow(scene, j))}</tbody>
        <tfoot role="rowgroup">
          <tr role="row">
            <th role="rowheader" scope="row">${t('stages.sum')}</th>
            ${HEADS.map((head) =>
              head === 'weight'
                ? html`<td role="cell" data-label=${t('stages.weight')} class="weight">${result(scene, chosen(scene).sum)}</td>`
                : html`<td role="cell"></td>`,
            )}
          </tr>
        </tfoot>
      </table>
    </div>`;
}

function renderRow(scene: Scene, j: number): TemplateResult {
  const { numbers, t, activate } = scene;
  const { row, scores, logits, weights } = lookedAt(scene);
  const texts: Record<(typeof HEADS)[number], string> = {
    score: result(scene, scores[j] ?? Number.NaN),
    flag: String(numbers.flags[row]?.[j]),
    reason: reasonOf(scene, row, j),
    logit: result(scene, logits[j] ?? Number.NaN),
    weight: long(scene, weights[j] ?? Number.NaN),
  };
  return html`
    <tr role="row" class=${j === scene.active ? 'active' : ''}
      @pointerenter=${() => activate(j)} @pointerleave=${() => activate(undefined)}>
      <th role="rowheader" scope="row">${indexed('k', j)}</th>
      ${HEADS.map(
        (head) => html`
          <td role="cell" data-label=${t(`stages.${head}`)} class=${head} data-term=${TERMS[head] ?? nothing}>${texts[head]}</td>`,
      )}
    </tr>`;
}
