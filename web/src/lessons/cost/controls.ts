// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/exact-number.ts';
import { bytesText, NUMBER, STAGES } from './bytes.ts';
import { renderN } from './picture.ts';
import type { Picture } from './scene.ts';

/** What the matrix takes, and the length of the text that decides it. */
export function renderControls(scene: Picture, reset: () => void): TemplateResult {
  const { i18n, t, numbers } = scene;
  const { matrix } = numbers.cost;
  return html`
    <div class="result" part="result">
      <p class="result-label">${t('result.matrix')}</p>
      <strong class="result-number"><al-exact .value=${matrix}></al-exact></strong>
      <p class="result-unit">${t('result.bytes', { bytes: bytesText(i18n, matrix) })}</p>
    </div>
    ${renderN(scene)}
    <p class="hint">${t('tokens.hint', { bytes: NUMBER })}</p>
    <button type="button" class="quiet" @click=${reset}>${i18n.t('action.reset')}</button>`;
}

/** Both ways beside each other. */
export function renderWays(scene: Picture): TemplateResult {
  const { i18n, t, numbers } = scene;
  const { cost } = numbers;
  const bytes = (x: number) => bytesText(i18n, x);
  const work = i18n.number(cost.multiplyAdds, { digits: 3 });
  const rows = [
    ['work', work, work],
    ['inner', bytes(cost.stages), bytes(cost.tile)],
    ['output', bytes(cost.output), bytes(cost.output)],
    ['all', bytes(cost.plain), bytes(cost.streaming)],
  ] as const;
  const terms: Partial<Record<string, readonly [string, string]>> = {
    inner: ['stages_bytes', 'tile_bytes'],
  };
  return html`
    <div class="stages-scroll" tabindex="0" role="region" aria-label=${t('ways.title')}>
      <table class="stages" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${t('ways.quantity')}</th>
            <th role="columnheader" scope="col">${t('method.plain')}</th>
            <th role="columnheader" scope="col">${t('method.streaming')}</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${rows.map(
            ([id, plain, streaming]) => html`
              <tr role="row" data-way=${id}>
                <th role="rowheader" scope="row">${t(`ways.${id}`, { stages: STAGES })}</th>
                ${cell(t('method.plain'), plain, terms[id]?.[0])}
                ${cell(t('method.streaming'), streaming, terms[id]?.[1])}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="hint">${t('ways.hint')}</p>`;
}

const cell = (label: string, text: string, term = '') => html`
  <td role="cell" data-label=${label} data-term=${term}>${text}</td>`;

/** The result as a sentence, for those who hear it. */
export function resultText({ state, numbers, i18n, t }: Picture): string {
  const bytes = (x: number) => bytesText(i18n, x);
  return t('result.spoken', {
    n: i18n.integer(state.n),
    matrix: bytes(numbers.cost.matrix),
    plain: bytes(numbers.cost.plain),
    streaming: bytes(numbers.cost.streaming),
  });
}
