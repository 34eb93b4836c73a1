// SPDX-License-Identifier: MIT
// The third picture: two calls on one tensor, and on a copy each.
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import '../../components/heat-map.ts';
import '../../components/slider.ts';
import type { ValueChange } from '../../components/number-box.ts';
import type { Matrix } from './matrix.ts';
import { cellText, long, names, type Scene } from './scene.ts';
import { FIRST_RANGE } from './state.ts';
import { SECOND_LENS, usedIn } from './twice.ts';

const COLUMNS = 4;
const GIVEN = ['same', 'fresh'] as const;
type Given = (typeof GIVEN)[number];

/** Matrix and row of each row. */
export const ROWS: readonly string[] = ['1·1', '1·2', '2·1', '2·2'];

function renderMap(scene: Scene, given: Given, part: 'tensor' | 'weights'): TemplateResult {
  const { numbers, i18n, t } = scene;
  const values = numbers.twice[given][part];
  return html`
    <div>
      <h4>${t(`twice.${part}`)}</h4>
      <al-heat-map .description=${describe(scene, given, part, values)} .values=${values} .rows=${ROWS}
        .columns=${names('k', COLUMNS)} .extreme=${1} one-sided
        .format=${(x: number) => (x < -1 ? t('treatment.fill6') : cellText(scene, x))}
        .formatTick=${(x: number) => i18n.number(x)}></al-heat-map>
    </div>`;
}

/** How much the first call has written over, and how many keys the second uses. */
function describe(scene: Scene, given: Given, part: 'tensor' | 'weights', values: Matrix): string {
  const { i18n, t } = scene;
  const cells = values.flat();
  const number = cells.filter((x) => x < -1).length;
  const seen = {
    tensor: number === 0 ? t('twice.drawn') : t('twice.filled', { number, all: cells.length }),
    weights: t('twice.uses', {
      list: i18n.list(
        values.map((row, i) => t('twice.use', { row: ROWS[i] ?? '', number: usedIn(row) })),
      ),
    }),
  };
  return t('twice.description', {
    given: t(`twice.${given}`),
    part: t(`twice.${part}`),
    seen: seen[part],
  });
}

/** Two rows of pictures: what the second call is given, and what it makes of it. */
export function renderTwice(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  return html`
    ${GIVEN.map(
      (given) => html`
        <div class="twice-row ${given}">
          <h3>${t(`twice.${given}`)}</h3>
          <div class="twice-maps">${renderMap(scene, given, 'tensor')} ${renderMap(scene, given, 'weights')}</div>
          ${given === 'same' ? html`<p class=\"hint\">${t('twice.written')}</p>` : nothing}
        </div>`,
    )}
    <al-data-table name="twice" .summary=${t('twice.table')}
      .columns=${[t('twice.place'), t('stages.key'), t('twice.same'), t('twice.fresh')]}
      .rows=${() =>
        ROWS.flatMap((row, i) =>
          names('k', COLUMNS).map((key, j) => [
            row,
            key,
            numbers.twice.same.weights[i]?.[j],
            numbers.twice.fresh.weights[i]?.[j],
          ]),
        )}></al-data-table>`;
}

/** The first call's lengths, and how many keys the second one uses. */
export function renderTwiceControls(scene: Scene): TemplateResult {
  const { state, numbers, t, set } = scene;
  const { same, fresh } = numbers.twice;
  return html`
    <p class="hint">${t('twice.first')}</p>
    ${state.firstLens.map(
      (len, i) => html`
        <al-slider field="firstLens" class="first-slider" .label=${t('twice.len', { matrix: i + 1 })} .value=${len} .revision=${state}
          .min=${FIRST_RANGE.min} .max=${FIRST_RANGE.max} .step=${1} .lowest=${FIRST_RANGE.min} .highest=${FIRST_RANGE.max}
          @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
            set(
              { firstLens: state.firstLens.with(i, detail.value) },
              detail.final ? 'rest' : 'step',
            )}></al-slider>`,
    )}
    <table class="used">
      <caption>${t('twice.used')}</caption>
      <thead>
        <tr><th scope="col">${t('twice.place')}</th><th scope="col">${t('twice.asked')}</th>
          <th scope="col">${t('twice.sameShort')}</th><th scope="col">${t('twice.freshShort')}</th></tr>
      </thead>
      <tbody>
        ${ROWS.map((row, i) => {
          const [found, wanted] = [usedIn(same.weights[i]), usedIn(fresh.weights[i])];
          return html`
            <tr class=${found === wanted ? 'right' : 'wrong'}>
              <th scope="row">${row}</th><td>${SECOND_LENS[i]}</td>
              <td>${found}${found === wanted ? '' : ' ≠'}</td><td>${wanted}</td>
            </tr>`;
        })}
      </tbody>
    </table>
    <p class="hint">${t('twice.note', { weight: long(scene, same.weights[1]?.[0] ?? Number.NaN), fresh: long(scene, fresh.weights[1]?.[0] ?? Number.NaN) })}</p>`;
}
