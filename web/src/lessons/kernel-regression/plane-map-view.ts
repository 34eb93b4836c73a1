// SPDX-License-Identifier: MIT
// The figure of the two-dimensional sample: a map of queries that shows which key has the largest score at each of
// them.
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { indexed } from '../indexed.ts';
import '../../components/choice.ts';
import type { Cell } from '../../components/csv.ts';
import '../../components/data-table.ts';
import '../../components/field-map.ts';
import type { FieldHandle } from '../../components/field-map.ts';
import type { HandleMove } from '../../components/handle.ts';
import type { ValueChange } from '../../components/light-element.ts';
import { describeMap } from './describe.ts';
import { KEYS } from './plane-map.ts';
import { keyNames, type Scene, vector } from './scene.ts';
import { KEY_COUNT, pairAt, QUERY_COUNT, THIRDS, VIEW_RANGES, withPair } from './state.ts';

/** The distance in cm by which an arrow key moves a point, for each region that the map can show (`View`). */
const STEPS = { near: 0.5, origin: 2 };
/** The table contains every fifth query of the map in each direction. */
const TABLE_STEP = 5;

/** Renders the map of queries. The reader's queries and the keys on it can be dragged. */
export function renderMap(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, activate } = scene;
  const { map } = numbers.plane;
  const [waist, chest] = VIEW_RANGES[state.planeView];
  return html`
    <al-field-map
      .description=${describeMap(scene)} .height=${scene.height}
      .xAxis=${{ label: t('plane.waist'), interval: [waist.min, waist.max] }}
      .yAxis=${{ label: t('plane.chest'), interval: [chest.min, chest.max] }}
      .columns=${map.side}
      .layers=${guard([map, i18n.language], () => layersOf(scene))}
      .handles=${handlesOf(scene)} .main=${KEY_COUNT}
      .reach=${state.planeScore === 'gaussian' ? state.planeSigma : undefined}
      .step=${STEPS[state.planeView]} .hint=${t('plane.map.hint')}
      .active=${scene.active}
      .format=${(x: number) => i18n.number(x)}
      @al-move=${({ detail }: CustomEvent<HandleMove>) => move(scene, detail)}
      @al-active=${({ detail }: CustomEvent<number | null>) => activate(keyOf(detail))}>
    </al-field-map>`;
}

// The key of a handle, undefined for a query. Handles of queries come after those of keys, so queries are drawn on top.
const keyOf = (handle: number | null): number | undefined =>
  handle !== null && handle < KEY_COUNT ? handle : undefined;

/**
 * Returns one layer of the map for each key. A cell contains the key's weight if the key has the largest score there,
 * otherwise 0.
 */
function layersOf({ numbers, i18n, t }: Scene) {
  const { winners, weights, side, shares } = numbers.plane.map;
  const layers = KEYS.map(() => new Float64Array(side * side));
  for (let cell = 0; cell < side * side; cell++)
    for (const key of winners[cell] ?? [])
      (layers[key] as Float64Array)[cell] = weights[KEY_COUNT * cell + key] as number;
  return layers.map((strengths, key) => ({
    strengths,
    label: t('plane.map.layer', {
      key: indexed('k', key),
      share: i18n.percent(shares[key] ?? 0, 0),
    }),
  }));
}

function handlesOf(scene: Scene): FieldHandle[] {
  const { state, t, access } = scene;
  const handle = (kind: 'query' | 'key', list: readonly number[], index: number): FieldHandle => {
    const [x, y] = pairAt(list, index);
    const mark = indexed(kind === 'query' ? 'q' : 'k', index);
    const label = t(`plane.map.${kind}`, { number: index + 1 });
    const isLocked = access.isLocked(kind === 'query' ? 'planeQueries' : 'planeKeys');
    return { kind, x, y, mark, label, text: vector(scene, [x, y]), isLocked };
  };
  return [
    ...KEYS.map((i) => handle('key', state.planeKeys, i)),
    ...Array.from({ length: QUERY_COUNT }, (_, i) => handle('query', state.planeQueries, i)),
  ];
}

function move({ state, set }: Scene, { index, x, y, final }: HandleMove): void {
  const how = final ? 'rest' : 'step';
  const to = [x, y];
  if (index < KEY_COUNT) set({ planeKeys: withPair(state.planeKeys, index, to) }, how);
  else set({ planeQueries: withPair(state.planeQueries, index - KEY_COUNT, to) }, how);
}

type Third = keyof typeof THIRDS;

/** Renders the choice of the third key: as printed in the document (equal to the second key), or a different one. */
export function renderThirdKey(scene: Scene): TemplateResult {
  const { state, t, set } = scene;
  const names = Object.keys(THIRDS) as Third[];
  const [waist, chest] = pairAt(state.planeKeys, KEY_COUNT - 1);
  const chosen = names.find((name) => THIRDS[name][0] === waist && THIRDS[name][1] === chest);
  return html`
    <al-choice field="planeKeys" .label=${t('plane.third.label')} .value=${chosen ?? ''}
      .options=${names.map((value) => ({
        value,
        label: t(`plane.third.${value}`, { key: vector(scene, THIRDS[value]) }),
      }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Third>>) =>
        set(
          { planeKeys: withPair(state.planeKeys, KEY_COUNT - 1, THIRDS[detail.value]) },
          'jump',
        )}></al-choice>`;
}

/** Tables with the numbers of the map, and with the weights for both queries. */
export function planeData(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const { queries } = numbers.plane;
  const weight = (i: number) => t('plane.stages.weight', { query: indexed('q', i) });
  return html`
    <al-data-table name="map" picture=".stage-figure > *" .summary=${t('plane.map.table')}
      .columns=${[t('plane.waist'), t('plane.chest'), t('plane.map.winner'), ...KEYS.map((key) => indexed('α', key))]}
      .rows=${() => rowsOf(scene, (i) => i % TABLE_STEP === Math.floor(TABLE_STEP / 2))}
      .all=${() => rowsOf(scene, () => true)}></al-data-table>
    <al-data-table name="map-weights" picture="none" .summary=${t('plane.weights.table')}
      .columns=${[t('plane.stages.key'), ...queries.map((_, i) => weight(i))]}
      .rows=${() => KEYS.map((key) => [indexed('k', key), ...queries.map(({ weights }) => weights[key])])}></al-data-table>`;
}

function rowsOf(scene: Scene, isWanted: (i: number) => boolean): Cell[][] {
  const { points, winners, weights, side } = scene.numbers.plane.map;
  return Array.from({ length: side * side }, (_, cell) => cell)
    .filter((cell) => isWanted(cell % side) && isWanted(Math.floor(cell / side)))
    .map((cell) => [
      points[2 * cell],
      points[2 * cell + 1],
      keyNames(scene, winners[cell] ?? []),
      ...KEYS.map((key) => weights[KEY_COUNT * cell + key]),
    ]);
}
