// SPDX-License-Identifier: MIT
// Renders the derivation of Var(q·k): each line of algebra beside the numbers from random draws.
import { html, type TemplateResult } from 'lit';
import { stagesTable } from '../../components/stages-table.ts';
import { type Check, checksOf, isKept, STEPS, type Step } from './derivation.ts';
import { formulaOf } from './formula.ts';
import { result, type Scene } from './stage.ts';

const mark = ({ t }: Scene, kept: boolean): TemplateResult => html`
  <span class="mark"><span aria-hidden="true">${kept ? '✓' : '✗'}</span> ${t(kept ? 'step.kept' : 'step.broken')}</span>`;

/** Renders all steps of the derivation, with their assumptions, the exact numbers and the sampled ones. */
export const renderSteps = (scene: Scene): TemplateResult => html`
  <ol class="steps">
    ${STEPS.map(
      (step) => html`
        <li data-step=${step}>
          <h3>${scene.t(`step.${step}.title`)}</h3>
          <p>${scene.t(`step.${step}.text`)}</p>
          ${formulaOf(step, scene)} ${table(scene, step)}
        </li>`,
    )}
  </ol>`;

const HEADS = ['said', 'exact', 'drawn'] as const;

function table(scene: Scene, step: Step): TemplateResult {
  const { t } = scene;
  return stagesTable({
    label: t('step.table', { step: t(`step.${step}.title`) }),
    corner: t('step.quantity'),
    columns: [
      ...HEADS.map((head) => ({ label: t(`step.head.${head}`), class: `check-${head}` })),
      { label: t('step.head.verdict') },
    ],
    rows: checksOf(step, scene).map((check) => ({
      head: nameOf(scene, step, check.id),
      class: isKept(check) ? 'kept' : 'broken',
      cells: [
        ...HEADS.map((head) => ({
          content: result(scene, check[head]),
          term: head === 'exact' ? termOf(step, check.id) : undefined,
        })),
        { content: mark(scene, isKept(check)), isNameless: true },
      ],
    })),
  });
}

/** The name of a sampled number in the lesson's code. */
const termOf = (step: Step, id: Check['id']) => (step === 'products' ? `product_${id}` : undefined);

function nameOf({ t }: Scene, step: Step, id: Check['id']): string {
  if (id === 'distance') return t('step.distance');
  if (step === 'components') return t(`step.components.${id as 'qMean'}`);
  return t(`step.${step as 'sum'}.${id as 'mean'}`);
}
