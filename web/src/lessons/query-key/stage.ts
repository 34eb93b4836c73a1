// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import type { Matrix } from '../matrix.ts';
import '../../components/arrow-ring.ts';
import '../../components/choice.ts';
import '../../components/data-table.ts';
import '../../components/heat-map.ts';
import type { ValueChange } from '../../components/light-element.ts';
import type { Stage, StageScene } from '../define-lesson.ts';
import type messages from './bench/messages.en.json';
import { beforeOf, CIRCLE_SIZE, nextOf } from './circle.ts';
import { MOST_WORDS, NAMES, type Numbers, type Similarity, strongestOf } from './compute.ts';
import type { State } from './state.ts';

export type Texts = typeof messages;
export type Scene = StageScene<State, Numbers, Texts>;

export const short = ({ i18n }: Scene, x = Number.NaN): string => i18n.number(x, { digits: 4 });
export const share = ({ i18n }: Scene, x = Number.NaN): string => i18n.percent(x, 1);

const nameOf = (i: number): string => NAMES[i] ?? '';

/** A token in quotation marks. If the same word occurs twice, its position is added. */
export function quoted({ t }: Scene, names: readonly string[], index: number): string {
  const token = names[index] ?? '';
  const isAlone = names.filter((other) => other === token).length === 1;
  return isAlone ? t('token.quoted', { token }) : t('token.numbered', { token, place: index + 1 });
}

/**
 * The upper end of the colour scale: the largest absolute entry, rounded up to 1, 2, 3, 5 or 10 times a power of ten so
 * that the scale rarely changes.
 */
export function extremeOf(matrix: Matrix): number {
  const most = Math.max(...matrix.flat().map(Math.abs).filter(Number.isFinite), 1e-9);
  const unit = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 3, 5].find((x) => x * unit >= most) ?? 10;
  return Number((step * unit).toPrecision(1));
}

const hasNoWords = ({ state, numbers }: Scene): boolean =>
  state.figure === 'words' && numbers.shown.names === NAMES;

/** Text alternative for the figure: for each token, the token that gets its largest weight. */
export function describeWeights(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  const { names, weights } = numbers.shown;
  const most = weights.map((row, i) => {
    const j = strongestOf(row);
    const [from, to] = [quoted(scene, names, i), quoted(scene, names, j)];
    return t('weights.one', { from, to, weight: share(scene, row[j]) });
  });
  return t('weights.description', { list: i18n.list(most) });
}

export function describeScores(scene: Scene, { scores, scoresAsymmetry }: Similarity): string {
  return scene.t(scoresAsymmetry === 0 ? 'scores.symmetric' : 'scores.asymmetric', {
    count: scores.length,
    asymmetry: short(scene, scoresAsymmetry),
  });
}

/**
 * Text alternative for the figure: for each of the three tokens, whether it attends more to the next or to the previous
 * one.
 */
export function describeCircle(scene: Scene): string {
  const { numbers, t } = scene;
  const circle = numbers.circle();
  const all = circle.pointing.map((pointing, i) =>
    t(`circle.${pointing}`, {
      name: nameOf(i),
      next: nameOf(nextOf(i)),
      weight: share(scene, circle.weights[i]?.[nextOf(i)]),
    }),
  );
  return [...all, t('circle.count', { count: circle.onward })].join(' ');
}

/** The name of a token in the plane, with its coordinates. */
function placedName({ state, i18n, t }: Scene, i: number): string {
  const [x, y] = [2 * i, 2 * i + 1].map((at) => i18n.number(state.vectors[at] ?? 0, { digits: 3 }));
  return t('vectors.name', { name: nameOf(i), x: x ?? '', y: y ?? '' });
}

/** Height of the readout below a matrix, in pixels. */
const READOUT = 22;
/** Height in pixels below which a figure has no room for its legend. */
const LEAST_WITH_LEGEND = 240;

