// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/mask-matrix.ts';
import type { CellPlace } from '../../components/cell-keys.ts';
import type { EdgeMove } from '../../components/mask-matrix.ts';
import type { Stage, StageScene } from '../define-lesson.ts';
import type messages from './bench/messages.en.json';
import { lengthOf, type Numbers, SIZE, type State, TOKENS, type Treated } from './compute.ts';

export type Texts = typeof messages;
export type Scene = StageScene<State, Numbers, Texts>;

/** A number in a formula or a sentence, with four significant digits. */
export const short = ({ i18n }: Scene, x: number): string => i18n.number(x, { digits: 4 });
/** A result, with as many digits as the reader chose. */
export const result = ({ i18n }: Scene, x: number, usual = 5): string => i18n.result(x, usual);
/** A weight in percent. */
export const share = ({ i18n }: Scene, x: number): string =>
  Number.isNaN(x) ? i18n.number(x) : i18n.percent(x, 1);
/** A weight in a cell of a heat map, with two decimals. */
export const cellText = ({ i18n }: Scene, x: number): string =>
  Number.isFinite(x) ? i18n.number(x, { decimals: 2 }) : i18n.number(x);
/** The words of the sentence except the last one. From each of them, a language model would predict the next one. */
export const wordsOf = ({ t }: Scene): readonly string[] => TOKENS.map((i) => t(`word.${i}`));
/** A token in quotation marks. */
export const token = (scene: Scene, i: number): string =>
  scene.t('token', { word: wordsOf(scene)[i] ?? '' });

/** The results of the selected masking method. */
export const chosen = ({ state, numbers }: Pick<Scene, 'state' | 'numbers'>): Treated =>
  numbers.treated[state.treatment]();

/** The results for the query under the pointer, or else for the selected one. */
export function lookedAt(scene: Scene) {
  const { state, numbers, active } = scene;
  const { logits, weights, leaks, sums } = chosen(scene);
  const row = active ?? state.row - 1;
  return {
    row,
    name: token(scene, row),
    scores: numbers.scores[row] ?? [],
    logits: logits[row] ?? [],
    weights: weights[row] ?? [],
    leak: leaks[row] ?? Number.NaN,
    sum: sums[row] ?? Number.NaN,
    visible: (numbers.visible[row] ?? []).map((kept) => kept === 1),
    isEmpty: numbers.emptyRows[row] === true,
  };
}

/** Whether a valid length or the causal mask hides a cell, so that pressing it changes nothing. */
function isFixed(state: State, i: number, j: number): boolean {
  return (state.causal === 'on' && j > i) || j >= (lengthOf(state, i) ?? SIZE);
}

/** Explains in words why a key is visible to a query or hidden from it. */
export function reasonOf({ state, numbers, t }: Scene, i: number, j: number): string {
  const flag = numbers.flags[i]?.[j] === 1;
  if (state.convention === 'hide') return t(flag ? 'reason.readHidden' : 'reason.readVisible');
  if (flag) return t('reason.visible');
  if (state.causal === 'on' && j > i) return t('reason.causal');
  const len = lengthOf(state, i);
  if (len !== undefined && j >= len) return t('reason.len', { len });
  return t('reason.pressed');
}

/** A text alternative for the figure: the visible keys of each query, and its largest weight. */
export function describe(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  const rows = chosen(scene).weights.map((weights, i) => {
    const query = token(scene, i);
    const seen = TOKENS.flatMap((j) => (numbers.visible[i]?.[j] === 1 ? token(scene, j) : []));
    const sees =
      seen.length === 0
        ? t('mask.seesNone', { query })
        : t('mask.sees', { query, keys: i18n.list(seen) });
    if (weights.some(Number.isNaN)) return `${sees} ${t('mask.broken')}`;
    const j = weights.indexOf(Math.max(...weights));
    return `${sees} ${t('mask.most', { key: token(scene, j), weight: share(scene, weights[j] ?? 0) })}`;
  });
  return rows.join(' ');
}

/**
 * Renders the mask as a grid of cells. Each cell contains the weight of its key. Its corner contains the score, or the
 * number that replaces the score of a hidden key.
 */
