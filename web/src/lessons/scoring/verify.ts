// SPDX-License-Identifier: MIT
// Renders the details in Verify (the lesson's second view): all numbers of the stage (the figure with its controls),
// the hidden units, the formulas, the standard deviation over d, and the cost of the score functions.
import { html, type TemplateResult } from 'lit';
import '../../components/job-progress.ts';
import '../../components/number-box.ts';
import type { ValueChange } from '../../components/number-box.ts';
import { stagesTable } from '../../components/stages-table.ts';
import { renderFormula } from './formula.ts';
import { keyName, pairOf, queryName, result, type Scene, share } from './scene.ts';
import { KINDS, MATRICES, type MatrixName, rangeOf, UNITS, WIDTH } from './state.ts';
import { renderCurves } from './sweep-view.ts';
import { memoryOf, TIMED, type Timed } from './timing.ts';

export { experiments, predictions } from './claims.ts';

export const details = (scene: Scene, ask: (id: string) => TemplateResult): TemplateResult => html`
  <section data-part="matrices">
    <h2>${scene.t('matrix.title')}</h2>
    ${scene.draw('matrices', () => html`${renderMatrices(scene)} ${renderPairs(scene)}`)}
  </section>
  <section data-part="units">${scene.section('units')} ${scene.draw('units', () => renderUnits(scene))}</section>
  <section data-part="formulas">
    ${scene.section('formulas')}
    ${scene.draw('formulas', () => html`${KINDS.map((kind) => html`<p class="formula-name">${scene.t(`kind.${kind}`)}</p> ${renderFormula(scene, kind)}`)}`)}
  </section>
  <section>${scene.section('spread')} ${ask('spread')} ${renderCurves(scene)}</section>
  <section>${scene.section('odd')} <p class="hint">${mirrored(scene)}</p></section>
  <section>${scene.section('cost')} ${renderCost(scene)}</section>`;

/** The accessible name of the number box for entry `at` of a matrix. */
function boxLabel({ t }: Scene, name: MatrixName, at: number, columns: number): string {
  const [row, column] = [Math.floor(at / columns), at % columns];
  const sign = t(`matrix.sign.${name}`);
  if (columns === UNITS) return t('matrix.entry', { name: sign, at: at + 1 });
  if (name === 'queries' || name === 'keys') {
    const arrow = name === 'queries' ? queryName(row) : keyName(row);
    return t(column === 0 ? 'matrix.across' : 'matrix.up', { name: arrow });
  }
  return t('matrix.cell', { name: sign, row: row + 1, column: column + 1 });
}

function renderMatrices(scene: Scene): TemplateResult {
  const { state, t, set, bind } = scene;
  const one = (name: MatrixName) => {
    const columns = name === 'w_v' || name === 'bias' ? UNITS : WIDTH;
    const isDisabled = name === 'bias' && state.biased === 'without';
    const { min, max } = rangeOf(name);
    return html`
      <fieldset class="boxes ${name}" ?disabled=${isDisabled}>
        <legend>${t(`field.${name}`)}</legend>
        <div class="boxes-grid columns-${columns}">
          ${state[name].map(
            (value, at) => html`
              <al-number-box field=${name} .label=${boxLabel(scene, name, at, columns)} .value=${value} .revision=${state}
                .lowest=${min} .highest=${max} .disabled=${isDisabled}
                @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
                  set(
                    { [name]: state[name].with(at, detail.value) },
                    detail.final ? 'rest' : 'step',
                  )}>
              </al-number-box>`,
          )}
        </div>
      </fieldset>`;
  };
  return html`<div class="all-boxes">${MATRICES.map(one)} ${bind('biased')}</div>`;
}