/** Heat maps of scores and weights. A narrow stage (the figure with its controls) has room for only one of them. */
function matrices(scene: Scene): TemplateResult {
  const { state, numbers, height, i18n, t, active, activate } = scene;
  const { names, scores, weights } = numbers.shown;
  const rows = state.figure === 'tokens' ? names.map((_, i) => placedName(scene, i)) : names;
  const pair = (i: number, j: number) => ({
    from: quoted(scene, names, i),
    to: quoted(scene, names, j),
  });
  const map = (
    name: 'scores' | 'weights',
    values: Matrix,
    description: string,
    readout: (i: number, j: number) => string,
  ) => html`
    <div class="map ${name}" data-term=${name}>
      <al-heat-map .height=${height - READOUT} .description=${description} .values=${values} .rows=${rows}
        .columns=${names} .extreme=${name === 'weights' ? 1 : extremeOf(values)} ?one-sided=${name === 'weights'}
        ?no-legend=${height < LEAST_WITH_LEGEND} .active=${active} .readout=${readout} .hint=${t('matrix.hintOf', { name: t(`${name}.title`) })}
        .format=${(x: number) => (name === 'weights' ? i18n.percent(x, 0) : i18n.number(x, { decimals: names.length < MOST_WORDS ? 1 : 0 }))}
        .formatTick=${(x: number) => i18n.number(x)}
        @al-active=${({ detail }: CustomEvent<number | null>) => activate(detail ?? undefined)}></al-heat-map>
    </div>`;
  return html`
    <div class="maps ${state.matrix}">
      ${map('scores', scores, describeScores(scene, numbers.shown), (i, j) =>
        t('scores.readout', { ...pair(i, j), score: short(scene, scores[i]?.[j]) }),
      )}
      ${map('weights', weights, describeWeights(scene), (i, j) =>
        t('weights.readout', { ...pair(i, j), weight: share(scene, weights[i]?.[j]) }),
      )}
    </div>`;
}

function ring(scene: Scene): TemplateResult {
  const { weights, pointing } = scene.numbers.circle();
  const strongest = pointing.map((one, i) =>
    one === 'tie' ? undefined : one === 'onward' ? nextOf(i) : beforeOf(i),
  );
  return html`
    <al-arrow-ring .height=${scene.height} .description=${describeCircle(scene)} .names=${NAMES} .weights=${weights}
      .strongest=${strongest} .format=${(x: number) => scene.i18n.percent(x, 0)}></al-arrow-ring>`;
}

function figure(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  if (state.figure === 'circle') return ring(scene);
  if (state.figure === 'words' && !numbers.isReady)
    return html`<p class="loading" role="status">${i18n.t('status.loading')}</p>`;
  return hasNoWords(scene) ? html`<p class="hint">${t('words.none')}</p>` : matrices(scene);
}

/**
 * Choice between symmetric and separate scores. When the scores become separate, both directions start with the
 * symmetric scores.
 */
