// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import { stagesTable, type TableRow } from '../../../components/stages-table.ts';
import { countOf } from '../inputs.ts';
import { projectionOf } from '../request.ts';
import { type Scene, sides } from '../scene.ts';
import { STEPS, type Step } from '../state.ts';
import { tensorOf } from './tensors.ts';
import { rootOf } from './trace.ts';

/** What a step makes, of all heads, and of what. */
const MADE: Readonly<Record<Step, readonly [name: string, of: string]>> = {
  input: ['X', '–'],
  project: ['Q, K, V', 'XWᵀ + b'],
  split: ['Qₕ, Kₕ, Vₕ', 'Q, K, V'],
  scores: ['Sₕ', 'QₕKₕᵀ'],
  logits: ['Lₕ', 'Sₕ / √d'],
  weights: ['Aₕ', 'softmax(Lₕ)'],
  heads: ['Oₕ', 'AₕVₕ'],
  concat: ['C', 'O₁ … Oₕ'],
  output: ['Y', 'CW_Oᵀ + b_O'],
};

/** Which name of the code a step's tensor has. */
const TERMS: Readonly<Partial<Record<Step, string>>> = {
  project: 'queries keys values',
  split: 'head_queries',
  scores: 'scores',
  logits: 'scaled_scores',
  weights: 'weights',
  heads: 'head_outputs',
  concat: 'concat',
  output: 'output',
};

/** Every step with its tensor, whose shape is the engine's. */
export function renderStages(scene: Scene): TemplateResult {
  const { t } = scene;
  const heads = ['made', 'of', 'shape', 'numbers', 'parameters'] as const;
  return html`
    ${stagesTable({
      label: t('stages.title'),
      corner: t('stages.step'),
      columns: heads.map((head) => ({ label: t(`stages.${head}`), class: head })),
      rows: STEPS.map((step, i) => rowOf(scene, step, i)),
    })}
    <p class="hint">${t('stages.note')}</p>`;
}

function rowOf(scene: Scene, step: Step, i: number): TableRow {
  const { state, numbers, i18n, t, set } = scene;
  const { shape, data } = tensorOf(numbers, { step, part: state.part });
  // Queries, keys and values are three tensors of one shape.
  const three = step === 'project' || step === 'split';
  return {
    class: step === state.step ? 'active' : '',
    head: html`
      <button type="button" class="quiet" aria-current=${step === state.step ? 'step' : nothing}
        @click=${() => set({ step }, 'jump')}>
        ${t('step.heading', { number: i + 1, name: t(`step.name.${step}`) })}
      </button>`,
    cells: [
      { content: MADE[step][0], term: TERMS[step] },
      madeOf(scene, step),
      `${three ? '3 × ' : ''}${sides(shape)}`,
      i18n.integer((three ? 3 : 1) * data.length),
      i18n.integer(parametersIn(scene, step)),
    ],
  };
}

/** The variants differ in two steps. */
function madeOf({ state }: Scene, step: Step): string {
  if (step === 'project' && projectionOf(state.variant) === 'none') return 'X';
  return step === 'logits' ? `Sₕ / √${rootOf(state)}` : MADE[step][1];
}

/** Entries of the matrices and biases that a step reads. */
function parametersIn({ state, numbers }: Scene, step: Step): number {
  const { W_q, b_q, W_k, b_k, W_v, b_v, W_o, b_o } = numbers.parameters;
  if (step === 'output') return countOf(W_o, b_o);
  if (step !== 'project' || projectionOf(state.variant) === 'none') return 0;
  return countOf(W_q, b_q, W_k, b_k, W_v, b_v);
}
