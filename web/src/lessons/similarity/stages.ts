// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/number-box.ts';
import type { ValueChange } from '../../components/number-box.ts';
import { titleOf } from './describe.ts';
import { RECIPES } from './library.ts';
import { long, result, type Scene } from './scene.ts';
import { ENERGY_RANGE, MINUTES_RANGE } from './state.ts';

const HEADS = ['score', 'scaled', 'logit', 'weight'] as const;
/** Which name of the code a column has the numbers of. */
const TERMS: Readonly<Record<(typeof HEADS)[number], string>> = {
  score: 'scores',
  scaled: 'scaled_scores',
  logit: 'logits',
  weight: 'weights',
};
const CONTENTS = { minutes: MINUTES_RANGE, energy: ENERGY_RANGE } as const;

/** Every stage of each title, and its content, to be edited; the output below. */
export function renderStages(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const columns = [...HEADS, 'minutes', 'energy'] as const;
  return html`
    <div class="stages-scroll" tabindex="0" role="region" aria-label=${t('stages.title')}>
      <table class="stages" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${t('stages.key')}</th>
            ${columns.map((head) => html`<th role="columnheader" scope="col">${t(`stages.${head}`)}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">${RECIPES.map((_, index) => renderRow(scene, index))}</tbody>
        <tfoot role="rowgroup">
          <tr role="row">
            <th role="rowheader" scope="row" colspan="5">${t('stages.output')}</th>
            ${(['minutes', 'energy'] as const).map(
              (name, i) => html`
                <td role="cell" data-label=${t(`stages.${name}`)} class="output" data-term="output">
                  ${long(scene, numbers.search.output[i] ?? Number.NaN)}
                </td>`,
            )}
          </tr>
        </tfoot>
      </table>
    </div>`;
}

function renderRow(scene: Scene, index: number): TemplateResult {
  const { state, numbers, t, set, activate } = scene;
  const hit = numbers.search.hits[index];
  const title = titleOf(t, index);
  return html`
    <tr role="row" class=${index === scene.active ? 'active' : ''}
      @pointerenter=${() => activate(index)} @pointerleave=${() => activate(undefined)}
      @focusin=${() => activate(index)} @focusout=${() => activate(undefined)}>
      <th role="rowheader" scope="row">${t('search.numbered', { number: index + 1, title })}</th>
      ${HEADS.map(
        (head) => html`
          <td role="cell" data-label=${t(`stages.${head}`)} class=${head} data-term=${TERMS[head]}>
            ${result(scene, hit?.[head] ?? Number.NaN, head === 'weight' ? 8 : 5)}
          </td>`,
      )}
      ${(['minutes', 'energy'] as const).map(
        (name) => html`
          <td role="cell" data-label=${t(`stages.${name}`)}>
            <al-number-box field=${name} .label=${t(`stages.${name}Of`, { title })} .value=${state[name][index] ?? 0}
              .revision=${state} .lowest=${CONTENTS[name].min} .highest=${CONTENTS[name].max}
              @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
                set({ [name]: state[name].with(index, detail.value) }, 'rest')}></al-number-box>
          </td>`,
      )}
    </tr>`;
}