/** A table with the scores and weights of all pairs of a query and a key. */
function renderPairs(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  return stagesTable({
    label: t('data.table'),
    class: 'stages pairs',
    corner: t('data.pair'),
    columns: KINDS.map((kind) => ({ label: t(`kind.${kind}`) })),
    rows: numbers.queries.flatMap((_, i) =>
      numbers.keys.map((__, j) => ({
        head: `${queryName(i)}, ${keyName(j)}`,
        cells: KINDS.map((kind) =>
          t('data.cell', {
            score: result(scene, numbers[kind].scores[i]?.[j]),
            weight: share(scene, numbers[kind].weights[i]?.[j]),
          }),
        ),
      })),
    ),
  });
}

const UNIT_HEADS = ['sum', 'answer', 'factor'] as const;
/**
 * For each column, the variable that contains its numbers in the code that the lesson displays. Undefined if there is
 * no such variable.
 */
const TERMS = { sum: 'sums', answer: 'features', factor: undefined };

/** A table of the hidden units that the additive score computes for the current query and key. */
function renderUnits(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const [i, j] = pairOf(scene);
  const [sums, units] = [numbers.sums[i]?.[j] ?? [], numbers.units[i]?.[j] ?? []];
  const names = { query: queryName(i), key: keyName(j) };
  return html`
    ${stagesTable({
      label: t('stages.title', names),
      class: 'stages units',
      corner: t('stages.hidden'),
      columns: UNIT_HEADS.map((head) => ({ label: t(`stages.${head}`), term: TERMS[head] })),
      rows: units.map((answer, r) => ({
        head: t('stages.at', { at: r + 1 }),
        cells: [sums[r], answer, state.w_v[r]].map((x) => result(scene, x)),
      })),
    })}
    <p class="hint">${t('stages.note', { ...names, score: result(scene, numbers.additive.scores[i]?.[j]) })}</p>`;
}

/** A sentence with two additive scores: of the current pair, and of the pair with the opposite signs. */
function mirrored(scene: Scene): string {
  const { state, numbers, t } = scene;
  const [i, j] = pairOf(scene);
  const both = [numbers.additive.scores, numbers.mirrored].map((rows) =>
    result(scene, rows[i]?.[j]),
  );
  const [plain = '', flipped = ''] = state.flip === 'both' ? both.toReversed() : both;
  return t('odd.note', { query: queryName(i), key: keyName(j), plain, flipped });
}

const COST_HEADS = ['time', 'ratio', 'bytes'] as const;

/** A table of the time and the memory that the score functions take on the reader's device. */
function renderCost(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, bind } = scene;
  const { isRunning, done, start, stop, places } = numbers.cost;
  const [times] = places;
  const memory = memoryOf(state);
  const sizes = { d: state.d, hidden: state.hidden };
  const number = (x: number | undefined) => (x === undefined ? '–' : i18n.number(x, { digits: 3 }));
  const texts = (kind: Timed): Record<(typeof COST_HEADS)[number], string> => ({
    time: times === undefined ? '–' : t('cost.ms', { time: number(times[kind]) }),
    ratio: number(times && times[kind] / times.dot),
    bytes: i18n.integer(memory.scores + (kind === 'additive' ? memory.hidden : 0)),
  });
  return html`
    <div class="cost-controls">
      ${bind('side')}
      <al-job-progress class="cost-progress" .done=${done} .running=${isRunning} .disabled=${times !== undefined}
        .text=${t(times === undefined ? 'cost.waiting' : 'cost.done', sizes)}
        .action=${t(isRunning ? 'work.stop' : 'cost.start')}
        @al-start=${start} @al-stop=${stop}></al-job-progress>
    </div>
    ${stagesTable({
      label: t('cost.title'),
      class: 'stages cost',
      corner: t('data.kind'),
      columns: COST_HEADS.map((head) => ({ label: t(`cost.${head}`), class: head })),
      rows: TIMED.map((kind) => ({
        head: t(`kind.${kind}`),
        cells: COST_HEADS.map((head) => texts(kind)[head]),
      })),
    })}
    <p class="hint">${t('cost.note', { bytes: i18n.integer(memory.projected) })}</p>`;
}
