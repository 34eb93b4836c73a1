// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { indexed } from '../indexed.ts';
import '../../components/data-table.ts';
import { LEAKING, TREATMENT_IDS } from './compute.ts';
import { chosen, type Scene, token, wordsOf } from './stage.ts';

/** The names of keys that are not words: k₁, k₂, … */
export const keyNames = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => indexed('k', i));

/** The names of the rows of the two matrices in the example, as "matrix·row". */
export const PLACES: readonly string[] = ['1·1', '1·2', '2·1', '2·2'];

export function renderData(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const { logits, weights } = chosen(scene);
  const words = wordsOf(scene);
  const heads = ['query', 'key', 'score', 'visible', 'logit', 'weight'] as const;
  return html`
    <al-data-table name="weights" picture=".stage-figure > *" .summary=${t('data.weights')}
      .columns=${heads.map((head) => t(`stages.${head}`))}
      .rows=${() =>
        words.flatMap((query, i) =>
          words.map((key, j) => [
            query,
            key,
            numbers.scores[i]?.[j],
            numbers.visible[i]?.[j],
            logits[i]?.[j],
            weights[i]?.[j],
          ]),
        )}></al-data-table>`;
}

export function fillsTable(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const row = state.row - 1;
  return html`
    <al-data-table name="fills" .summary=${t('data.fills', { query: token(scene, row) })}
      .columns=${[t('field.treatment'), ...wordsOf(scene), t('fills.leak')]}
      .rows=${() =>
        TREATMENT_IDS.map((id) => {
          const { weights, leaks } = numbers.treated[id]();
          return [t(`treatment.${id}`), ...(weights[row] ?? []), leaks[row]];
        })}></al-data-table>`;
}

export function leaksTable(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  return html`
    <al-data-table name="leaks" .summary=${t('data.leaks', { query: token(scene, state.row - 1) })}
      .columns=${[t('field.size'), ...LEAKING.map((id) => t(`treatment.${id}`))]}
      .rows=${() => numbers.leaks().map(({ size, leaks }) => [size, ...LEAKING.map((id) => leaks[id])])}></al-data-table>`;
}
