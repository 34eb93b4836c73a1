// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import '../../components/exact-number.ts';
import '../../components/number-box.ts';
import type { ValueChange } from '../../components/number-box.ts';
import '../../components/slider.ts';
import type { Precision } from '../../engine/index.ts';
import { agreement, favouriteName, favourites } from './describe.ts';
import { keyName, queryName, result, type Scene, share } from './scene.ts';
import {
  BIASED,
  type Biased,
  FLIPS,
  type Flip,
  KINDS,
  type MatrixName,
  NUM_KEYS,
  NUM_QUERIES,
  rangeOf,
  SHOWN,
  type Shown,
  SIGMA_RANGE,
  UNITS,
  WIDTH,
} from './state.ts';

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Turning everything about, which is the quickest way to tell the four apart. */
function renderFlip(scene: Scene): TemplateResult {
  const { state, numbers, t, set, pair } = scene;
  const [i, j] = pair;
  const [here, there] = [numbers.additive.scores, numbers.mirrored].map((scores) =>
    result(scene, scores[i]?.[j] ?? Number.NaN),
  ) as [string, string];
  const [plain, turned] = state.flip === 'both' ? [there, here] : [here, there];
  return html`
    <div class="flip">
      <al-choice field="flip" .label=${t('flip.label')} .value=${state.flip}
        .options=${FLIPS.map((value) => ({ value, label: t(`flip.${value}`) }))}
        @al-value=${({ detail }: CustomEvent<ValueChange<Flip>>) => set({ flip: detail.value }, 'jump')}>
      </al-choice>
      <p class="hint">${t('flip.note', { query: queryName(i), key: keyName(j), plain, turned })}</p>
    </div>`;
}

