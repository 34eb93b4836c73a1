// SPDX-License-Identifier: MIT
// The pair that is looked at, on its way through the hidden units.
import { html, nothing, type TemplateResult } from 'lit';
import { keyName, queryName, result, type Scene } from './scene.ts';

const HEADS = ['sum', 'answer', 'factor'] as const;
/** Which name of the code a column has the numbers of. */
const TERMS = { sum: 'sums', answer: 'features', factor: nothing };

export function renderStages(scene: Scene): TemplateResult {
  const { state, numbers, t, pair } = scene;
  const [i, j] = pair;
  const [sums, units] = [numbers.sums[i]?.[j] ?? [], numbers.units[i]?.[j] ?? []];
  const names = { query: queryName(i), key: keyName(j) };
  return html`
    <div class="stages-scroll" tabindex="0" role="region" aria-label=${t('stages.title', names)}>
      <table class="stages" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${t('stages.hidden')}</th>
            ${HEADS.map((head) => html`<th role="columnheader" scope="col">${t(`stages.${head}`)}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${units.map((answer, r) => {
            const cells = { sum: sums[r], answer, factor: state.w_v[r] };
            return html`
              <tr role="row">
                <th role="rowheader" scope="row">${t('stages.at', { at: r + 1 })}</th>
                ${HEADS.map(
                  (head) => html`
                    <td role="cell" class=${head} data-term=${TERMS[head]}
                      data-label=${t(`stages.${head}`)}>${result(scene, cells[head] ?? Number.NaN)}</td>`,
                )}
              </tr>`;
          })}
        </tbody>
      </table>
    </div>
    <p class="hint">${t('stages.note', {
      ...names,
      score: result(scene, numbers.additive.scores[i]?.[j] ?? Number.NaN),
    })}</p>`;
}
