// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { indexed } from '../indexed.ts';
import '../../components/number-box.ts';
import type { ValueChange } from '../../components/light-element.ts';
import { activated, stagesTable } from '../../components/stages-table.ts';
import type { Range } from '../../state/fields.ts';
import { long, type Scene, short } from './scene.ts';
import { DATA_RANGE, KEY_COUNT, QUERY_COUNT, VIEW_RANGES } from './state.ts';

type Field = 'planeKeys' | 'planeValues' | 'planeQueries';

const QUANTITIES = ['waist', 'chest', 'weight', 'height'] as const;
const STAGES = ['score', 'logit', 'weight'] as const;

/**
 * The editable two-dimensional sample as a table. In the row of a query, the columns of the values contain its output.
 */
export function renderSample(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const boxes = (field: Field, index: number) =>
    [0, 1].map((j) => renderBox(scene, field, index, j));
  return stagesTable({
    label: t('plane.sample.title'),
    corner: t('plane.sample.row'),
    columns: QUANTITIES.map((name) => ({ label: t(`plane.${name}`) })),
    rows: [
      ...Array.from({ length: KEY_COUNT }, (_, i) => ({
        head: t('plane.sample.pair', { key: indexed('k', i), value: indexed('v', i) }),
        cells: [...boxes('planeKeys', i), ...boxes('planeValues', i)],
        ...activated(scene, i),
      })),
      ...Array.from({ length: QUERY_COUNT }, (_, i) => ({
        head: t('plane.sample.query', { query: indexed('q', i) }),
        cells: [
          ...boxes('planeQueries', i),
          ...[0, 1].map((j) => ({
            content: long(scene, numbers.plane.queries[i]?.output[j] ?? Number.NaN),
            class: 'output',
          })),
        ],
      })),
    ],
  });
}

const LETTERS: Readonly<Record<Field, string>> = {
  planeKeys: 'k',
  planeValues: 'v',
  planeQueries: 'q',
};

function renderBox(scene: Scene, field: Field, index: number, j: number): TemplateResult {
  const { state, t, set } = scene;
  const name = t(`plane.${QUANTITIES[field === 'planeValues' ? j + 2 : j] ?? 'waist'}`);
  const { min, max } =
    field === 'planeValues' ? DATA_RANGE : (VIEW_RANGES[state.planeView][j] as Range);
  const at = 2 * index + j;
  return html`
    <al-number-box field=${field} .label=${t('plane.sample.of', { quantity: name, name: indexed(LETTERS[field], index) })}
      .value=${state[field][at]} .revision=${state} .lowest=${min} .highest=${max}
      @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
        set({ [field]: state[field].with(at, detail.value) }, 'rest')}>
    </al-number-box>`;
}

/** A table with the score, the logit and the weight of each key for both queries. */
export function renderPlaneStages(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const columns = numbers.plane.queries.flatMap((stages, i) =>
    STAGES.map((stage) => ({
      label: t(`plane.stages.${stage}`, { query: indexed('q', i) }),
      class: stage === 'weight' ? 'plane-weight' : '',
      textOf: (key: number) =>
        (stage === 'weight' ? long : short)(scene, stages[`${stage}s`][key] ?? Number.NaN),
    })),
  );
  return stagesTable({
    label: t('plane.stages.title'),
    corner: t('plane.stages.key'),
    columns,
    rows: Array.from({ length: KEY_COUNT }, (_, key) => ({
      head: indexed('k', key),
      cells: columns.map(({ textOf }) => textOf(key)),
      ...activated(scene, key),
    })),
  });
}
