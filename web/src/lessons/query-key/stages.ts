// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { activated, stagesTable } from '../../components/stages-table.ts';
import { strongestOf } from './describe.ts';
import { long, quoted, result, type Scene, share } from './scene.ts';

const HEADS = ['score', 'own', 'most', 'given', 'sum', 'distance'] as const;

/** What each token makes of the others, and what comes of it: a row a token. */
export function renderStages(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  return html`
    ${stagesTable({
      label: t('stages.title'),
      corner: t('stages.token'),
      columns: HEADS.map((head) => ({ label: t(`stages.${head}`), class: head })),
      rows: numbers.tokens.map((token, i) => ({
        head: token,
        cells: cellsOf(scene, i),
        ...activated(scene, i),
      })),
    })}
    <p class="hint">${t('stages.note')}</p>`;
}

function cellsOf(scene: Scene, i: number): string[] {
  const { numbers, t } = scene;
  const row = numbers.weights[i] ?? [];
  const most = strongestOf(row);
  const at = (list: readonly number[] | undefined) => list?.[i] ?? Number.NaN;
  const texts: Record<(typeof HEADS)[number], string> = {
    score: result(scene, at(numbers.scores[i])),
    own: long(scene, at(row)),
    most: t('stages.mostText', {
      token: quoted(scene, most),
      weight: share(scene, row[most] ?? Number.NaN),
    }),
    given: result(scene, at(numbers.columnSums)),
    sum: result(scene, at(numbers.rowSums)),
    distance: result(scene, at(numbers.distances)),
  };
  return HEADS.map((head) => texts[head]);
}
