// SPDX-License-Identifier: MIT
// Two ways to make heads of one matrix; each number is named and coloured by the token that it belongs to.
import { html, type TemplateResult } from 'lit';
import '../../components/cell-map.ts';
import '../../components/data-table.ts';
import { type Scene, sides } from './scene.ts';
import type { Splits } from './splits.ts';

const WAYS = ['right', 'wrong'] as const;

export function renderSplits(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const { splits } = numbers;
  return html`
    <div class="head-splits">
      ${WAYS.map(
        (way) => html`
          <div>
            <h3>${t(`split.${way}`)}</h3>
            <div class="split-heads">${splits[way].map((_, head) => renderHead(scene, way, head))}</div>
            ${renderCount(scene, way === 'right' ? splits.pureRight : splits.pureWrong)}
          </div>`,
      )}
    </div>
    <al-data-table name="split" .summary=${t('split.table')}
      .columns=${[t('head.label'), t('map.row'), t('map.column'), t('split.right'), t('split.wrong')]}
      .rows=${() => rowsOfSplits(splits)}></al-data-table>
    <p class="hint">${t('split.hint')}</p>`;
}

/** With one head the view alone does no harm. */
function renderCount({ numbers, t }: Scene, pure: number): TemplateResult {
  const { rows } = numbers.splits;
  const isWhole = pure === rows;
  return html`
    <p class=${isWhole ? 'split-count whole' : 'split-count'}>
      <span aria-hidden="true">${isWhole ? '✓' : '✗'}</span> ${t('split.count', { pure, rows })}
    </p>`;
}

function renderHead(
  { numbers, t }: Scene,
  way: (typeof WAYS)[number],
  head: number,
): TemplateResult {
  const places = numbers.splits[way][head] ?? [];
  return html`
    <al-cell-map .name=${t('split.head', { head: head + 1 })} .shape=${sides([places.length, places[0]?.length ?? 0])}
      .description=${t('split.description', {
        head: head + 1,
        rows: places.length,
        pure: places.filter((row, i) => row.every(({ token }) => token === i)).length,
      })}
      .cells=${places.map((row, i) =>
        row.map(({ token, component }) => ({
          text: `${token + 1}.${component + 1}`,
          tone: `group-${token}` as const,
          strength: 1,
          isLit: token !== i,
        })),
      )}></al-cell-map>`;
}

const rowsOfSplits = ({ right, wrong }: Splits) =>
  right.flatMap((places, head) =>
    places.flatMap((row, i) =>
      row.map((place, j) => {
        const other = wrong[head]?.[i]?.[j];
        const text = (one = place) => `${one.token + 1}.${one.component + 1}`;
        return [head + 1, i + 1, j + 1, text(), text(other)];
      }),
    ),
  );
