// SPDX-License-Identifier: MIT
// Renders the examples of document 001 (a source text, see web/src/ledger) in Verify (the lesson's second view): two
// calls that mask the same tensor, and both attention classes applied to ten equal keys.
import { html, nothing, type TemplateResult } from 'lit';
import type { Matrix } from '../matrix.ts';
import '../../components/data-table.ts';
import '../../components/heat-map.ts';
import '../../components/matrix-view.ts';
import { rolesTable } from '../../components/stages-table.ts';
import { largestOf } from '../largest.ts';
import { keyNames, PLACES } from './data.ts';
import { SECOND_LENS, usedIn } from './examples.ts';
import { cellText, result, type Scene, share, short } from './stage.ts';

const COLUMNS = 4;
const GIVEN = ['same', 'fresh'] as const;
type Given = (typeof GIVEN)[number];

/** Describes how many cells the first call has overwritten, and how many keys the second call uses. */
function describeTwice(scene: Scene, part: 'tensor' | 'weights', values: Matrix): string {
  const { i18n, t } = scene;
  const cells = values.flat();
  const number = cells.filter((x) => x < -1).length;
  if (part === 'tensor')
    return number === 0 ? t('twice.drawn') : t('twice.filled', { number, all: cells.length });
  const uses = values.map((row, i) =>
    t('twice.use', { row: PLACES[i] ?? '', number: usedIn(row) }),
  );
  return t('twice.uses', { list: i18n.list(uses) });
}

export function renderTwice(scene: Scene): TemplateResult {
  const { numbers, i18n, t } = scene;
  const map = (given: Given, part: 'tensor' | 'weights') => {
    const values = numbers.twice()[given][part];
    return html`
      <h4>${t(`twice.${part}`)}</h4>
      <al-heat-map .description=${`${t(`twice.${given}`)}. ${describeTwice(scene, part, values)}`} .values=${values}
        .rows=${PLACES} .columns=${keyNames(COLUMNS)} .extreme=${1} one-sided
        .format=${(x: number) => (x < -1 ? t('treatment.fill6') : cellText(scene, x))}
        .formatTick=${(x: number) => i18n.number(x)}></al-heat-map>`;
  };
  return html`
    ${GIVEN.map(
      (given) => html`
        <h3>${t(`twice.${given}`)}</h3>
        ${map(given, 'tensor')} ${map(given, 'weights')}
        ${given === 'same' ? html`<p class="hint">${t('twice.written')}</p>` : nothing}`,
    )}
    <al-data-table name="twice" picture="none" .summary=${t('twice.table')}
      .columns=${[t('twice.place'), t('stages.key'), t('twice.same'), t('twice.fresh')]}
      .rows=${() =>
        PLACES.flatMap((row, i) =>
          keyNames(COLUMNS).map((key, j) => [
            row,
            key,
            numbers.twice().same.weights[i]?.[j],
            numbers.twice().fresh.weights[i]?.[j],
          ]),
        )}></al-data-table>`;
}

export function renderTwiceControls(scene: Scene): TemplateResult {
  const { state, numbers, t, bind } = scene;
  const { same, fresh } = numbers.twice();
  const columns = ['asked', 'sameShort', 'freshShort'] as const;
  const first = (of: typeof same) => result(scene, of.weights[1]?.[0] ?? Number.NaN, 10);
  return html`
    <p class="hint">${t('twice.first')}</p>
    ${state.firstLens.map((_, index) => bind('firstLens', { index, label: t('twice.len', { matrix: index + 1 }) }))}
    <div>
      <p>${t('twice.used')}</p>
      ${rolesTable({
        class: 'used',
        corner: t('twice.place'),
        columns: columns.map((column) => ({ label: t(`twice.${column}`) })),
        rows: PLACES.map((row, i) => {
          const [found, wanted] = [usedIn(same.weights[i]), usedIn(fresh.weights[i])];
          const mark = found === wanted ? '' : ' ≠';
          return { head: row, cells: [String(SECOND_LENS[i]), `${found}${mark}`, String(wanted)] };
        }),
      })}
    </div>
    <p class="hint">${t('twice.note', { weight: first(same), fresh: first(fresh) })}</p>`;
}

const SAMPLE_KEYS = 10;

function describeSample(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  const names = keyNames(SAMPLE_KEYS);
  return numbers
    .sample()
    .weights.map((row, i) => {
      const said = (x: number) => share(scene, x);
      const most = largestOf(row, said);
      const number = row.filter((weight) => said(weight) !== said(0)).length;
      const told = { item: i + 1, number, share: said(row[most[0] ?? 0] ?? Number.NaN) };
      return most.length === number
        ? t('sample.even', told)
        : t('sample.uneven', { ...told, keys: i18n.list(most.map((j) => names[j] ?? '')) });
    })
    .join(' ');
}

export function renderSample(scene: Scene): TemplateResult {
  const { numbers, i18n, t } = scene;
  const { weights, output } = numbers.sample();
  const rows = weights.map((_, i) => t('sample.item', { item: i + 1 }));
  const names = keyNames(SAMPLE_KEYS);
  return html`
    <h3>${t('sample.weights')}</h3>
    <al-heat-map .description=${describeSample(scene)} .values=${weights} .rows=${rows} .columns=${names}
      .extreme=${1} one-sided .hint=${t('sample.hint')}
      .readout=${(i: number, j: number) =>
        t('sample.readout', {
          item: i + 1,
          key: names[j] ?? '',
          weight: result(scene, weights[i]?.[j] ?? Number.NaN, 10),
        })}
      .format=${(x: number) => cellText(scene, x)} .formatTick=${(x: number) => i18n.number(x)}></al-heat-map>
    <al-data-table name="sample" .summary=${t('sample.table')} .columns=${[t('sample.batch'), ...names]}
      .rows=${() => weights.map((row, i) => [i + 1, ...row])}></al-data-table>
    <al-matrix-view kind="output" .name=${t('sample.output')} .shape=${'(2, 4)'}
      .rows=${rows} .columns=${output[0]?.map((_, c) => String(c + 1)) ?? []}
      .texts=${output.map((row) => row.map((x) => short(scene, x)))}></al-matrix-view>`;
}

export const renderSampleControls = ({ state, bind, t }: Scene): TemplateResult => html`
  ${bind('score')} ${bind('seed')} ${bind('keys')}
  <p class="hint">${t(`sample.note.${state.keys}`)}</p>`;
