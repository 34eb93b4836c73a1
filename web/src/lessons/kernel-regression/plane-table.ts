// SPDX-License-Identifier: MIT
import type { TemplateResult } from 'lit';
import { activated, stagesTable } from '../../components/stages-table.ts';
import { indexed } from '../indexed.ts';
import { long, type Scene, short } from './scene.ts';
import { KEY_COUNT, QUERY_COUNT, VIEW_RANGES } from './state.ts';

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

function renderBox(scene: Scene, field: Field, at: number, j: number): TemplateResult {
  const { state, t, bind } = scene;
  const quantity = t(`plane.${QUANTITIES[field === 'planeValues' ? j + 2 : j] ?? 'waist'}`);
  const label = t('plane.sample.of', { quantity, name: indexed(LETTERS[field], at) });
  const range = field === 'planeValues' ? {} : VIEW_RANGES[state.planeView][j];
  return bind(field, { index: 2 * at + j, label, isBox: true, ...range });
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
