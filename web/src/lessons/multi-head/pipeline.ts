// SPDX-License-Identifier: MIT
// Renders the pipeline in Verify (the lesson's second view): multi-head attention of random tokens, one step at a time,
// with a table of all steps and the weights of all heads.
import { html, nothing, type TemplateResult } from 'lit';
import type { CellPlace } from '../../components/cell-keys.ts';
import { stagesTable, type TableRow } from '../../components/stages-table.ts';
import { indexed } from '../indexed.ts';
import { rowsOf } from '../matrix.ts';
import { cellsOf, cellTable, extremeOf, shapeOf, short, sides, upTo } from './cells.ts';
import { differenceOf } from './compute.ts';
import { projectionOf } from './inputs.ts';
import type { Scene } from './stage.ts';
import { STEPS, type Step } from './state.ts';
import { countOf, sums, turned } from './tensors.ts';
import {
  hasParts,
  isByHead,
  matrixAt,
  nameOf,
  type Operand,
  pickedOf,
  rootOf,
  type Spot,
  type Sum,
  stateAt,
  tensorOf,
  traceOf,
} from './trace.ts';

/** Renders a step of the pipeline: its operands, its result, and the sum that gives the selected number. */
export function renderStep(scene: Scene): TemplateResult {
  const { state, numbers, t, bind, set } = scene;
  const values = matrixAt(numbers.pipeline(), state);
  const name = nameOf(state);
  const { operands } = traceOf(state, numbers.pipeline());
  return html`
    ${bind('step')}
    <h3 class="pipeline-title">${stepName(scene, state.step)}</h3>
    <p class="pipeline-text">${stepText(scene)}</p>
    <div class="in-line">${hasParts(state.step) ? bind('part') : nothing}${
      isByHead(state.step) && state.heads !== '1'
        ? bind('head', { max: Number(state.heads) })
        : nothing
    }</div>
    <div class="in-line pipeline-maps">
      ${operands.map((operand, i) => html`${i === 0 ? nothing : sign('×')} ${renderOperand(scene, operand)}`)}
      ${operands.length === 0 ? nothing : sign('→')}
      <al-cell-map class="made" pickable .name=${name} .shape=${shapeOf(values)}
        .description=${t('map.pickable', { name, rows: values.length, columns: values[0]?.length ?? 0 })}
        .cells=${cellsOf(scene, values, lookOf(scene, state))} .picked=${[state.row - 1, state.column - 1]}
        @al-pick=${({ detail: [row, column] }: CustomEvent<CellPlace>) =>
          set({ row: row + 1, column: column + 1 }, 'rest')}></al-cell-map>
    </div>
    <p class="pipeline-trace">${traceText(scene)}</p>
    ${cellTable(scene, 'step', [name], [values])}
    <p class="hint">${t('map.hint')}</p>`;
}

const sign = (text: string) => html`<span class="pipeline-then" aria-hidden="true">${text}</span>`;

const stepName = ({ t }: Scene, step: Step): string =>
  t('walk.heading', { number: STEPS.indexOf(step) + 1, name: t(`step.${step}`) });

/** Describes in words how the selected implementation performs the selected step. */
function stepText({ state, t }: Scene): string {
  const projection = projectionOf(state.variant);
  if (state.step === 'project') return t(`walk.text.project.${projection}`);
  if (state.step === 'logits')
    return t(`walk.text.logits.${projection === 'none' ? 'embed' : 'head'}`);
  return t(`walk.text.${state.step}`);
}

function renderOperand(scene: Scene, operand: Operand): TemplateResult {
  const { t, set } = scene;
  const { name, values, lit, spot } = operand;
  const description = t('map.source', {
    name,
    rows: values.length,
    columns: values[0]?.length ?? 0,
  });
  return html`
    <al-cell-map ?pickable=${spot !== undefined} .name=${name} .shape=${shapeOf(values)}
      .description=${spot ? t('map.back', { description }) : description}
      .cells=${cellsOf(scene, values, { ...(spot ? lookOf(scene, spot) : {}), isLit: lit })} .picked=${undefined}
      @al-pick=${({ detail: [row, column] }: CustomEvent<CellPlace>) => set(stateAt(operand, row, column), 'jump')}>
    </al-cell-map>`;
}

/**
 * For weights and logits: the upper end of the colour scale (`extreme`). For logits, also which ones the mask hides.
 * The scale of logits is that of the unmasked scores, because the values of hidden logits are extreme.
 */
function lookOf({ state, numbers }: Scene, { step, head }: Spot) {
  if (step === 'weights') return { extreme: 1 };
  if (step !== 'logits') return {};
  return {
    extreme: extremeOf(rowsOf(numbers.pipeline().run.heads.scaledScores, head - 1)),
    isHidden: (row: number, column: number) => state.mask === 'causal' && column > row,
  };
}

/** The selected number, and the sum that gives it. */
export function traceText(scene: Scene): string {
  const { state, numbers } = scene;
  const value = short(scene, pickedOf(state, numbers.pipeline()));
  return `${nameOf(state)}[${state.row}, ${state.column}] = ${value} ${sumText(scene, traceOf(state, numbers.pipeline()).sum)}`;
}