function figure(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set, access } = scene;
  const isMaskLocked = access.isLocked('mask');
  const isOne = state.lensKind === 'one';
  const { weights, logits } = chosen(scene);
  const words = wordsOf(scene);
  const isVisible = (i: number, j: number) => numbers.visible[i]?.[j] === 1;
  const corner = (score: number, i: number, j: number) =>
    i18n.number(isVisible(i, j) ? score : (logits[i]?.[j] ?? Number.NaN), { digits: 3 });
  const press = ([i, j]: CellPlace) => {
    const place = i * SIZE + j;
    set({ mask: state.mask.with(place, 1 - (state.mask[place] ?? 1)), row: i + 1 }, 'rest');
  };
  const move = ({ index, value, final }: EdgeMove) =>
    set(
      isOne ? { len: value } : { lens: state.lens.with(index, value), row: index + 1 },
      final ? 'rest' : 'step',
    );
  const text = (weight: number, i: number, j: number) => {
    if (!isVisible(i, j) && weight === 0) return '';
    return Number.isNaN(weight) ? i18n.number(weight) : i18n.percent(weight, 0);
  };
  return html`
    <al-mask-matrix .height=${scene.height} .description=${describe(scene)} .rows=${words} .columns=${words}
      .weights=${weights}
      .texts=${weights.map((row, i) => row.map((weight, j) => text(weight, i, j)))}
      .corners=${numbers.scores.map((row, i) => row.map((score, j) => corner(score, i, j)))}
      .visible=${numbers.visible.map((row) => row.map((kept) => kept === 1))}
      .fixed=${numbers.flags.map((row, i) => row.map((_, j) => isMaskLocked || isFixed(state, i, j)))}
      .said=${(i: number, j: number) =>
        t('mask.cell', {
          query: token(scene, i),
          key: token(scene, j),
          score: short(scene, numbers.scores[i]?.[j] ?? Number.NaN),
          weight: share(scene, weights[i]?.[j] ?? Number.NaN),
          reason: reasonOf(scene, i, j),
        })}
      .edges=${{ none: [], one: [state.len], rows: state.lens }[state.lensKind]}
      .areEdgesLocked=${access.isLocked(isOne ? 'len' : 'lens')}
      .edgeLabel=${(i: number) => (isOne ? t('lens.edgeAll') : t('lens.edge', { query: token(scene, i) }))}
      .edgeText=${(value: number) => t('lens.edgeText', { value, all: SIZE })}
      .active=${scene.active ?? state.row - 1} .hint=${isMaskLocked ? '' : t('mask.hint')}
      .cornerHint=${t('mask.corner')}
      @al-active=${({ detail }: CustomEvent<number | null>) => scene.activate(detail ?? undefined)}
      @al-cell=${({ detail }: CustomEvent<CellPlace>) => press(detail)}
      @al-edge=${({ detail }: CustomEvent<EdgeMove>) => move(detail)}></al-mask-matrix>`;
}

/** A note with the number of visible keys. If there are none, it explains the weights. */
function noteOf(scene: Scene): string {
  const { state, t } = scene;
  const { treatment, emptyRow, precision } = state;
  const { isEmpty, visible } = lookedAt(scene);
  if (!isEmpty) return t('result.seen', { seen: visible.filter(Boolean).length, all: SIZE });
  if (treatment === 'exclude') return t(`empty.${emptyRow}`);
  if (treatment === 'infinity') return t('empty.infinity');
  if (treatment !== 'add9') return t('empty.fill');
  return t(precision === 'float32' ? 'empty.add32' : 'empty.add64');
}

export const stage: Stage<State, Numbers, Texts> = {
  figure,
  main: (scene) => {
    const { name, leak } = lookedAt(scene);
    return {
      label: scene.t('result.leak', { query: name }),
      value: leak,
      note: noteOf(scene),
    };
  },
  controls: ({ bind }) => [
    bind('causal'),
    bind('treatment', { options: ['infinity', 'fill6'] }),
    bind('size'),
  ],
  more: (scene) => [scene.bind('lensKind'), scene.bind('row', { names: wordsOf(scene) })],
  expert: ({ state, bind }) => [
    bind('emptyRow', { disabled: state.treatment !== 'exclude' }),
    bind('convention'),
    bind('precision'),
  ],
  spoken: (scene) => {
    const { i18n, t } = scene;
    const { name, weights, leak } = lookedAt(scene);
    return t('result.spoken', {
      query: name,
      note: noteOf(scene),
      leak: share(scene, leak),
      weights: i18n.list(weights.map((weight) => share(scene, weight))),
    });
  },
};
