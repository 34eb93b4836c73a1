// SPDX-License-Identifier: MIT
// Renders the three figures: arrows in the plane, the searched titles, and the weighted mean of the recipes' contents.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { HandleMove } from '../../components/handle.ts';
import '../../components/mix-plot.ts';
import { activated } from '../../components/stages-table.ts';
import '../../components/vector-plane.ts';
import type { PlaneVector } from '../../components/vector-plane.ts';
import { RECIPES } from './recipes.ts';
import {
  degrees,
  describeArrows,
  describeSearch,
  KEYS,
  numberedTitle,
  preferences,
  type Scene,
  SIGNS,
  share,
  short,
  titleOf,
} from './scene.ts';
import { ENERGY_RANGE, MINUTES_RANGE, PLANE_RANGE } from './state.ts';

const ARROWS = ['query', ...KEYS] as const;

/** The plane with the arrows, beside a table with the numbers of both keys. */
export function renderArrows(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set, access } = scene;
  const vectors = ARROWS.map((name): PlaneVector => {
    const [x = 0, y = 0] = state[name];
    return {
      x,
      y,
      kind: name,
      mark: SIGNS[name],
      label: t(`field.${name}`),
      text: t('plane.place', { x: short(scene, x), y: short(scene, y) }),
      isLocked: access.isLocked(name),
    };
  });
  return html`
    <div class="arrows">
      <al-vector-plane .description=${describeArrows(scene)} .height=${scene.height} .vectors=${vectors}
        .reach=${PLANE_RANGE.max} .area=${numbers.arrows.region} .shadows=${state.measure !== 'cosine'}
        .hint=${t('plane.hint')} .format=${i18n.number}
        @al-move=${({ detail }: CustomEvent<HandleMove>) =>
          set(
            { [ARROWS[detail.index] ?? 'query']: [detail.x, detail.y] },
            detail.final ? 'rest' : 'step',
          )}></al-vector-plane>
      ${renderReadings(scene)}
    </div>`;
}

const ROWS = ['length', 'degrees', 'dot', 'cosine', 'scaled'] as const;
type Row = (typeof ROWS)[number];
const SYMBOLS: Readonly<Record<Row, string>> = {
  length: '|k|',
  degrees: 'θ',
  dot: 'q·k',
  cosine: 'cos θ',
  scaled: 'q·k/√2',
};
/**
 * For each row of the table, the variable in the displayed code that contains the row's numbers. Rows without a
 * variable are absent.
 */
const TERMS: Partial<Record<Row, string>> = { length: 'lengths', dot: 'dots', cosine: 'cosines' };

/** A table that compares both keys with the query. The row of the chosen measure is highlighted. */
function renderReadings(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const { higher } = preferences(scene);
  return html`
    <div class="readings">
      <table>
        <thead>
          <tr>
            <td></td>
            ${KEYS.map((name) => html`<th scope="col" class="key-name">${SIGNS[name]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${ROWS.map(
            (row) => html`
              <tr class=${row === state.measure ? 'chosen' : ''}>
                <th scope="row" aria-label=${t(`readings.${row}`)}>${SYMBOLS[row]}</th>
                ${KEYS.map((name) => {
                  const value = numbers.arrows[name][row];
                  const isHigher = row === state.measure && name === higher;
                  return html`<td class=${isHigher ? 'higher' : ''} data-term=${TERMS[row] ?? nothing}>${row === 'degrees' ? degrees(scene, value) : short(scene, value)}</td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
      <p class="legend" aria-hidden="true">
        <span><i class="swatch hatched"></i>${t('plane.legend.area')}</span>
        <span><i class="swatch shadow"></i>${t('plane.legend.shadow')}</span>
      </p>
    </div>`;
}

/** A table of the recipes' titles, each with its score, its weight as a bar, and the recipe's content. */
export function renderTitles(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const { hits } = numbers.search;
  return html`
    <table class="titles">
      <colgroup><col class="wide" /><col /><col class="bars" /><col span="2" /></colgroup>
      <thead>
        <tr>
          <th scope="col">${t('stages.key')}</th>
          <th scope="col">${SYMBOLS[state.measure === 'cosine' ? 'cosine' : 'dot']}</th>
          <th scope="col" colspan="2">${t('stages.weight')}</th>
          <th scope="col">${t('search.minutes')}</th>
        </tr>
      </thead>
      <tbody>
        ${RECIPES.map((_, i) => {
          const { score = Number.NaN, weight = Number.NaN } = hits[i] ?? {};
          const { class: name, onOver } = activated(scene, i);
          return html`
            <tr class=${name} @pointerenter=${() => onOver(true)} @pointerleave=${() => onOver(false)}>
              <th scope="row">${numberedTitle(t, i)}</th>
              <td data-term="scores">${short(scene, score)}</td>
              <td class="bar" aria-hidden="true">
                <svg>${svg`<rect width=${`${100 * (Number.isNaN(weight) ? 0 : weight)}%`} height="100%" rx="3" />`}</svg>
              </td>
              <td class="weight" data-term="weights">${share(scene, weight)}</td>
              <td>${short(scene, state.minutes[i] ?? 0)}</td>
            </tr>`;
        })}
      </tbody>
    </table>`;
}

/** A plot of the recipes' contents as points with their weights, and of the output, which is their weighted mean. */
export function renderContents(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set, activate, access } = scene;
  const { hits, output, hasWeights } = numbers.search;
  return html`
    <al-mix-plot .description=${describeSearch(scene)} .height=${scene.height} .active=${scene.active}
      .xAxis=${{ label: t('search.minutes'), interval: [MINUTES_RANGE.min, MINUTES_RANGE.max] }}
      .yAxis=${{ label: t('search.energy'), interval: [ENERGY_RANGE.min, ENERGY_RANGE.max] }}
      .points=${RECIPES.map((_, i) => {
        const [x, y] = [state.minutes[i] ?? 0, state.energy[i] ?? 0];
        const weight = hits[i]?.weight ?? Number.NaN;
        return {
          x,
          y,
          mark: String(i + 1),
          label: titleOf(t, i),
          text: t('search.content', { minutes: i18n.number(x), energy: i18n.number(y) }),
          note: share(scene, weight),
          share: hasWeights ? weight : 0,
          isLocked: access.isLocked('minutes') && access.isLocked('energy'),
        };
      })}
      .mix=${hasWeights ? { x: output[0] ?? 0, y: output[1] ?? 0 } : undefined}
      .mixLabel=${t('search.output')} .hint=${t('search.hint')} .format=${i18n.number}
      @al-move=${({ detail: { index, x, y, final } }: CustomEvent<HandleMove>) =>
        set(
          { minutes: state.minutes.with(index, x), energy: state.energy.with(index, y) },
          final ? 'rest' : 'step',
        )}
      @al-active=${({ detail }: CustomEvent<number | null>) => activate(detail ?? undefined)}>
    </al-mix-plot>`;
}
