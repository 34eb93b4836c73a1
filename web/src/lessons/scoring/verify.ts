// SPDX-License-Identifier: MIT
// Renders the details in Verify (the lesson's second view): the inputs of the stage (the figure with its controls), the
// hidden units, the formulas, and the chart of the scores' standard deviation against d.
import { html, type TemplateResult } from 'lit';
import { stagesTable } from '../../components/stages-table.ts';
import { renderFormula } from './formula.ts';
import { keyName, pairOf, queryName, result, type Scene } from './scene.ts';
import { KINDS, MATRICES, type MatrixName, UNITS, WIDTH } from './state.ts';
import { renderCurves } from './sweep-view.ts';

export { experiments, predictions } from './claims.ts';

export const details = (scene: Scene, ask: (id: string) => TemplateResult): TemplateResult => html`
  <section data-part="matrices">
    <h2>${scene.t('matrix.title')}</h2>
    ${scene.draw('matrices', () => renderMatrices(scene))}
  </section>
  <section data-part="units">${scene.section('units')} ${scene.draw('units', () => renderUnits(scene))}</section>
  <section data-part="formulas">
    ${scene.section('formulas')}
    ${scene.draw('formulas', () => html`${KINDS.map((kind) => html`<p class="formula-name">${scene.t(`kind.${kind}`)}</p> ${renderFormula(scene, kind)}`)}`)}
  </section>
  <section>${scene.section('spread')} ${ask('spread')} ${renderCurves(scene)}</section>
  <section>${scene.section('odd')} <p class="hint">${mirrored(scene)}</p></section>
  <section>${scene.section('cost')}</section>`;

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
  const { state, t, bind } = scene;
  const one = (name: MatrixName) => {
    const columns = name === 'w_v' || name === 'bias' ? UNITS : WIDTH;
    const disabled = name === 'bias' && state.biased === 'without';
    return html`
      <fieldset class="boxes ${name}" ?disabled=${disabled}>
        <legend>${t(`field.${name}`)}</legend>
        <div class="boxes-grid columns-${columns}">
          ${state[name].map((_, index) =>
            bind(name, {
              index,
              label: boxLabel(scene, name, index, columns),
              isBox: true,
              disabled,
            }),
          )}
        </div>
      </fieldset>`;
  };
  return html`<div class="all-boxes">${MATRICES.map(one)} ${bind('biased')}</div>`;
}

const UNIT_HEADS = ['sum', 'answer', 'factor'] as const;
/**
 * For each column of the table of hidden units, the variable in the displayed code that contains the column's numbers.
 * Undefined if there is no such variable.
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
