// SPDX-License-Identifier: MIT
// One step of the pipeline at a time: what it reads, what it makes, and where each number comes from.
import { html, nothing, type TemplateResult } from 'lit';
import '../../../components/cell-map.ts';
import type { CellPlace } from '../../../components/cell-keys.ts';
import '../../../components/choice.ts';
import '../../../components/data-table.ts';
import type { ValueChange } from '../../../components/number-box.ts';
import '../../../components/slider.ts';
import { rowsOf } from '../arithmetic.ts';
import { cellsOf, extremeOf } from '../cells.ts';
import { projectionOf } from '../request.ts';
import { type Scene, short, sides, upTo } from '../scene.ts';
import { PARTS, type Part, STEPS, type Step } from '../state.ts';
import { sumText } from './sum-text.ts';
import { isByHead, letterOf, matrixAt, nameOf, pickedOf, type Spot, spotOf } from './tensors.ts';
import { type Operand, partOf, stateAt, traceOf } from './trace.ts';

export function renderPipeline(scene: Scene): TemplateResult {
  const { state, t } = scene;
  const index = STEPS.indexOf(state.step);
  return html`
    ${renderSteps(scene, index)}
    <h2 class="pipeline-title">${t('step.heading', { number: index + 1, name: t(`step.name.${state.step}`) })}</h2>
    <p class="pipeline-text">${stepText(scene)}</p>
    ${renderLooks(scene)} ${renderMaps(scene)}
    <p class="pipeline-trace">${traceText(scene)}</p>
    <al-data-table name="step" .summary=${t('map.table')}
      .columns=${[t('map.row'), t('map.column'), nameOf(spotOf(state))]}
      .rows=${() =>
        matrixAt(scene.numbers, spotOf(state)).flatMap((row, i) =>
          row.map((value, j) => [i + 1, j + 1, value]),
        )}></al-data-table>
    <p class="hint">${t('map.hint')}</p>`;
}

function renderSteps({ state, t, set }: Scene, index: number): TemplateResult {
  const go = (to: number) => {
    const step = STEPS[to];
    if (step !== undefined) set({ step }, 'jump');
  };
  return html`
    <al-choice field="step" class="rail" .label=${t('step.label')} .value=${state.step}
      .options=${STEPS.map((value) => ({ value, label: t(`step.short.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Step>>) => set({ step: detail.value }, 'jump')}>
    </al-choice>
    <div class="pipeline-walk">
      <div class="pipeline-buttons">
        <button type="button" ?disabled=${index === 0} @click=${() => go(index - 1)}>${t('step.back')}</button>
        <button type="button" ?disabled=${index === STEPS.length - 1} @click=${() => go(index + 1)}>${t('step.next')}</button>
      </div>
      <al-slider field="step" class="step-slider" .label=${t('step.number')} .value=${index + 1} .revision=${state} .step=${1}
        .min=${1} .max=${STEPS.length} .lowest=${1} .highest=${STEPS.length}
        @al-value=${({ detail }: CustomEvent<ValueChange<number>>) => {
          const step = STEPS[Math.round(detail.value) - 1];
          if (step !== undefined) set({ step }, detail.final ? 'rest' : 'step');
        }}></al-slider>
    </div>`;
}

/** What the step does in the variant that is chosen. */
function stepText({ state, t }: Scene): string {
  if (state.step === 'project') return t(`step.text.project.${projectionOf(state.variant)}`);
  if (state.step === 'logits')
    return t(`step.text.logits.${projectionOf(state.variant) === 'none' ? 'embed' : 'head'}`);
  return t(`step.text.${state.step}`);
}

/** Which of the three, and which head, where there is a choice. */
function renderLooks(scene: Scene): TemplateResult {
  const { state, t, set } = scene;
  const count = Number(state.heads);
  return html`
    <div class="pipeline-looks">
      ${
        partOf(state) === undefined
          ? nothing
          : html`
              <al-choice field="part" .label=${t('part.label')} .value=${state.part}
                .options=${PARTS.map((value) => ({ value, label: letterOf(value) }))}
                @al-value=${({ detail }: CustomEvent<ValueChange<Part>>) => set({ part: detail.value }, 'jump')}>
              </al-choice>`
      }
      ${
        isByHead(state.step) && count > 1
          ? html`
              <al-choice field="head" .label=${t('head.label')} .value=${String(state.head)}
                .options=${upTo(count).map((value) => ({ value, label: value }))}
                @al-value=${({ detail }: CustomEvent<ValueChange<string>>) => set({ head: Number(detail.value) }, 'jump')}>
              </al-choice>`
          : nothing
      }
    </div>`;
}

function renderMaps(scene: Scene): TemplateResult {
  const { state, numbers, t, set } = scene;
  const own = spotOf(state);
  const { operands } = traceOf(state, numbers);
  const values = matrixAt(numbers, own);
  const pick = ({ detail: [row, column] }: CustomEvent<CellPlace>) =>
    set({ row: row + 1, column: column + 1 }, 'rest');
  return html`
    <div class="pipeline-maps">
      ${operands.map(
        (operand, i) => html`
          ${i === 0 ? nothing : html`<span class="pipeline-then" aria-hidden="true">×</span>`}
          ${renderOperand(scene, operand)}`,
      )}
      ${operands.length === 0 ? nothing : html`<span class="pipeline-then" aria-hidden="true">→</span>`}
      <al-cell-map class="made" pickable .name=${nameOf(own)} .shape=${shapeOf(values)}
        .description=${t('map.pickable', { name: nameOf(own), rows: values.length, columns: values[0]?.length ?? 0 })}
        .cells=${cellsOf(scene, values, lookOf(scene, own))} .picked=${[state.row - 1, state.column - 1]}
        @al-pick=${pick}></al-cell-map>
    </div>`;
}

function renderOperand(scene: Scene, operand: Operand): TemplateResult {
  const { t, set } = scene;
  const { name, values, lit, spot } = operand;
  const cells = cellsOf(scene, values, { ...(spot ? lookOf(scene, spot) : {}), isLit: lit });
  const description = t('map.source', {
    name,
    rows: values.length,
    columns: values[0]?.length ?? 0,
  });
  return html`
    <al-cell-map ?pickable=${spot !== undefined} .name=${name} .shape=${shapeOf(values)}
      .description=${spot ? t('map.back', { description }) : description}
      .cells=${cells} .picked=${undefined}
      @al-pick=${({ detail: [row, column] }: CustomEvent<CellPlace>) => set(stateAt(operand, row, column), 'jump')}>
    </al-cell-map>`;
}

const shapeOf = (values: readonly (readonly number[])[]): string =>
  sides([values.length, values[0]?.length ?? 0]);

/** Weights are shares of 1; what a mask hid would drown all colours. */
function lookOf({ state, numbers }: Scene, { step, head }: Spot) {
  if (step === 'weights') return { extreme: 1 };
  if (step !== 'logits') return {};
  return {
    extreme: extremeOf(rowsOf(numbers.run.heads.scaledScores, head - 1)),
    isHidden: (row: number, column: number) => state.mask === 'causal' && column > row,
  };
}

/** The picked number and the sum that it is. */
export function traceText(scene: Scene): string {
  const { state, numbers } = scene;
  const place = `${nameOf(spotOf(state))}[${state.row}, ${state.column}]`;
  const value = short(scene, pickedOf(state, numbers));
  return `${place} = ${value} ${sumText(scene, traceOf(state, numbers).sum)}`;
}
