// SPDX-License-Identifier: MIT
// The first picture: a query and two keys as arrows, and what each measure says of them.
import { html, nothing, type TemplateResult } from 'lit';
import { known } from '../../components/csv.ts';
import '../../components/data-table.ts';
import '../../components/vector-plane.ts';
import type { PlaneVector, VectorMove } from '../../components/vector-plane.ts';
import { describePlane } from './describe.ts';
import { degrees, KEYS, type KeyName, long, result, type Scene, SIGNS, short } from './scene.ts';
import { PLANE_RANGE } from './state.ts';

const ORDER = ['query', ...KEYS] as const;

/** Which key a comparison prefers; a tie where neither, undefined where it cannot be made. */
type Preference = KeyName | 'tie' | undefined;

function preference(key: number, other: number): Preference {
  if (Number.isNaN(key) || Number.isNaN(other)) return undefined;
  if (key === other) return 'tie';
  return key > other ? 'key' : 'other';
}

/** The key with the higher score and the one with the smaller angle. */
export function preferences({ state, numbers }: Scene) {
  const { key, other } = numbers.arrows;
  return {
    higher: preference(key[state.measure], other[state.measure]),
    nearer: preference(-key.degrees, -other.degrees),
  };
}

export function renderPlane(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set, access } = scene;
  const vectors = ORDER.map((name): PlaneVector => {
    const [x = 0, y = 0] = state[name];
    return {
      x,
      y,
      kind: name,
      mark: SIGNS[name],
      label: t(`plane.${name}`),
      text: t('plane.place', { x: short(scene, x), y: short(scene, y) }),
      angle: name === 'query' ? undefined : degrees(scene, numbers.arrows[name].degrees),
      isLocked: access.isLocked(name),
    };
  });
  return html`
    <al-vector-plane .description=${describePlane(scene)} .vectors=${vectors} .reach=${PLANE_RANGE.max}
      .area=${numbers.arrows.region} .shadows=${state.measure !== 'cosine'}
      .hint=${t('plane.hint')} .format=${i18n.number}
      @al-move=${({ detail }: CustomEvent<VectorMove>) =>
        set(
          { [ORDER[detail.vector] ?? 'query']: [detail.x, detail.y] },
          detail.final ? 'rest' : 'step',
        )}>
    </al-vector-plane>`;
}

/** The arrows as numbers, to be read and saved. */
export function renderPlaneTable(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const columns = ['length', 'degrees', 'dot', 'cosine', 'scaled'] as const;
  const { queryLength } = numbers.arrows;
  return html`
    <al-data-table name="arrows" .summary=${t('plane.table')}
      .columns=${[t('plane.arrow'), t('plane.across'), t('plane.up'), ...columns.map((column) => t(`readings.${column}`))]}
      .rows=${() => [
        [SIGNS.query, ...state.query, queryLength, ...columns.slice(1).map(() => undefined)],
        ...KEYS.map((name) => [
          SIGNS[name],
          ...state[name],
          ...columns.map((column) => known(numbers.arrows[name][column])),
        ]),
      ]}></al-data-table>`;
}

/** What the hatching and the bars along the query's line mean. */
export function renderPlaneLegend({ state, t }: Scene): TemplateResult {
  return html`
    <ul class="plane-legend">
      <li><span class="swatch hatched" aria-hidden="true"></span>${t(`plane.legend.area.${state.measure}`)}</li>
      ${
        state.measure === 'cosine'
          ? nothing
          : html`<li><span class="swatch shadow" aria-hidden="true"></span>${t('plane.legend.shadow')}</li>`
      }
    </ul>`;
}

const ROWS = ['length', 'degrees', 'dot', 'cosine', 'scaled'] as const;
/** Which name of the code a row has the numbers of. */
const TERMS: Partial<Record<(typeof ROWS)[number], string>> = {
  length: 'lengths',
  dot: 'dots',
  cosine: 'cosines',
};

/** Both keys' numbers, the chosen measure marked. */
export function renderReadings(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const { higher } = preferences(scene);
  return html`
    <div class="table-scroll readings" tabindex="0" role="region" aria-label=${t('readings.title')}>
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
                <th scope="row">${t(`readings.${row}`)}</th>
                ${KEYS.map((name) => {
                  const value = numbers.arrows[name][row];
                  const text = row === 'degrees' ? degrees(scene, value) : result(scene, value);
                  const isHigher = row === state.measure && name === higher;
                  return html`<td class=${isHigher ? 'higher' : ''} data-term=${TERMS[row] ?? nothing}>${text}${isHigher ? html` <span aria-label=${t('readings.higher')} role="img">▲</span>` : nothing}</td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
      <p class="hint">${t('readings.query', { length: long(scene, numbers.arrows.queryLength) })}</p>
    </div>`;
}
