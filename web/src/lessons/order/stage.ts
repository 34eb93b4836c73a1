// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import '../../components/heat-map.ts';
import type { Stage, StageScene } from '../define-lesson.ts';
import type messages from './bench/messages.en.json';
import { COUNT, type Numbers, PLACES, ROUNDING, type State, shuffled, WIDTH } from './compute.ts';
import './word-row.ts';
import type { PlacedWord, WordMove } from './word-row.ts';

export type Texts = typeof messages;
export type Scene = StageScene<State, Numbers, Texts>;

/** A difference with two significant digits. */
export const rounded = ({ i18n }: Scene, x: number): string => i18n.number(x, { digits: 2 });

/** A change with two decimals, or below 0.01 with one significant digit. More digits do not fit the narrow columns. */
const short = ({ i18n }: Scene, x: number): string =>
  i18n.number(x, x < 0.01 ? { digits: 1 } : { decimals: 2 });

const isChanged = (change: number | undefined): boolean => (change ?? Number.NaN) > ROUNDING;

/** The words of the sentence in their current order. */
const sentence = ({ state, numbers }: Scene): readonly string[] =>
  state.order.map((word) => numbers.words[word - 1] ?? '');

function placed(scene: Scene): readonly PlacedWord[] {
  const { state, numbers, access, t } = scene;
  const isLocked = access.isLocked('order') || !access.isShown('order');
  return numbers.words.map((word, i) => {
    const place = state.order.indexOf(i + 1);
    const change = numbers.changes[i] ?? Number.NaN;
    return {
      word,
      place,
      isLocked,
      now: numbers.outputs[place] ?? [],
      before: numbers.before[i] ?? [],
      isChanged: isChanged(change),
      change: isChanged(change) ? `Δ ${short(scene, change)}` : '=',
      text: t('figure.place', {
        place: place + 1,
        of: COUNT,
        change: isChanged(change)
          ? t('figure.changed', { change: rounded(scene, change) })
          : t('figure.kept'),
      }),
    };
  });
}

const moved = (order: readonly number[], { word, place }: WordMove): readonly number[] =>
  order.toSpliced(order.indexOf(word + 1), 1).toSpliced(place, 0, word + 1);

/**
 * A text alternative for the figure. It lists the words whose output differs from their output in the original order.
 */
function describe(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  const changed = numbers.words.filter((_, i) => isChanged(numbers.changes[i]));
  const words = sentence(scene).join(' ');
  return changed.length === 0
    ? t('figure.same', { words })
    : t('figure.others', { words, changed: i18n.list(changed) });
}

/**
 * Heat map of the dot products of all pairs of positional vectors. The largest absolute value has the strongest colour.
 */
function matrix(scene: Scene): TemplateResult {
  const { numbers, i18n, t } = scene;
  const names = Array.from({ length: PLACES }, (_, i) => (i % 5 === 0 ? i18n.integer(i) : ''));
  const extreme = Math.max(...numbers.products.flat().map(Math.abs)) || 1;
  const tick = (x: number) => i18n.number(x, { digits: 3 });
  return html`
    <al-heat-map .description=${t('matrix.description', { spread: rounded(scene, numbers.spread) })}
      .height=${scene.height} .values=${numbers.products} .rows=${names} .columns=${names} .extreme=${extreme}
      .format=${tick} .formatTick=${tick}></al-heat-map>`;
}

function figure(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set } = scene;
  if (!numbers.isReady)
    return html`<p class="loading" role="status">${i18n.t('status.loading')}</p>`;
  if (state.figure === 'matrix') return matrix(scene);
  return html`
    <al-word-row .description=${describe(scene)} .height=${scene.height} .words=${placed(scene)} .active=${scene.active}
      .captions=${[t('figure.now'), t('figure.before')]} .hint=${t('figure.hint')}
      @al-active=${({ detail }: CustomEvent<number | null>) => scene.activate(detail ?? undefined)}
      @al-word=${({ detail }: CustomEvent<WordMove>) =>
        set({ order: moved(state.order, detail) }, detail.final ? 'rest' : 'step')}></al-word-row>`;
}

function buttons({ state, access, t, set }: Scene): TemplateResult {
  const isLocked = access.isLocked('order');
  return html`
    <div class="stage-actions" ?hidden=${!access.isShown('order')}>
      <button type="button" ?disabled=${isLocked} @click=${() => set({ order: shuffled(state.order), figure: 'words' }, 'jump')}>${t('order.shuffle')}</button>
    </div>`;
}

export const stage: Stage<State, Numbers, Texts> = {
  figure,
  main: ({ state, numbers, t }) => {
    const { spread, largest, isReady } = numbers;
    return state.figure === 'matrix'
      ? {
          label: t('main.spread'),
          value: spread,
          isPending: !isReady,
          note: t(isChanged(spread) ? 'main.spreadDiffers' : 'main.spreadSame'),
        }
      : {
          label: t('main.largest'),
          value: largest,
          isPending: !isReady,
          note: t(isChanged(largest) ? 'main.differs' : 'main.same'),
        };
  },
  controls: (scene) => [
    buttons(scene),
    scene.bind('mask'),
    scene.bind('positions'),
    scene.bind('figure'),
  ],
  spoken: (scene) => {
    const { state, numbers, i18n, t } = scene;
    if (!numbers.isReady) return i18n.t('status.loading');
    return state.figure === 'matrix'
      ? t('matrix.description', { spread: rounded(scene, numbers.spread) })
      : describe(scene);
  },
};

/** Tables of the outputs, the weights, and the dot products of positional vectors. */
export function data(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const words = sentence(scene);
  const components = Array.from({ length: WIDTH }, (_, i) => String(i + 1));
  const places = Array.from({ length: PLACES }, (_, i) => String(i));
  return html`
    <al-data-table name="outputs" picture=".stage-figure > *" .summary=${t('data.outputs')}
      .columns=${[t('data.word'), t('data.change'), ...components]}
      .rows=${() =>
        numbers.outputs.map((row, i) => [
          words[i],
          numbers.changes[(state.order[i] ?? 0) - 1],
          ...row,
        ])}></al-data-table>
    <al-data-table name="weights" picture="none" .summary=${t('data.weights')}
      .columns=${[t('data.word'), ...words]}
      .rows=${() => numbers.weights.map((row, i) => [words[i], ...row])}></al-data-table>
    <al-data-table name="positions" picture="none" .summary=${t('data.products')}
      .columns=${[t('data.position'), ...places]}
      .rows=${() => numbers.products.map((row, i) => [places[i], ...row])}></al-data-table>`;
}
