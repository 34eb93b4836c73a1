// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/exact-number.ts';
import { stagesTable } from '../../components/stages-table.ts';
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
  const term = (id: string, name: string) => (id === 'inner' ? name : undefined);
  return html`
    ${stagesTable({
      label: t('ways.title'),
      corner: t('ways.quantity'),
      columns: [{ label: t('method.plain') }, { label: t('method.streaming') }],
      rows: rows.map(([id, plain, streaming]) => ({
        id,
        head: t(`ways.${id}`, { stages: STAGES }),
        cells: [
          { content: plain, term: term(id, 'stages_bytes') },
          { content: streaming, term: term(id, 'tile_bytes') },
        ],
      })),
    })}
    <p class="hint">${t('ways.hint')}</p>`;
}

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
