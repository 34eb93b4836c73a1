// SPDX-License-Identifier: MIT
// Renders the search as the five steps of attention (`STEPS` in state.ts), with matrices and shapes.
import { html, mathml, type TemplateResult } from 'lit';
import '../../components/matrix-view.ts';
import { RECIPES, WORDS } from './recipes.ts';
import { numberedTitle, result, type Scene, shapeText, wordOf } from './scene.ts';
import { STEPS, type State, type Step } from './state.ts';

interface Matrix {
  readonly name: string;
  readonly kind?: 'query' | 'key' | 'output';
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly values: readonly (readonly number[])[];
}

export function renderSteps(scene: Scene): TemplateResult {
  const { state, t, set, bind } = scene;
  const index = STEPS.indexOf(state.step);
  const button = (label: string, by: number) => {
    const step = STEPS[index + by];
    return html`
      <button type="button" ?disabled=${step === undefined}
        @click=${() => step && set({ step }, 'jump')}>${label}</button>`;
  };
  const matrices = matricesOf(scene);
  const hideable = [t('steps.nothing'), ...RECIPES.map((_, i) => numberedTitle(t, i))];
  return html`
    <div class="steps" tabindex="-1">
      ${renderFormula(state, t('steps.formula'))} ${bind('step')}
      <p class="step-text">${stepText(scene)}</p>
      ${state.step === 'mask' ? bind('hidden', { names: hideable }) : ''}
      <div class="matrices">${matrices.map((_, i) => renderMatrix(scene, matrices, i))}</div>
      <div class="step-buttons">${button(t('steps.back'), -1)} ${button(t('steps.next'), 1)}</div>
    </div>`;
}

function stepText({ state, t }: Scene): string {
  if (state.step === 'scores')
    return t(`steps.text.scores.${state.measure === 'cosine' ? 'cosine' : 'dot'}`);
  if (state.step === 'scale')
    return t(state.measure === 'scaled' ? 'steps.text.scale.root' : 'steps.text.scale.temperature');
  return t(`steps.text.${state.step}`);
}

/** The matrices of the selected step of attention: the operands and the result of the step. */
function matricesOf(scene: Scene): readonly Matrix[] {
  const { state, numbers, t } = scene;
  const { hits, output } = numbers.search;
  const titles = RECIPES.map((_, i) => String(i + 1));
  const words = WORDS.map((word) => wordOf(t, word));
  const one = [t('steps.query')];
  const row = (name: string, values: readonly number[], kind?: Matrix['kind']): Matrix => ({
    name,
    rows: one,
    columns: titles,
    values: [values],
    ...(kind === undefined ? {} : { kind }),
  });
  const stage = (name: 'score' | 'scaled' | 'logit' | 'weight') => hits.map((hit) => hit[name]);
  const scores = row(t('steps.scores'), stage('score'));
  const scaled = row(t('steps.scaled'), stage('scaled'));
  const logits = row(t('steps.logits'), stage('logit'));
  const weights = row(t('steps.weights'), stage('weight'), 'key');
  switch (state.step) {
    case 'scores':
      return [
        { name: 'Q', kind: 'query', rows: one, columns: words, values: [state.words] },
        {
          name: 'Kᵀ',
          kind: 'key',
          rows: words,
          columns: titles,
          values: WORDS.map((_, i) => RECIPES.map(({ key }) => key[i] ?? 0)),
        },
        scores,
      ];
    case 'scale':
      return [scores, scaled];
    case 'mask':
      return [
        scaled,
        row(
          t('steps.keep'),
          RECIPES.map((_, i) => (i === state.hidden - 1 ? Number.NEGATIVE_INFINITY : 0)),
        ),
        logits,
      ];
    case 'softmax':
      return [logits, weights];
    case 'output': {
      const columns = [t('search.minutes'), t('search.energy')];
      const values = RECIPES.map((_, i) => [state.minutes[i] ?? 0, state.energy[i] ?? 0]);
      return [
        weights,
        { name: 'V', rows: titles, columns, values },
        { name: t('search.output'), kind: 'output', rows: one, columns, values: [output] },
      ];
    }
  }
}

function renderMatrix(scene: Scene, matrices: readonly Matrix[], index: number): TemplateResult {
  const { name, kind, rows, columns, values } = matrices[index] as Matrix;
  const isLast = index === matrices.length - 1;
  const operator = isLast ? '→' : scene.state.step === 'mask' ? '+' : '×';
  return html`
    ${index === 0 ? '' : html`<span class="then" aria-hidden="true">${operator}</span>`}
    <al-matrix-view .name=${name} .shape=${shapeText([values.length, columns.length])} .kind=${kind} .rows=${rows} .columns=${columns}
      .texts=${values.map((list) => list.map((value) => result(scene, value)))}
      .active=${columns.length === RECIPES.length ? scene.active : undefined}></al-matrix-view>`;
}

/** The formula of attention. The part that belongs to the selected step is highlighted. */
function renderFormula({ step, measure }: State, label: string): TemplateResult {
  const mark = (...own: readonly Step[]) => (own.includes(step) ? 'active-term' : 'term');
  return html`
    <div class="math-block" tabindex="0" role="group" aria-label=${label}>
      <math display="block">
        <mrow class=${mark('softmax')}><mi>softmax</mi></mrow>
        <mrow>
          <mo>(</mo>
          ${mathml`
            <mfrac>
              <mrow class=${mark('scores')}>${
                measure === 'cosine'
                  ? mathml`<mi>cos</mi><mo stretchy="false">(</mo><mi>Q</mi><mo>,</mo><mi>K</mi><mo stretchy="false">)</mo>`
                  : mathml`<mi>Q</mi><msup><mi>K</mi><mo>⊤</mo></msup>`
              }</mrow>
              <mrow class=${mark('scale')}>${
                measure === 'scaled'
                  ? mathml`<msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt>`
                  : mathml`<mi>T</mi>`
              }</mrow>
            </mfrac>`}
          <mo>+</mo>
          <mrow class=${mark('mask')}><mi>M</mi></mrow>
          <mo>)</mo>
        </mrow>
        <mrow class=${mark('output')}><mi>V</mi></mrow>
      </math>
    </div>`;
}
