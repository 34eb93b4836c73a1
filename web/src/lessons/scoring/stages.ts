// SPDX-License-Identifier: MIT
// The pair that is looked at, on its way through the hidden units.
import { html, type TemplateResult } from 'lit';
import { stagesTable } from '../../components/stages-table.ts';
import { keyName, queryName, result, type Scene } from './scene.ts';

const HEADS = ['sum', 'answer', 'factor'] as const;
/** Which name of the code a column has the numbers of. */
const TERMS = { sum: 'sums', answer: 'features', factor: undefined };

export function renderStages(scene: Scene): TemplateResult {
  const { state, numbers, t, pair } = scene;
  const [i, j] = pair;
  const [sums, units] = [numbers.sums[i]?.[j] ?? [], numbers.units[i]?.[j] ?? []];
  const names = { query: queryName(i), key: keyName(j) };
  return html`
    ${stagesTable({
      label: t('stages.title', names),
      corner: t('stages.hidden'),
      columns: HEADS.map((head) => ({
        label: t(`stages.${head}`),
        class: head,
        term: TERMS[head],
      })),
      rows: units.map((answer, r) => ({
        head: t('stages.at', { at: r + 1 }),
        cells: [sums[r], answer, state.w_v[r]].map((x) => result(scene, x ?? Number.NaN)),
      })),
    })}
    <p class="hint">${t('stages.note', {
      ...names,
      score: result(scene, numbers.additive.scores[i]?.[j] ?? Number.NaN),
    })}</p>`;
}
