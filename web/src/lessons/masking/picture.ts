// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/bars.ts';
import '../../components/choice.ts';
import '../../components/data-table.ts';
import '../../components/heat-map.ts';
import '../../components/mask-matrix.ts';
import type { CellPlace } from '../../components/cell-keys.ts';
import type { EdgeMove } from '../../components/mask-matrix.ts';
import type { ValueChange } from '../../components/number-box.ts';
import { describeMask, describeRow, describeWeights, lengthOf, sayCell } from './describe.ts';
import { cellText, chosen, indexed, long, lookedAt, names, type Scene, share } from './scene.ts';
import { BASE, SIZE, type State } from './state.ts';

const QUERIES = names('q', SIZE);
const KEYS = names('k', SIZE);

/** A cell that lengths or order have taken out already, which pressing cannot change. */
function isFixed({ lensKind, len, lens, causal }: State, i: number, j: number): boolean {
  const length = lengthOf({ lensKind, len, lens } as State, i);
  return (causal === 'on' && j > i) || (length !== undefined && j >= length);
}

const edgesOf = ({ lensKind, len, lens }: State): readonly number[] =>
  ({ none: [], one: [len], rows: lens })[lensKind];

/** Scores to be hidden and shown. */
export function renderMask(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set, access } = scene;
  const isMaskLocked = access.isLocked('mask');
  const isOne = state.lensKind === 'one';
  const press = ([i, j]: CellPlace) => {
    const place = i * SIZE + j;
    set({ mask: state.mask.with(place, 1 - (state.mask[place] ?? 1)), row: i + 1 }, 'rest');
  };
  const move = ({ index, value, final }: EdgeMove) =>
    set(
      isOne ? { len: value } : { lens: state.lens.with(index, value), row: index + 1 },
      final ? 'rest' : 'step',
    );
  return html`
    <al-mask-matrix .description=${describeMask(scene)} .rows=${QUERIES} .columns=${KEYS}
      .texts=${BASE.map((row) => row.map((score) => i18n.number(score)))}
      .corners=${numbers.flags.map((row) => row.map(String))}
      .visible=${numbers.visible.map((row) => row.map((kept) => kept === 1))}
      .fixed=${BASE.map((row, i) => row.map((_, j) => isMaskLocked || isFixed(state, i, j)))}
      .said=${(i: number, j: number) => sayCell(scene, i, j)}
      .edges=${edgesOf(state)} .areEdgesLocked=${access.isLocked(isOne ? 'len' : 'lens')}
      .edgeLabel=${(i: number) => (isOne ? t('lens.edgeAll') : t('lens.edge', { query: QUERIES[i] ?? '' }))}
      .edgeText=${(value: number) => t('lens.edgeText', { value, all: SIZE })}
      .active=${state.row - 1} .hint=${isMaskLocked ? '' : t('mask.hint')}
      @al-cell=${({ detail }: CustomEvent<CellPlace>) => press(detail)}
      @al-edge=${({ detail }: CustomEvent<EdgeMove>) => move(detail)}></al-mask-matrix>`;
}

/** What softmax makes of what is left. */
export function renderWeights(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const { weights } = chosen(scene);
  return html`
    <al-heat-map .description=${describeWeights(scene)} .values=${weights} .rows=${QUERIES} .columns=${KEYS}
      .extreme=${1} .active=${state.row - 1} one-sided .hint=${t('weights.hint')}
      .readout=${(i: number, j: number) =>
        t('weights.readout', {
          query: QUERIES[i] ?? '',
          key: KEYS[j] ?? '',
          weight: long(scene, weights[i]?.[j] ?? Number.NaN),
        })}
      .format=${(x: number) => cellText(scene, x)} .formatTick=${(x: number) => i18n.number(x)}>
    </al-heat-map>
    <al-data-table name="weights" .summary=${t('weights.table')}
      .columns=${[t('stages.query'), t('stages.key'), t('stages.score'), t('stages.visible'), t('stages.weight')]}
      .rows=${() =>
        QUERIES.flatMap((query, i) =>
          KEYS.map((key, j) => [
            query,
            key,
            numbers.scores[i]?.[j],
            numbers.visible[i]?.[j],
            weights[i]?.[j],
          ]),
        )}></al-data-table>`;
}

/** Which query is looked at. */
export function renderRowChoice({ state, t, set }: Scene): TemplateResult {
  return html`
    <al-choice field="row" class="row-choice" .label=${t('row.label')} .value=${String(state.row)}
      .options=${QUERIES.map((label, i) => ({ value: String(i + 1), label }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<string>>) =>
        set({ row: Number(detail.value) }, 'jump')}>
    </al-choice>`;
}

/** The weights of one query. */
export function renderRow(scene: Scene): TemplateResult {
  const { t, active, activate } = scene;
  const { visible, weights } = lookedAt(scene);
  return html`
    <al-bars .description=${describeRow(scene)} .active=${active} stackable
      .bars=${weights.map((weight, j) => ({
        label: t(visible[j] ? 'row.seen' : 'row.hidden', { key: indexed('k', j) }),
        share: weight,
        text: share(scene, weight),
      }))}
      @al-active=${({ detail }: CustomEvent<number | null>) => activate(detail ?? undefined)}></al-bars>
    <al-data-table name="row" .summary=${t('row.table')}
      .columns=${[t('stages.key'), t('stages.weight')]}
      .rows=${() => weights.map((weight, j) => [indexed('k', j), weight])}></al-data-table>`;
}
