// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { known } from '../../components/csv.ts';
import '../../components/data-table.ts';
import type { ValueChange } from '../../components/light-element.ts';
import type { MainNumber, Stage } from '../define-lesson.ts';
import type { Numbers } from './compute.ts';
import { renderArrows, renderContents, renderTitles } from './figures.ts';
import { RECIPES } from './recipes.ts';
import {
  describeArrows,
  describeSearch,
  KEYS,
  mostText,
  preferences,
  type Scene,
  SIGNS,
  type Texts,
  titleOf,
  verdictText,
} from './scene.ts';
import './search-box.ts';
import type { State } from './state.ts';

const FIGURES = { arrows: renderArrows, titles: renderTitles, contents: renderContents };

const isArrows = ({ state }: Scene): boolean => state.figure === 'arrows';

/**
 * For each measure, the variable that contains the score in the code that the lesson displays, if there is one. The
 * score and the variable are highlighted together.
 */
const TERMS = { dot: { term: 'dots' }, cosine: { term: 'cosines' }, scaled: {} };

function mainOfArrows(scene: Scene): MainNumber {
  const { state, numbers, t } = scene;
  const { higher } = preferences(scene);
  const note = verdictText(scene);
  if (higher === undefined) return { label: t('result.noAngle'), value: undefined, note };
  const isTie = higher === 'tie';
  const name = isTie ? 'key' : higher;
  return {
    label: isTie ? t('result.tie') : t('result.higher', { name: SIGNS[name] }),
    value: numbers.arrows[name][state.measure],
    note,
    ...TERMS[state.measure],
  };
}

function mainOfSearch(scene: Scene): MainNumber {
  const { numbers, t } = scene;
  const { output, hasWeights } = numbers.search;
  if (!hasWeights)
    return { label: t('result.none'), value: undefined, note: t('result.noDirection') };
  return {
    label: t('result.output'),
    value: output[0] ?? Number.NaN,
    unit: t('search.minutes'),
    term: 'output',
    note: mostText(scene),
  };
}

const searchBox = ({ state, set }: Scene, part: 'text' | 'words'): TemplateResult => html`
  <al-search-box field="words" .shows=${part} .counts=${state.words}
    @al-value=${({ detail }: CustomEvent<ValueChange<readonly number[]>>) =>
      set({ words: detail.value }, detail.final ? 'rest' : 'step')}></al-search-box>`;

export const stage: Stage<State, Numbers, Texts> = {
  figure: (scene) => FIGURES[scene.state.figure](scene),
  main: (scene) => (isArrows(scene) ? mainOfArrows(scene) : mainOfSearch(scene)),
  controls(scene) {
    const { state, bind } = scene;
    if (isArrows(scene)) return [bind('measure'), bind('figure')];
    return [
      searchBox(scene, 'text'),
      bind('temperature', { disabled: state.measure === 'scaled' }),
      bind('figure'),
    ];
  },
  more(scene) {
    const { bind, t } = scene;
    if (!isArrows(scene)) return [searchBox(scene, 'words'), bind('measure')];
    return (['query', ...KEYS] as const).flatMap((name) =>
      (['x', 'y'] as const).map((axis, index) =>
        bind(name, { index, label: t(`plane.${axis}`, { name: SIGNS[name] }) }),
      ),
    );
  },
  expert: ({ bind }) => [bind('precision')],
  spoken: (scene) => (isArrows(scene) ? describeArrows(scene) : describeSearch(scene)),
};

const READINGS = ['length', 'degrees', 'dot', 'cosine', 'scaled'] as const;
const STAGES = ['score', 'scaled', 'logit', 'weight'] as const;

export function renderData(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const { arrows, search } = numbers;
  const pictureOf = (tag: string, isShown: boolean) => (isShown ? tag : 'none');
  return html`
    <al-data-table name="arrows" .picture=${pictureOf('al-vector-plane', isArrows(scene))} .summary=${t('plane.table')}
      .columns=${[t('plane.arrow'), t('plane.across'), t('plane.up'), ...READINGS.map((name) => t(`readings.${name}`))]}
      .rows=${() => [
        [
          SIGNS.query,
          ...state.query,
          arrows.queryLength,
          ...READINGS.slice(1).map(() => undefined),
        ],
        ...KEYS.map((name) => [
          SIGNS[name],
          ...state[name],
          ...READINGS.map((column) => known(arrows[name][column])),
        ]),
      ]}></al-data-table>
    <al-data-table name="search" .picture=${pictureOf('al-mix-plot', state.figure === 'contents')} .summary=${t('search.table')}
      .columns=${[t('stages.key'), ...STAGES.map((name) => t(`stages.${name}`)), t('stages.minutes'), t('stages.energy')]}
      .rows=${() => [
        ...RECIPES.map((_, i) => [
          titleOf(t, i),
          ...STAGES.map((name) => known(search.hits[i]?.[name] ?? Number.NaN)),
          state.minutes[i],
          state.energy[i],
        ]),
        [t('search.output'), ...STAGES.map(() => undefined), ...search.output.map(known)],
      ]}></al-data-table>`;
}
