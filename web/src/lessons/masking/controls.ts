// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import '../../components/exact-number.ts';
import '../../components/slider.ts';
import type { ValueChange } from '../../components/number-box.ts';
import type { EmptyRow, Precision } from '../../engine/index.ts';
import { chosen, lookedAt, result, type Scene, share } from './scene.ts';
import {
  CONVENTIONS,
  type Convention,
  EMPTY_CHOICES,
  LENS_KINDS,
  type LensKind,
  SIZE,
  SIZE_RANGE,
  type State,
  SWITCH,
  type Switch,
  TREATMENT_IDS,
  type Treatment,
} from './state.ts';

/** One of a state's choices; `label` says what it is, `words` what each option is. */
function choice<Name extends keyof State>(
  { state, set }: Scene,
  name: Name,
  label: string,
  options: readonly (State[Name] & string)[],
  words: (option: State[Name] & string) => string,
): TemplateResult {
  return html`
    <al-choice field=${name} class="${name}-choice" .label=${label} .value=${state[name] as string}
      .options=${options.map((value) => ({ value, label: words(value) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<State[Name]>>) =>
        set({ [name]: detail.value } as Partial<State>, 'jump')}>
    </al-choice>`;
}

/** The result, and everything that says who sees whom. */
export function renderControls(scene: Scene, reset: () => void): TemplateResult {
  const { t } = scene;
  return html`
    ${renderResult(scene)}
    ${renderRules(scene)}
    <div class="with-hint">
      ${choice(scene, 'convention', t('convention.label'), CONVENTIONS, (one: Convention) => t(`convention.${one}`))}
      <p class="hint">${t(`convention.note.${scene.state.convention}`)}</p>
    </div>
    ${renderTreatment(scene)}
    <button type="button" class="quiet" @click=${reset}>${scene.i18n.t('action.reset')}</button>`;
}

/** Lengths and order. */
function renderRules(scene: Scene): TemplateResult {
  const { t } = scene;
  return html`
    ${choice(scene, 'lensKind', t('lens.label'), LENS_KINDS, (one: LensKind) => t(`lens.${one}`))}
    ${choice(scene, 'causal', t('causal.label'), SWITCH, (one: Switch) => t(`causal.${one}`))}`;
}

/** What is done to a hidden score. */
function renderTreatment(scene: Scene): TemplateResult {
  const { state, t } = scene;
  return html`
    ${choice(scene, 'treatment', t('treatment.label'), TREATMENT_IDS, (one: Treatment) => t(`treatment.${one}`))}
    ${
      state.treatment === 'exclude'
        ? choice(scene, 'emptyRow', t('empty.label'), EMPTY_CHOICES, (one: EmptyRow) =>
            t(`empty.${one}`),
          )
        : nothing
    }`;
}

/** How large the scores are. */
export function renderSize({ state, t, set }: Scene): TemplateResult {
  const { min, max } = SIZE_RANGE;
  return html`
    <al-slider field="size" class="size-slider" .label=${t('size.label')} logarithmic .value=${state.size} .revision=${state}
      .min=${min} .max=${max} .lowest=${min} .highest=${max}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
        set({ size: detail.value }, detail.final ? 'rest' : 'step')}></al-slider>`;
}

export const renderPrecision = (scene: Scene): TemplateResult =>
  choice(
    scene,
    'precision',
    scene.t('precision.label'),
    ['float64', 'float32'],
    (one: Precision) => one,
  );

function renderResult(scene: Scene): TemplateResult {
  const { t } = scene;
  const { name, visible, isEmpty } = lookedAt(scene);
  const { leak, sum } = chosen(scene);
  return html`
    <div class="result" part="result">
      <p class="result-label">${t('result.leak', { query: name })}</p>
      <strong class="result-number"><al-exact .value=${leak}></al-exact></strong>
      <dl class="result-more">
        <div><dt>${t('result.seen', { query: name })}</dt><dd class="seen">${t('result.of', { seen: visible.filter(Boolean).length, all: SIZE })}</dd></div>
        <div><dt>${t('result.sum')}</dt><dd class="sum">${result(scene, sum)}</dd></div>
      </dl>
      ${isEmpty ? html`<p class="empty-note" role="note">${t(emptyNote(scene.state), { query: name })}</p>` : nothing}
    </div>`;
}

/** What becomes of a query without keys. */
function emptyNote({ treatment, emptyRow, precision }: State) {
  if (treatment === 'exclude') return `empty.note.${emptyRow}` as const;
  if (treatment === 'infinity') return 'empty.note.infinity';
  if (treatment !== 'add9') return 'empty.note.fill';
  return precision === 'float32' ? 'empty.note.add32' : 'empty.note.add64';
}

/** The result as a sentence, for those who hear it. */
export function resultText(scene: Scene): string {
  const { i18n, t } = scene;
  const { name, visible, weights, isEmpty } = lookedAt(scene);
  const said = t('result.spoken', {
    query: name,
    seen: visible.filter(Boolean).length,
    all: SIZE,
    leak: share(scene, chosen(scene).leak),
    weights: i18n.list(weights.map((weight) => share(scene, weight))),
  });
  return isEmpty ? `${said} ${t(emptyNote(scene.state), { query: name })}` : said;
}