/** The result, and everything that moves it. */
export function renderControls(scene: Scene, reset: () => void): TemplateResult {
  const { state, t, set } = scene;
  const place = (name: 'query' | 'key', count: number, of: (i: number) => string) => html`
    <al-choice field=${name} class="pair-${name}" .label=${t(`pair.${name}`)} .value=${String(state[name])}
      .options=${range(count).map((i) => ({ value: String(i + 1), label: of(i) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<string>>) =>
        set({ [name]: Number(detail.value) }, 'jump')}>
    </al-choice>`;
  return html`
    ${renderResult(scene)}
    ${place('query', NUM_QUERIES, queryName)} ${place('key', NUM_KEYS, keyName)}
    <al-choice field="shown" class="shown" .label=${t('shown.label')} .value=${state.shown}
      .options=${SHOWN.map((value) => ({ value, label: t(`shown.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Shown>>) => set({ shown: detail.value }, 'jump')}>
    </al-choice>
    ${renderFlip(scene)}
    <al-slider field="sigma" class="sigma" .label=${t('sigma')} logarithmic .value=${state.sigma} .revision=${state}
      .min=${SIGMA_RANGE.min} .max=${SIGMA_RANGE.max}
      .lowest=${SIGMA_RANGE.min} .highest=${SIGMA_RANGE.max}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
        set({ sigma: detail.value }, detail.final ? 'rest' : 'step')}></al-slider>
    <al-choice field="precision" .label=${t('precision')} .value=${state.precision}
      .options=${(['float64', 'float32'] as const).map((value) => ({ value, label: value }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Precision>>) => set({ precision: detail.value }, 'jump')}>
    </al-choice>
    <button type="button" class="quiet" @click=${reset}>${scene.i18n.t('action.reset')}</button>`;
}

/** What each score says of the pair that is looked at, and whether they agree on the best key. */
function renderResult(scene: Scene): TemplateResult {
  const { numbers, t, pair } = scene;
  const [i, j] = pair;
  const names = { query: queryName(i), key: keyName(j) };
  const found = favourites(scene);
  const distinct = [...new Set(found)];
  return html`
    <div class="result" part="result">
      <p class="result-label">${t('result.best', names)}</p>
      <strong class="result-number">
        ${distinct.map(
          (best, at) => html`${at === 0 ? nothing : html`<span class="between">·</span>`}
            <span>${favouriteName(scene, best)}</span>`,
        )}
      </strong>
      <p class="result-verdict">${agreement(scene)}</p>
      <table class="four" data-pair=${`${i + 1},${j + 1}`}>
        <caption>${t('result.pair', names)}</caption>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${t('map.value')}</th>
            <th scope="col">${t('map.weight')}</th>
            <th scope="col">${t('result.first')}</th>
          </tr>
        </thead>
        <tbody>
          ${KINDS.map((kind, at) => {
            const { scores, weights } = numbers[kind];
            return html`
              <tr class=${kind}>
                <th scope="row">${t(`kind.${kind}`)}</th>
                <td data-term=${`${kind}_scores`}>
                  <al-exact .value=${scores[i]?.[j] ?? Number.NaN} .usual=${5}></al-exact>
                </td>
                <td data-term=${`${kind}_weights`}>${share(scene, weights[i]?.[j] ?? Number.NaN)}</td>
                <td class="first">${favouriteName(scene, found[at])}</td>
              </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
}

/** The result as a sentence, for those who hear it. */
export function resultText(scene: Scene): string {
  const { numbers, t, pair } = scene;
  const [i, j] = pair;
  const list = KINDS.map((kind) => {
    const { scores, weights, best } = numbers[kind];
    return t('result.reading', {
      name: t(`kind.${kind}`),
      score: scene.i18n.number(scores[i]?.[j] ?? Number.NaN, { digits: 4 }),
      weight: share(scene, weights[i]?.[j] ?? Number.NaN),
      best: favouriteName(scene, best[i]),
    });
  });
  const names = { query: queryName(i), key: keyName(j), list: scene.i18n.list(list) };
  return `${t('result.spoken', names)} ${agreement(scene)}`;
}

const ROWS: Readonly<Record<MatrixName, (i: number) => string>> = {
  queries: queryName,
  keys: keyName,
  W_q: String,
  W_k: String,
  w_v: () => '',
  bias: () => '',
};

const LEGENDS: Partial<Record<MatrixName, TemplateResult>> = {
  W_q: html`<math><msub><mi mathvariant="normal">W</mi><mi>q</mi></msub></math>`,
  W_k: html`<math><msub><mi mathvariant="normal">W</mi><mi>k</mi></msub></math>`,
  w_v: html`<math><mi>v</mi></math>`,
};

/** A small matrix to be filled in. */
function renderMatrix(scene: Scene, name: MatrixName): TemplateResult {
  const { state, t, set } = scene;
  const columns = name === 'w_v' || name === 'bias' ? UNITS : WIDTH;
  const { min, max } = rangeOf(name);
  const list = state[name];
  const label = (at: number) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    if (columns === UNITS) return t('matrix.entry', { name: t(`matrix.sign.${name}`), at: at + 1 });
    if (name === 'queries' || name === 'keys')
      return t(column === 0 ? 'matrix.across' : 'matrix.up', { name: ROWS[name](row) });
    return t('matrix.cell', { name: t(`matrix.sign.${name}`), row: row + 1, column: column + 1 });
  };
  return html`
    <fieldset class="boxes ${name}" ?disabled=${name === 'bias' && state.biased === 'without'}>
      <legend>${LEGENDS[name] ?? t(`matrix.${name}`)}</legend>
      <div class="boxes-grid columns-${columns}">
        ${list.map(
          (value, at) => html`
            <al-number-box field=${name} .label=${label(at)} .value=${value} .revision=${state}
              .lowest=${min} .highest=${max} .disabled=${name === 'bias' && state.biased === 'without'}
              @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
                set({ [name]: list.with(at, detail.value) }, detail.final ? 'rest' : 'step')}>
            </al-number-box>`,
        )}
      </div>
    </fieldset>`;
}

/** All numbers that go in. */
export function renderMatrices(scene: Scene): TemplateResult {
  const { state, t, set } = scene;
  return html`
    <p class="hint">${t('matrix.hint')}</p>
    <div class="all-boxes">
      ${(['queries', 'keys'] as const).map((name) => renderMatrix(scene, name))}
    </div>
    <div class="all-boxes">
      ${(['W_q', 'W_k', 'w_v', 'bias'] as const).map((name) => renderMatrix(scene, name))}
      <al-choice field="biased" class="biased" .label=${t('biased.label')} .value=${state.biased}
        .options=${BIASED.map((value) => ({ value, label: t(`biased.${value}`) }))}
        @al-value=${({ detail }: CustomEvent<ValueChange<Biased>>) => set({ biased: detail.value }, 'jump')}>
      </al-choice>
    </div>`;
}
