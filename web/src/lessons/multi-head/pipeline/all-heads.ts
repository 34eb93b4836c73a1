// SPDX-License-Identifier: MIT
// What each head sees, side by side, and which token reaches which output.
import { html, type TemplateResult } from 'lit';
import '../../../components/cell-map.ts';
import type { CellPlace } from '../../../components/cell-keys.ts';
import '../../../components/data-table.ts';
import '../../../components/heat-map.ts';
import { rowsOf } from '../arithmetic.ts';
import { cellsOf, extremeOf } from '../cells.ts';
import { ofHead, type Scene, short, sides, upTo } from '../scene.ts';

/** Where the weights of a head go. */
function describeHead({ i18n, t }: Scene, values: readonly (readonly number[])[], head: number) {
  const list = values.map((row, i) =>
    t('heads.one', { token: i + 1, other: row.indexOf(Math.max(...row)) + 1 }),
  );
  return t('heads.description', { head: head + 1, list: i18n.list(list) });
}

/** The weights of every head; picking a cell looks at it in the pipeline. */
export function renderAllHeads(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set } = scene;
  const { weights } = numbers.run.heads;
  const all = upTo(Number(state.heads)).map((_, i) => rowsOf(weights, i));
  return html`
    <div class="all-heads">
      ${all.map((values, i) => {
        const name = ofHead('A', i + 1);
        return html`
          <al-cell-map pickable .name=${name} .shape=${sides([values.length, values.length])}
            .description=${t('map.back', { description: describeHead(scene, values, i) })}
            .cells=${cellsOf(scene, values, { extreme: 1 })} .picked=${undefined}
            @al-pick=${({ detail: [row, column] }: CustomEvent<CellPlace>) =>
              set(
                { step: 'weights', head: i + 1, row: row + 1, column: column + 1 },
                'jump',
              )}></al-cell-map>`;
      })}
    </div>
    <al-data-table name="heads" .summary=${t('heads.table')}
      .columns=${[t('head.label'), t('map.row'), t('map.column'), t('heads.weight')]}
      .rows=${() =>
        all.flatMap((values, h) =>
          values.flatMap((row, i) => row.map((value, j) => [h + 1, i + 1, j + 1, value])),
        )}></al-data-table>
    <p class="hint">${t('heads.sums', {
      head: state.head,
      rows: i18n.list(numbers.rowSums.map((sum) => short(scene, sum))),
      columns: i18n.list(numbers.columnSums.map((sum) => short(scene, sum))),
    })}</p>`;
}

/** The largest derivative of each output by each token. */
export function renderInfluence(scene: Scene): TemplateResult {
  const { numbers, i18n, t } = scene;
  const { influence } = numbers;
  const reached = influence.flat().filter((size) => size > 0).length;
  const names = upTo(influence.length);
  return html`
      <al-heat-map one-sided .values=${influence} .extreme=${extremeOf(influence)}
        .rows=${names.map((_, i) => ofHead('y', i + 1))} .columns=${names.map((_, i) => ofHead('x', i + 1))}
        .format=${(x: number) => i18n.number(x, { digits: 2 })}
        .formatTick=${(x: number) => i18n.number(x, { digits: 2 })}
        .description=${t('influence.description', { reached, all: influence.length ** 2 })}
        .readout=${(i: number, j: number) =>
          t('influence.readout', {
            i: i + 1,
            j: j + 1,
            size: short(scene, influence[i]?.[j] ?? 0),
          })}
        .hint=${t('influence.description', { reached, all: influence.length ** 2 })}></al-heat-map>
      <al-data-table name="influence" .summary=${t('influence.table')}
        .columns=${[t('influence.output'), t('influence.token'), t('influence.size')]}
        .rows=${() => influence.flatMap((row, i) => row.map((size, j) => [i + 1, j + 1, size]))}></al-data-table>`;
}
