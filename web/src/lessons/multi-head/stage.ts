// SPDX-License-Identifier: MIT
import { max, mean } from 'd3-array';
import { html, type TemplateResult } from 'lit';
import type { Matrix } from '../matrix.ts';
import '../../components/arcs.ts';
import '../../components/data-table.ts';
import '../../components/sentence-box.ts';
import type { Stage, StageScene } from '../define-lesson.ts';
import type messages from './bench/messages.en.json';
import { upTo } from './cells.ts';
import type { Numbers } from './compute.ts';
import { LONGEST, type State } from './state.ts';
import './strips.ts';

export type Texts = typeof messages;
export type Scene = StageScene<State, Numbers, Texts>;

const share = ({ i18n }: Scene, weight = Number.NaN): string => i18n.percent(weight, 0);

/** The sentence, the word under the pointer or else the selected one, and its row of weights in each head. */
function shown({ state, numbers, active }: Scene) {
  const { words = [], weights = [], ...rest } = numbers.sentence ?? {};
  const last = Math.max(Math.min(state.place, words.length) - 1, 0);
  const place = state.figure === 'words' ? (active ?? last) : last;
  const rows = weights.map((own) => own[place] ?? []);
  return { ...rest, words, weights, place, rows, word: words[place] ?? '' };
}

/**
 * The indices of the heads whose arcs are drawn: the selected head and the next one (after the last, the first). If
 * there is only one head, only its index.
 */
const drawnHeads = ({ heads, head }: State): readonly number[] =>
  heads === '1' ? [0] : [head - 1, head % Number(heads)].toSorted();

/** The word with the largest weight in a row, and this weight in percent. */
function mostOf(scene: Scene, row: readonly number[] = []) {
  const weight = Math.max(...row);
  return { word: shown(scene).words[row.indexOf(weight)] ?? '', share: share(scene, weight) };
}

/** For each drawn head, the word with the largest weight. */
const mostText = (scene: Scene): string =>
  drawnHeads(scene.state)
    .map((head) =>
      scene.t('figure.most', { head: head + 1, ...mostOf(scene, shown(scene).rows[head]) }),
    )
    .join(' · ');

/** Averages the weights of the shown word over the drawn heads, and returns the largest of these means. */
function largestOfMean(scene: Scene): number {
  const heads = drawnHeads(scene.state);
  const { rows, words } = shown(scene);
  return max(words, (_, j) => mean(heads, (head) => rows[head]?.[j])) ?? Number.NaN;
}

function arcs(scene: Scene): TemplateResult {
  const { state, active, height, t, set, activate } = scene;
  const { words, weights, place, word } = shown(scene);
  const bands = drawnHeads(state).map((head) => ({
    label: t('figure.head', { head: head + 1 }),
    weights: weights[head] as Matrix,
  }));
  return html`
    <al-arcs field="place" .height=${height} .term=${'weights'} .description=${spoken(scene)} .symbols=${words}
      .bands=${bands} .chosen=${place} .active=${active} .label=${t('field.place')} .text=${`${word}: ${mostText(scene)}`}
      .format=${(weight: number) => share(scene, weight)}
      @al-choose=${({ detail }: CustomEvent<number>) => set({ place: detail + 1 }, 'rest')}
      @al-active=${({ detail }: CustomEvent<number | null>) => activate(detail ?? undefined)}></al-arcs>`;
}

function strips(scene: Scene): TemplateResult {
  const { height, active, activate } = scene;
  const { x, q, concat, y, weights, place } = shown(scene);
  return html`
    <al-head-strips .height=${height} .description=${spoken(scene)} .weights=${weights} .row=${place} .active=${active}
      .vectors=${[x, q, concat, y].map((rows) => rows?.[place] ?? [])}
      @al-active=${({ detail }: CustomEvent<number | null>) => activate(detail ?? undefined)}></al-head-strips>`;
}

function values(scene: Scene): Readonly<Record<string, string>> {
  const { state, i18n } = scene;
  const { words, rows, word, width = 0, parameters = 0 } = shown(scene);
  const heads = Number(state.heads);
  return {
    heads: state.heads,
    word,
    share: mostOf(scene, rows[drawnHeads(state)[0] ?? 0]).share,
    words: i18n.integer(words.length),
    width: i18n.integer(width),
    d: i18n.integer(width / heads),
    parameters: i18n.integer(parameters),
    scores: i18n.integer(heads * words.length ** 2),
    products: i18n.integer(width * words.length ** 2),
  };
}

function spoken(scene: Scene): string {
  const { state, numbers, i18n, t } = scene;
  if (numbers.sentence === undefined) return i18n.t('status.loading');
  return state.figure === 'words'
    ? t('figure.ofWord', { word: shown(scene).word, most: mostText(scene) })
    : t('figure.ofStrips', values(scene));
}

function sentenceBox({ state, numbers, t, set }: Scene): TemplateResult {
  const { model, words = [] } = numbers.sentence ?? {};
  return html`
    <al-sentence-box .field=${'words'} .label=${t('field.words')} .words=${state.words.length > 0 ? state.words : words}
      .vocabulary=${model?.words ?? []} .most=${model?.longest ?? LONGEST}
      @al-words=${({ detail }: CustomEvent<readonly string[]>) =>
        set({ words: detail, place: LONGEST }, 'rest')}></al-sentence-box>`;
}

export const stage: Stage<State, Numbers, Texts> = {
  figure: (scene) => {
    const { state, numbers, i18n } = scene;
    if (numbers.sentence === undefined)
      return html`<p class="loading" role="status">${i18n.t('status.loading')}</p>`;
    return state.figure === 'words' ? arcs(scene) : strips(scene);
  },
  main: (scene) => {
    const { state, numbers, t } = scene;
    const isPending = numbers.sentence === undefined;
    const { parameters } = shown(scene);
    if (state.figure === 'strips')
      return {
        label: t('main.parameters'),
        value: parameters,
        note: t('main.scores', values(scene)),
        isPending,
      };
    return {
      label: t(state.heads === '1' ? 'main.largest' : 'main.mean'),
      value: largestOfMean(scene),
      note: mostText(scene),
      isPending,
    };
  },
  // In the figure of words, the choice is limited to one or two heads. The model was trained with two, so its attention
  // with more would be meaningless.
  controls: ({ state, bind }) => [
    bind('figure'),
    bind('heads', state.figure === 'words' ? { options: ['1', '2'] } : {}),
  ],
  more: (scene) => [
    scene.bind('layer'),
    ...(Number(scene.state.heads) > 2
      ? [scene.bind('head', { max: Number(scene.state.heads) })]
      : []),
    sentenceBox(scene),
  ],
  spoken,
};

export function data(scene: Scene): TemplateResult {
  const { t } = scene;
  const { words, weights, x = [], q = [], concat = [], y = [] } = shown(scene);
  const vectors = { x, q, o: concat, y };
  return html`
    <al-data-table name="weights" picture=".stage-figure > *" .summary=${t('data.weights')}
      .columns=${[t('field.head'), t('data.query'), ...words]}
      .rows=${() => weights.flatMap((own, head) => own.map((row, i) => [head + 1, words[i], ...row]))}></al-data-table>
    <al-data-table name="vectors" picture="none" .summary=${t('data.vectors')}
      .columns=${[t('data.vector'), t('data.query'), ...upTo(x[0]?.length ?? 0)]}
      .rows=${() =>
        Object.entries(vectors).flatMap(([name, rows]) =>
          rows.map((row, i) => [name, words[i], ...row]),
        )}></al-data-table>`;
}
