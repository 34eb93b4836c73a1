// SPDX-License-Identifier: MIT
// Renders tables of the loss and of the weights in the figure, and a button that saves the trained weights as a file.
import { html, type TemplateResult } from 'lit';
import { type Cell, known } from '../../components/csv.ts';
import '../../components/data-table.ts';
import { fileName, saveFile } from '../../components/save-file.ts';
import { bandsOf } from './figure.ts';
import { modelName, type Scene } from './scene.ts';
import type { Learning } from './training/learning.ts';

/** The loss curves as table rows: the step, and the loss of each model after this step. */
function lossRows({ models }: Learning): Cell[][] {
  const steps = [...new Set(models.flatMap(({ curve }) => curve.map(({ step }) => step)))];
  const losses = models.map(({ curve }) => new Map(curve.map(({ step, loss }) => [step, loss])));
  return steps
    .toSorted((a, b) => a - b)
    .map((step) => [step, ...losses.map((one) => known(one.get(step) ?? Number.NaN))]);
}

const TABLE_ROWS = 20;
const thinned = <Row>(rows: readonly Row[]): readonly Row[] => {
  const every = Math.max(1, Math.ceil(rows.length / TABLE_ROWS));
  return rows.filter((_, i) => i % every === 0 || i === rows.length - 1);
};

async function save({ numbers, state }: Scene, model: number): Promise<void> {
  const text = await numbers.save(model);
  const name = ['learning', state.task, `seed-${state.seed}`, `model-${model + 1}`];
  saveFile(new Blob([text], { type: 'application/json' }), fileName(name, 'json'));
}

export function data(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const { models, symbols } = numbers;
  const nameOf = (model: number) => {
    const one = models[model];
    return (one && modelName(scene, one)) || t('figure.model');
  };
  const numbered = symbols.map((symbol, i) => `${i + 1} ${symbol}`);
  return html`
    <al-data-table name="loss" picture="al-loss-plot" .summary=${t('data.loss')}
      .columns=${[t('data.step'), ...models.map((_, i) => nameOf(i))]}
      .rows=${() => thinned(lossRows(numbers))} .all=${() => lossRows(numbers)}></al-data-table>
    <al-data-table name="weights" picture="al-arcs" .summary=${t('data.weights')}
      .columns=${[t('data.name'), t('data.query'), ...numbered]}
      .rows=${() =>
        bandsOf(scene).flatMap(({ label, weights }) =>
          weights.map((row, i) => [label, numbered[i] ?? '', ...row.map(known)]),
        )}></al-data-table>
    <section>
      <h3>${t('data.file')}</h3>
      <p class="hint">${t('data.fileHint')}</p>
      <div class="stage-actions">
        ${models.map(
          (_, i) => html`<button type="button" data-save=${i} @click=${() => void save(scene, i)}>
            ${t('data.save', { name: nameOf(i) })}</button>`,
        )}
      </div>
    </section>`;
}
