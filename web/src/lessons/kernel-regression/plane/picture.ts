// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Cell } from '../../../components/csv.ts';
import '../../../components/data-table.ts';
import '../../../components/field-map.ts';
import '../../../components/paired-bars.ts';
import type { FieldHandle, FieldMove } from '../../../components/field-map.ts';
import { describeMap, describeWeights } from './describe.ts';
import { indexed, keyNames, type PlaneScene, vector } from './scene.ts';
import { KEY_COUNT, pairAt, QUERY_COUNT, VIEW_RANGES, withPair } from './state.ts';

/** An arrow key's way: half a centimetre among the body measures. */
const STEPS = { near: 0.5, origin: 2 };
/** The table has every fifth query in each direction. */
const TABLE_STEP = 5;

/** Which key wins where, with queries and keys to drag, and the numbers folded below. */
export function renderMap(scene: PlaneScene): TemplateResult {
  const { state, numbers, i18n, t, activate } = scene;
  const { map } = numbers;
  const [waist, chest] = VIEW_RANGES[state.planeView];
  return html`
    <al-field-map
      .description=${describeMap(scene)}
      .xAxis=${{ label: t('plane.waist'), interval: [waist.min, waist.max] }}
      .yAxis=${{ label: t('plane.chest'), interval: [chest.min, chest.max] }}
      .columns=${map.side}
      .layers=${guard([map, i18n.language], () => layersOf(scene))}
      .handles=${handlesOf(scene)} .main=${KEY_COUNT}
      .reach=${state.planeScore === 'gaussian' ? state.planeSigma : undefined}
      .step=${STEPS[state.planeView]} .hint=${t('plane.map.hint')}
      .active=${scene.active}
      .format=${(x: number) => i18n.number(x)}
      @al-move=${({ detail }: CustomEvent<FieldMove>) => move(scene, detail)}
      @al-active=${({ detail }: CustomEvent<number | null>) => activate(keyOf(detail))}>
    </al-field-map>
    <p class="hint">${t(`plane.map.legend.${state.planeScore}`)}</p>
    <al-data-table name="map" .summary=${t('plane.map.table')} .columns=${columnsOf(scene)}
      .rows=${() => rowsOf(scene, isShown)} .all=${() => rowsOf(scene, () => true)}></al-data-table>`;
}

// The keys come first, so that a query on a key lies on top.
const keyOf = (handle: number | null): number | undefined =>
  handle !== null && handle < KEY_COUNT ? handle : undefined;

/** The winner's weight; 0 where the key does not win. */
function layersOf({ numbers, i18n, t }: PlaneScene) {
  const { winners, weights, side, shares } = numbers.map;
  const layers = Array.from({ length: KEY_COUNT }, () => new Float64Array(side * side));
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

function handlesOf(scene: PlaneScene): FieldHandle[] {
  const { state, t, access } = scene;
  const handle = (kind: 'query' | 'key', list: readonly number[], index: number): FieldHandle => {
    const [x, y] = pairAt(list, index);
    const mark = indexed(kind === 'query' ? 'q' : 'k', index);
    const label = t(`plane.map.${kind}`, { number: index + 1 });
    const isLocked = access.isLocked(kind === 'query' ? 'planeQueries' : 'planeKeys');
    return { kind, x, y, mark, label, text: vector(scene, [x, y]), isLocked };
  };
  return [
    ...Array.from({ length: KEY_COUNT }, (_, i) => handle('key', state.planeKeys, i)),
    ...Array.from({ length: QUERY_COUNT }, (_, i) => handle('query', state.planeQueries, i)),
  ];
}

function move({ state, set }: PlaneScene, { handle, x, y, final }: FieldMove): void {
  const how = final ? 'rest' : 'step';
  const to = [x, y];
  if (handle < KEY_COUNT) set({ planeKeys: withPair(state.planeKeys, handle, to) }, how);
  else set({ planeQueries: withPair(state.planeQueries, handle - KEY_COUNT, to) }, how);
}

const columnsOf = ({ t }: PlaneScene): string[] => [
  t('plane.waist'),
  t('plane.chest'),
  t('plane.map.winner'),
  ...Array.from({ length: KEY_COUNT }, (_, key) => indexed('α', key)),
];

const isShown = (i: number): boolean => i % TABLE_STEP === Math.floor(TABLE_STEP / 2);

function rowsOf(scene: PlaneScene, isWanted: (i: number) => boolean): Cell[][] {
  const { points, winners, weights, side } = scene.numbers.map;
  return Array.from({ length: side * side }, (_, cell) => cell)
    .filter((cell) => isWanted(cell % side) && isWanted(Math.floor(cell / side)))
    .map((cell) => [
      points[2 * cell],
      points[2 * cell + 1],
      keyNames(scene, winners[cell] ?? []),
      ...Array.from({ length: KEY_COUNT }, (_, key) => weights[KEY_COUNT * cell + key]),
    ]);
}

/** The weights of both queries. Their numbers stand in the table of stages. */
export function renderPlaneWeights(scene: PlaneScene): TemplateResult {
  const { numbers, i18n, t, activate } = scene;
  const [first, second] = numbers.queries;
  return html`
    <al-paired-bars .description=${describeWeights(scene)} .active=${scene.active}
      .legend=${[indexed('q', 0), indexed('q', 1)]} .format=${(x: number) => i18n.number(x)}
      .pairs=${Array.from({ length: KEY_COUNT }, (_, key) => {
        const values = [first?.weights[key] ?? 0, second?.weights[key] ?? 0] as const;
        return {
          label: indexed('k', key),
          values,
          texts: values.map((x) => i18n.percent(x, 2)),
        };
      })}
      @al-active=${({ detail }: CustomEvent<number | null>) => activate(detail ?? undefined)}>
    </al-paired-bars>
    <al-data-table name="map-weights" .summary=${t('plane.weights.table')}
      .columns=${[t('plane.stages.key'), ...numbers.queries.map((_, i) => t('plane.stages.weight', { query: indexed('q', i) }))]}
      .rows=${() =>
        Array.from({ length: KEY_COUNT }, (_, key) => [
          indexed('k', key),
          ...numbers.queries.map(({ weights }) => weights[key]),
        ])}></al-data-table>`;
}
