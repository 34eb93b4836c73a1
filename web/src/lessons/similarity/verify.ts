// SPDX-License-Identifier: MIT
// Renders the details in Verify (the lesson's second view): the results of all steps of the search, the five steps with
// their matrices, and the shapes.
import { html, type TemplateResult } from 'lit';
import { activated, stagesTable, type TableRow } from '../../components/stages-table.ts';
import { AttentionError } from '../../engine/index.ts';
import { refusalText } from '../refusal.ts';
import { BATCH_SIZE, type Hit, NUM_HEADS } from './compute.ts';
import { RECIPES } from './recipes.ts';
import { numberedTitle, result, type Scene, shapeText, titleOf } from './scene.ts';
import { SIDES } from './state.ts';
import { renderSteps } from './steps-view.ts';

export { experiments, predictions } from './claims.ts';

export function details(scene: Scene, ask: (id: string) => TemplateResult): TemplateResult {
  const { t, section, bind, draw } = scene;
  return html`
    <section>${ask('exceed')}</section>
    <section data-part="stages"><h2>${t('stages.title')}</h2> ${draw('stages', () => renderStages(scene))}</section>
    <section data-part="steps">${section('steps')} ${draw('steps', () => renderSteps(scene))}</section>
    <section>
      ${section('shapes')}
      <div class="bench shapes-bench" tabindex="-1" role="group" aria-label=${t('shapes.title')}>
        <div class="bench-plot">${renderShapes(scene)}</div>
        <div class="bench-controls">
          ${SIDES.map((side, index) => bind('sides', { index, label: t(`shapes.side.${side}`) }))}
        </div>
      </div>
    </section>`;
}

const HEADS = ['score', 'scaled', 'logit', 'weight'] as const;
/** For each column of the table, the variable in the displayed code that contains the column's numbers. */
const TERMS: Readonly<Record<keyof Hit, string>> = {
  score: 'scores',
  scaled: 'scaled_scores',
  logit: 'logits',
  weight: 'weights',
};
const NAMES = ['minutes', 'energy'] as const;

/**
 * A table with one row for each title: the results of all steps, and the recipe's editable content. The last row
 * contains the output.
 */
function renderStages(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  return stagesTable({
    label: t('stages.title'),
    corner: t('stages.key'),
    columns: [
      ...HEADS.map((head) => ({ label: t(`stages.${head}`), class: head, term: TERMS[head] })),
      ...NAMES.map((name) => ({ label: t(`stages.${name}`) })),
    ],
    rows: RECIPES.map((_, index) => rowOf(scene, index)),
    foot: {
      head: t('stages.output'),
      span: 5,
      cells: NAMES.map((_, i) => ({
        content: result(scene, numbers.search.output[i] ?? Number.NaN, 10),
        class: 'output',
        term: 'output',
      })),
    },
  });
}

function rowOf(scene: Scene, index: number): TableRow {
  const { numbers, t, bind } = scene;
  const hit = numbers.search.hits[index];
  const title = titleOf(t, index);
  return {
    head: numberedTitle(t, index),
    cells: [
      ...HEADS.map((head) => result(scene, hit?.[head] ?? Number.NaN, head === 'weight' ? 8 : 5)),
      ...NAMES.map((name) =>
        bind(name, { index, label: t(`stages.${name}Of`, { title }), isBox: true }),
      ),
    ],
    ...activated(scene, index),
  };
}

/** Renders the shapes of the tensors, and the shapes of the results or the engine's error. */
function renderShapes(scene: Scene): TemplateResult {
  const { numbers, i18n, t } = scene;
  const { queries, keys, values, answer } = numbers.shapes;
  const transposed = [...keys.slice(0, -2), keys.at(-1) ?? 0, keys.at(-2) ?? 0];
  const line = (name: string, label: string, shape: readonly number[]) => html`
    <div><dt>${label}</dt><dd class="shape ${name}">${shapeText(shape)}</dd></div>`;
  return html`
    <dl class="result-more">
      ${line('queries', t('shapes.queries'), queries)} ${line('keys', t('shapes.keys'), keys)}
      ${line('transposed', t('shapes.transposed'), transposed)} ${line('values', t('shapes.values'), values)}
    </dl>
    <div role="status">
      ${
        answer instanceof AttentionError
          ? html`<p class="notice refused">${refusalText(answer, i18n.t)}</p>`
          : html`
            <dl class="result-more came">
              ${(['scores', 'weights', 'output'] as const).map((name) => line(name, t(`shapes.${name}`), answer[name]))}
            </dl>`
      }
    </div>
    <p class="hint">${t('shapes.axes', { batch: BATCH_SIZE, heads: NUM_HEADS })}</p>`;
}
