// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/number-box.ts';
import type { ValueChange } from '../../components/number-box.ts';
import type { Range } from '../../state/fields.ts';
import { indexed, long, type Scene, short } from './scene.ts';
import { DATA_RANGE, KEY_COUNT, QUERY_COUNT, VIEW_RANGES } from './state.ts';

type Field = 'planeKeys' | 'planeValues' | 'planeQueries';

const QUANTITIES = ['waist', 'chest', 'weight', 'height'] as const;
const STAGES = ['score', 'logit', 'weight'] as const;

/** The sample, to be edited, and what comes out for each query in the columns of the values. */
export function renderSample(scene: Scene): TemplateResult {
  const { t } = scene;
  return html`
    <div class="stages-scroll" tabindex="0" role="region" aria-label=${t('plane.sample.title')}>
      <table class="stages" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${t('plane.sample.row')}</th>
            ${QUANTITIES.map((name) => html`<th role="columnheader" scope="col">${t(`plane.${name}`)}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${Array.from({ length: KEY_COUNT }, (_, i) => renderPair(scene, i))}
          ${Array.from({ length: QUERY_COUNT }, (_, i) => renderQuery(scene, i))}
        </tbody>
      </table>
    </div>`;
}

function renderPair(scene: Scene, index: number): TemplateResult {
  const { active, activate, t } = scene;
  return html`
    <tr role="row" class=${index === active ? 'active' : ''}
      @pointerenter=${() => activate(index)} @pointerleave=${() => activate(undefined)}
      @focusin=${() => activate(index)} @focusout=${() => activate(undefined)}>
      <th role="rowheader" scope="row">${t('plane.sample.pair', { key: indexed('k', index), value: indexed('v', index) })}</th>
      ${[0, 1].map((j) => renderBox(scene, 'planeKeys', index, j))}
      ${[0, 1].map((j) => renderBox(scene, 'planeValues', index, j))}
    </tr>`;
}

function renderQuery(scene: Scene, index: number): TemplateResult {
  const { numbers, t } = scene;
  return html`
    <tr role="row">
      <th role="rowheader" scope="row">${t('plane.sample.query', { query: indexed('q', index) })}</th>
      ${[0, 1].map((j) => renderBox(scene, 'planeQueries', index, j))}
      ${(['weight', 'height'] as const).map(
        (name, j) => html`
          <td role="cell" class="output" data-label=${t(`plane.${name}`)}>
            ${long(scene, numbers.plane.queries[index]?.output[j] ?? Number.NaN)}
          </td>`,
      )}
    </tr>`;
}

const LETTERS: Readonly<Record<Field, string>> = {
  planeKeys: 'k',
  planeValues: 'v',
  planeQueries: 'q',
};

function renderBox(scene: Scene, field: Field, index: number, j: number): TemplateResult {
  const { state, t, set } = scene;
  const name = t(`plane.${QUANTITIES[field === 'planeValues' ? j + 2 : j] ?? 'waist'}`);
  const { min, max } =
    field === 'planeValues' ? DATA_RANGE : (VIEW_RANGES[state.planeView][j] as Range);
  const at = 2 * index + j;
  return html`
    <td role="cell" data-label=${name}>
      <al-number-box field=${field} .label=${t('plane.sample.of', { quantity: name, name: indexed(LETTERS[field], index) })}
        .value=${state[field][at]} .revision=${state} .lowest=${min} .highest=${max}
        @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
          set({ [field]: state[field].with(at, detail.value) }, 'rest')}>
      </al-number-box>
    </td>`;
}

/** Each key's score, logit and weight for both queries. */
export function renderPlaneStages(scene: Scene): TemplateResult {
  const { numbers, active, activate, t } = scene;
  const columns = numbers.plane.queries.flatMap((stages, i) =>
    STAGES.map((stage) => ({
      stage,
      numbers: stages[`${stage}s`],
      head: t(`plane.stages.${stage}`, { query: indexed('q', i) }),
    })),
  );
  const text = (stage: (typeof STAGES)[number], x = Number.NaN) =>
    stage === 'weight' ? long(scene, x) : short(scene, x);
  return html`
    <div class="stages-scroll" tabindex="0" role="region" aria-label=${t('plane.stages.title')}>
      <table class="stages" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${t('plane.stages.key')}</th>
            ${columns.map(({ head }) => html`<th role="columnheader" scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${Array.from(
            { length: KEY_COUNT },
            (_, key) => html`
              <tr role="row" class=${key === active ? 'active' : ''}
                @pointerenter=${() => activate(key)} @pointerleave=${() => activate(undefined)}>
                <th role="rowheader" scope="row">${indexed('k', key)}</th>
                ${columns.map(
                  (column) => html`
                    <td role="cell" class=${column.stage === 'weight' ? 'plane-weight' : ''} data-label=${column.head}>${text(column.stage, column.numbers[key])}</td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
