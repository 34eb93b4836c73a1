// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { strongestOf } from './describe.ts';
import { long, quoted, result, type Scene, share } from './scene.ts';

const HEADS = ['score', 'own', 'most', 'given', 'sum', 'distance'] as const;

/** What each token makes of the others, and what comes of it: a row a token. */
export function renderStages(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  return html`
    <div class="stages-scroll" tabindex="0" role="region" aria-label=${t('stages.title')}>
      <table class="stages" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${t('stages.token')}</th>
            ${HEADS.map((head) => html`<th role="columnheader" scope="col">${t(`stages.${head}`)}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">${numbers.tokens.map((token, i) => renderRow(scene, token, i))}</tbody>
      </table>
    </div>
    <p class="hint">${t('stages.note')}</p>`;
}

function renderRow(scene: Scene, token: string, i: number): TemplateResult {
  const { numbers, t, activate } = scene;
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
  return html`
    <tr role="row" class=${i === scene.active ? 'active' : ''}
      @pointerenter=${() => activate(i)} @pointerleave=${() => activate(undefined)}>
      <th role="rowheader" scope="row">${token}</th>
      ${HEADS.map(
        (head) =>
          html`<td role="cell" data-label=${t(`stages.${head}`)} class=${head}>${texts[head]}</td>`,
      )}
    </tr>`;
}