function circleKind({ state, t, set }: Scene): TemplateResult {
  const change = (kind: State['circleKind']): Partial<State> => {
    const ahead = state.circle.slice(0, CIRCLE_SIZE);
    return kind === 'two'
      ? { circleKind: kind, circle: [...ahead, ...ahead] }
      : { circleKind: kind };
  };
  return html`
    <al-choice field="circleKind" .label=${t('field.circleKind')} .value=${state.circleKind}
      .options=${(['symmetric', 'two'] as const).map((value) => ({ value, label: t(`circleKind.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<State['circleKind']>>) => set(change(detail.value), 'jump')}></al-choice>`;
}

/** Sliders for each token's score for the next token, or for the previous one. */
const circleScores = ({ bind, t }: Scene, way: 'onward' | 'back') =>
  NAMES.map((_, i) => {
    const [from, to] = way === 'onward' ? [i, nextOf(i)] : [nextOf(i), i];
    const names = { from: nameOf(from), to: nameOf(to) };
    const label = t('circle.score', names);
    return bind('circle', { index: way === 'onward' ? i : CIRCLE_SIZE + i, label });
  });

const coordinates = ({ bind, t }: Scene) =>
  NAMES.flatMap((name, i) =>
    (['across', 'up'] as const).map((axis, j) =>
      bind('vectors', { index: 2 * i + j, label: t(`vectors.${axis}`, { name }) }),
    ),
  );

/** For each token, an arrow to the token that gets its largest weight, such as A→B. */
const arrowsText = ({ numbers, i18n }: Scene): string =>
  i18n.list(numbers.shown.weights.map((row, i) => `${nameOf(i)}→${nameOf(strongestOf(row))}`));

export const stage: Stage<State, Numbers, Texts> = {
  figure,
  main(scene) {
    const { state, numbers, t } = scene;
    const { shown, circle, isReady, omitted } = numbers;
    if (state.figure === 'circle')
      return {
        label: t('main.onward'),
        value: circle().onward,
        note: t('main.of', { all: CIRCLE_SIZE }),
      };
    const isPending = state.figure === 'words' && !isReady;
    if (!isPending && hasNoWords(scene)) return { label: t('main.none'), value: undefined };
    const weights = t('main.weights', { asymmetry: short(scene, shown.weightsAsymmetry) });
    const most = state.figure === 'tokens' && t('main.most', { list: arrowsText(scene) });
    const left = omitted > 0 && t('main.omitted', { count: omitted });
    return {
      label: t('main.scores'),
      value: shown.scoresAsymmetry,
      isPending,
      term: 'scores_asymmetry',
      note: [weights, most, left].filter(Boolean).join(' · '),
    };
  },
  controls(scene) {
    const { state, bind } = scene;
    if (state.figure === 'circle') return [bind('figure'), ...circleScores(scene, 'onward')];
    const matrix = html`<div class="map-choice">${bind('matrix')}</div>`;
    return state.figure === 'tokens'
      ? [bind('figure'), matrix]
      : [bind('figure'), bind('projection'), matrix];
  },
  more(scene) {
    const { state, bind } = scene;
    if (state.figure === 'words') {
      const disabled = state.projection === 'none';
      return [bind('width', { disabled }), bind('head', { disabled })];
    }
    if (state.figure === 'tokens') return coordinates(scene);
    const back = state.circleKind === 'two' ? circleScores(scene, 'back') : [];
    return [circleKind(scene), ...back];
  },
  expert: ({ bind }) => [bind('divisor'), bind('precision')],
  spoken(scene) {
    const { state, numbers, t } = scene;
    if (state.figure === 'circle') return describeCircle(scene);
    if (!numbers.isReady && state.figure === 'words') return scene.i18n.t('status.loading');
    if (hasNoWords(scene)) return t('words.none');
    return `${describeScores(scene, numbers.shown)} ${describeWeights(scene)}`;
  },
};

export function data(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const { shown, circle } = numbers;
  const columns = [t('matrix.from'), t('matrix.to'), t('matrix.score'), t('matrix.weight')];
  const table = (
    name: string,
    picture: string,
    names: readonly string[],
    matrices: () => { scores: Matrix; weights: Matrix },
  ) => html`
    <al-data-table .name=${name} .picture=${picture} .summary=${t(`data.${name as 'scores' | 'circle'}`)} .columns=${columns}
      .rows=${() => {
        const { scores, weights } = matrices();
        return names.flatMap((from, i) =>
          names.map((to, j) => [from, to, scores[i]?.[j], weights[i]?.[j]]),
        );
      }}></al-data-table>`;
  const isCircle = state.figure === 'circle';
  return html`
    ${table('scores', isCircle ? 'none' : `.stage .map.${state.matrix} > al-heat-map`, shown.names, () => shown)}
    ${table('circle', isCircle ? '.stage-figure > *' : 'none', NAMES, circle)}`;
}