function sumText(scene: Scene, sum: Sum): string {
  const { t } = scene;
  const text = (x = Number.NaN) => short(scene, x);
  const factor = (x: number) => (x < 0 ? `(${text(x)})` : text(x));
  switch (sum.kind) {
    case 'products': {
      const terms = sum.terms.map(([a, b]) => `${factor(a)}·${factor(b)}`);
      const constant = sum.constant === undefined ? [] : [factor(sum.constant)];
      return `= ${[...terms, ...constant].join(' + ')}`;
    }
    case 'quotient':
      return sum.isHidden ? t('sum.hidden') : `= ${text(sum.value)} / √${sum.root}`;
    case 'softmax': {
      const powers = sum.row.map((x) => `exp(${text(x)})`);
      return `= ${powers[sum.at]} / (${powers.join(' + ')})`;
    }
    default:
      return t(`sum.${sum.kind}`);
  }
}

/** For each step: the name of its result, its operands, and the result's names in the lesson's code. */
const MADE: Readonly<Record<Step, readonly [name: string, of: string, terms?: string]>> = {
  input: ['X', '–'],
  project: ['Q, K, V', 'XWᵀ + b', 'queries keys values'],
  split: ['Qₕ, Kₕ, Vₕ', 'Q, K, V', 'head_queries'],
  scores: ['Sₕ', 'QₕKₕᵀ', 'scores'],
  logits: ['Lₕ', 'Sₕ / √d', 'scaled_scores'],
  weights: ['Aₕ', 'softmax(Lₕ)', 'weights'],
  heads: ['Oₕ', 'AₕVₕ', 'head_outputs'],
  concat: ['C', 'O₁ … Oₕ', 'concat'],
  output: ['Y', 'CW_Oᵀ + b_O', 'output'],
};

/** A table of all steps with the names and the shapes of their tensors. */
export function renderStages(scene: Scene): TemplateResult {
  const { t } = scene;
  const heads = ['made', 'of', 'shape', 'numbers', 'parameters'] as const;
  return stagesTable({
    label: t('stages.title'),
    corner: t('field.step'),
    columns: heads.map((head) => ({ label: t(`stages.${head}`), class: head })),
    rows: STEPS.map((step) => rowOf(scene, step)),
  });
}

function rowOf(scene: Scene, step: Step): TableRow {
  const { state, numbers, i18n, set } = scene;
  const { shape, data } = tensorOf(numbers.pipeline(), { step, part: state.part });
  const { W_q, b_q, W_k, b_k, W_v, b_v, W_o, b_o } = numbers.pipeline().parameters;
  const isUnprojected = projectionOf(state.variant) === 'none';
  const [made, of, term] = MADE[step];
  const own: Partial<Record<Step, string>> = {
    ...(isUnprojected ? { project: 'X' } : {}),
    logits: `Sₕ / √${rootOf(state)}`,
  };
  const read: Partial<Record<Step, number>> = {
    project: isUnprojected ? 0 : countOf(W_q, b_q, W_k, b_k, W_v, b_v),
    output: countOf(W_o, b_o),
  };
  // A step with queries, keys and values produces three tensors of the same shape; every other step, one.
  const count = hasParts(step) ? 3 : 1;
  return {
    class: step === state.step ? 'active' : '',
    head: html`
      <button type="button" class="quiet" aria-current=${step === state.step ? 'step' : nothing}
        @click=${() => set({ step }, 'jump')}>
        ${stepName(scene, step)}
      </button>`,
    cells: [
      { content: made, term },
      own[step] ?? of,
      `${count > 1 ? `${count} × ` : ''}${sides(shape)}`,
      i18n.integer(count * data.length),
      i18n.integer(read[step] ?? 0),
    ],
  };
}

/** Heat maps of the weights of all heads. Selecting a cell also selects it in the pipeline above. */
export function renderAllHeads(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set } = scene;
  const all = upTo(Number(state.heads)).map((_, i) =>
    rowsOf(numbers.pipeline().run.heads.weights, i),
  );
  const own = all[state.head - 1] ?? [];
  const names = all.map((_, i) => indexed('A', i));
  const list = (values: readonly number[]) => i18n.list(values.map((sum) => short(scene, sum)));
  const described = (values: readonly (readonly number[])[], head: number) => {
    const most = values.map((row, i) =>
      t('heads.one', { token: i + 1, other: row.indexOf(Math.max(...row)) + 1 }),
    );
    return t('heads.description', { head: head + 1, list: i18n.list(most) });
  };
  return html`
    <h3>${t('heads.title')}</h3>
    <div class="in-line">
      ${all.map(
        (values, i) => html`
          <al-cell-map pickable .name=${indexed('A', i)} .shape=${shapeOf(values)}
            .description=${t('map.back', { description: described(values, i) })}
            .cells=${cellsOf(scene, values, { extreme: 1 })} .picked=${undefined}
            @al-pick=${({ detail: [row, column] }: CustomEvent<CellPlace>) =>
              set(
                { step: 'weights', head: i + 1, row: row + 1, column: column + 1 },
                'jump',
              )}></al-cell-map>`,
      )}
    </div>
    ${cellTable(scene, 'heads', names, all)}
    <p class="hint">${t('heads.sums', { head: state.head, rows: list(sums(own)), columns: list(sums(turned(own))) })}</p>`;
}

export const renderPipelineControls = ({
  state,
  numbers,
  i18n,
  t,
  bind,
}: Scene): TemplateResult => html`
  <dl class="result-more">
    <div><dt>${t('main.parameters')}</dt><dd>${i18n.integer(numbers.pipeline().parameterCount)}</dd></div>
    <div><dt>${t('variants.difference')}</dt><dd>${i18n.result(differenceOf(numbers.pipeline(), state.variant), 5)}</dd></div>
  </dl>
  ${bind('heads')} ${bind('tokens')} ${bind('variant')} ${bind('mask')} ${bind('seed')} ${bind('precision')}`;
