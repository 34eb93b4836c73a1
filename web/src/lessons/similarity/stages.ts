// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/number-box.ts';
import type { ValueChange } from '../../components/number-box.ts';
import { activated, stagesTable, type TableRow } from '../../components/stages-table.ts';
import { titleOf } from './describe.ts';
import { RECIPES } from './library.ts';
import { long, result, type Scene } from './scene.ts';
import { ENERGY_RANGE, MINUTES_RANGE } from './state.ts';

const HEADS = ['score', 'scaled', 'logit', 'weight'] as const;
/** The term of the lesson's code for each column. */
const TERMS: Readonly<Record<(typeof HEADS)[number], string>> = {
  score: 'scores',
  scaled: 'scaled_scores',
  logit: 'logits',
  weight: 'weights',
};
const NAMES = ['minutes', 'energy'] as const;
const CONTENTS = { minutes: MINUTES_RANGE, energy: ENERGY_RANGE } as const;

/** Every stage of each title, with its editable content, and a row with the output. */
export function renderStages(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  return stagesTable({
    label: t('stages.title'),
    corner: t('stages.key'),
    columns: [
      ...HEADS.map((head) => ({ label: t(`stages.${head}`), class: head, term: TERMS[head] })),
      ...NAMES.map((name) => ({ label: t(`stages.${name}`) })),
    ],
    rows: RECIPES.map((_, index) => rowOf(scene, index)),
    foot: {
      head: t('stages.output'),
      span: 5,
      cells: NAMES.map((_, i) => ({
        content: long(scene, numbers.search.output[i] ?? Number.NaN),
        class: 'output',
        term: 'output',
      })),
    },
  });
}

function rowOf(scene: Scene, index: number): TableRow {
  const { state, numbers, t, set } = scene;
  const hit = numbers.search.hits[index];
  const title = titleOf(t, index);
  return {
    head: t('search.numbered', { number: index + 1, title }),
    cells: [
      ...HEADS.map((head) => result(scene, hit?.[head] ?? Number.NaN, head === 'weight' ? 8 : 5)),
      ...NAMES.map(
        (name) => html`
          <al-number-box field=${name} .label=${t(`stages.${name}Of`, { title })} .value=${state[name][index] ?? 0}
            .revision=${state} .lowest=${CONTENTS[name].min} .highest=${CONTENTS[name].max}
            @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
              set({ [name]: state[name].with(index, detail.value) }, 'rest')}></al-number-box>`,
      ),
    ],
    ...activated(scene, index),
  };
}
