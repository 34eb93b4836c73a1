// SPDX-License-Identifier: MIT
// The arrows, and what four scores make of them.
import { html, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import '../../components/heat-map.ts';
import type { CellPlace } from '../../components/cell-keys.ts';
import '../../components/vector-plane.ts';
import type { PlaneVector, VectorMove } from '../../components/vector-plane.ts';
import { describeMap, describePlane } from './describe.ts';
import { signOf } from './formula.ts';
import { keyName, queryName, result, type Scene, share, short } from './scene.ts';
import { KINDS, type Kind, PLANE_RANGE, WIDTH } from './state.ts';

/** The query that is looked at, and all keys. */
export function renderPlane(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set, pair, access } = scene;
  const arrow = (kind: 'query' | 'key', mark: string, [x = 0, y = 0]: readonly number[]) => ({
    ...{ x, y, kind, mark, label: t(`plane.${kind}`, { name: mark }) },
    text: t('plane.place', { x: short(scene, x), y: short(scene, y) }),
    isLocked: access.isLocked(kind === 'query' ? 'queries' : 'keys'),
  });
  const vectors: PlaneVector[] = [
    arrow('query', queryName(pair[0]), numbers.queries[pair[0]] ?? []),
    ...numbers.keys.map((key, j) => arrow('key', keyName(j), key)),
  ];
  const move = ({ vector, x, y, final }: VectorMove) => {
    const name = vector === 0 ? 'queries' : 'keys';
    const at = WIDTH * (vector === 0 ? pair[0] : vector - 1);
    // What is turned about is dragged where it is seen.
    const [own, up] = state.flip === 'both' ? [0 - x, 0 - y] : [x, y];
    set({ [name]: state[name].with(at, own).with(at + 1, up) }, final ? 'rest' : 'step');
  };
  return html`
    <al-vector-plane plain .description=${describePlane(scene)} .vectors=${vectors}
      .reach=${PLANE_RANGE.max} .hint=${t('plane.hint')} .format=${i18n.number}
      @al-move=${({ detail }: CustomEvent<VectorMove>) => move(detail)}>
    </al-vector-plane>`;
}

/** The next of 1, 2, 5, 10 … that no score goes beyond, so that the colours’ scale seldom moves. */
function extremeOf(scores: readonly (readonly number[])[]): number {
  const most = Math.max(...scores.flat().map(Math.abs), 1e-3);
  const unit = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 5].find((x) => x * unit >= most) ?? 10;
  return Number((step * unit).toPrecision(1));
}

function renderMap(scene: Scene, kind: Kind): TemplateResult {
  const { state, numbers, i18n, t, set, pair, point } = scene;
  const { scores, weights } = numbers[kind];
  const areWeights = state.shown === 'weights';
  const values = areWeights ? weights : scores;
  const readout = (i: number, j: number) =>
    t('map.readout', {
      ...{ query: queryName(i), key: keyName(j) },
      score: result(scene, scores[i]?.[j] ?? Number.NaN),
      weight: share(scene, weights[i]?.[j] ?? Number.NaN),
    });
  return html`
    <div class="score-map" data-kind=${kind}>
      <h3>${t(`kind.${kind}`)}</h3>
      <p class="score-formula"><math>${signOf(state, kind)}</math></p>
      <al-heat-map .description=${describeMap(scene, kind)} .values=${values}
        .rows=${values.map((_, i) => queryName(i))}
        .columns=${(values[0] ?? []).map((_, j) => keyName(j))}
        .extreme=${areWeights ? 1 : extremeOf(scores)} ?one-sided=${areWeights} .picked=${pair}
        .active=${pair[0]} .readout=${readout}
        .format=${(x: number) => (areWeights ? i18n.percent(x, 0) : i18n.number(x, { digits: 3 }))}
        .formatTick=${(x: number) => (areWeights ? i18n.percent(x, 0) : i18n.number(x))}
        @al-cell=${({ detail }: CustomEvent<CellPlace | null>) => point(detail ?? undefined)}
        @click=${() => set({ query: pair[0] + 1, key: pair[1] + 1 }, 'jump')}>
      </al-heat-map>
    </div>`;
}

/** The same queries and keys, four times over; one pair is marked in all. */
export function renderMaps(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  return html`
    <div class="score-maps">${KINDS.map((kind) => renderMap(scene, kind))}</div>
    <al-data-table name="scores" .summary=${t('map.table')}
      .columns=${[t('map.score'), t('map.query'), t('map.key'), t('map.value'), t('map.weight')]}
      .rows=${() =>
        KINDS.flatMap((kind) =>
          numbers[kind].scores.flatMap((row, i) =>
            row.map((score, j) => [
              ...[t(`kind.${kind}`), queryName(i), keyName(j)],
              ...[score, numbers[kind].weights[i]?.[j]],
            ]),
          ),
        )}></al-data-table>`;
}
