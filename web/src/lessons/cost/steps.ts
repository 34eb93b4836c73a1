// SPDX-License-Identifier: MIT
// Softmax without all scores at once: what one query knows after each tile of keys.
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import type { ValueChange } from '../../components/number-box.ts';
import type { Step } from './compute.ts';
import { result, type Scene } from './scene.ts';
import { TILES, type Tile } from './state.ts';

const HEADS = ['logits', 'largest', 'sum', 'output'] as const;
const DIGITS = 5;

export function renderSteps(scene: Scene): TemplateResult {
  const { state, numbers, t, set } = scene;
  return html`
    <al-choice field="tile" class="tile" .label=${t('steps.tile')} .value=${state.tile}
      .options=${TILES.map((value) => ({ value, label: value }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Tile>>) => set({ tile: detail.value }, 'jump')}>
    </al-choice>
    <div class="stages-scroll" tabindex="0" role="region" aria-label=${t('steps.title')}>
      <table class="stages" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${t('steps.keys')}</th>
            ${HEADS.map((head) => html`<th role="columnheader" scope="col">${t(`steps.head.${head}`)}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${numbers.steps.map((step, i) => renderStep(scene, step, i === numbers.steps.length - 1))}
        </tbody>
        <tfoot role="rowgroup">
          <tr role="row" class="at-once">
            <th role="rowheader" scope="row">${t('steps.atOnce')}</th>
            ${cell(scene, 'logits', numbers.logits, 'logits')}
            ${cell(scene, 'largest', [Math.max(...numbers.logits)])}
            <td role="cell" class="none"></td>
            ${cell(scene, 'output', numbers.output, 'output')}
          </tr>
        </tfoot>
      </table>
    </div>
    <p class="hint">${t('steps.hint')}</p>`;
}

function renderStep(scene: Scene, step: Step, isLast: boolean): TemplateResult {
  const { t } = scene;
  const name = step.from === step.to ? 'steps.one' : 'steps.some';
  return html`
    <tr role="row">
      <th role="rowheader" scope="row">${t(name, { from: step.from, to: step.to })}</th>
      ${cell(scene, 'logits', step.logits)} ${cell(scene, 'largest', [step.largest])}
      ${cell(scene, 'sum', [step.logSumExp], isLast ? 'log_sum_exp' : undefined)}
      ${cell(scene, 'output', step.output, isLast ? 'streamed' : undefined)}
    </tr>`;
}

const cell = (
  scene: Scene,
  head: (typeof HEADS)[number],
  values: readonly number[],
  term?: string,
) => html`
  <td role="cell" class=${head} data-label=${scene.t(`steps.head.${head}`)} data-term=${term ?? nothing}>
    ${values.map((x) => result(scene, x, head === 'logits' ? 3 : DIGITS)).join(', ')}
  </td>`;
