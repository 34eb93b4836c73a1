// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { indexed } from '../indexed.ts';
import '../../components/columns.ts';
import type { Stage, StageScene } from '../define-lesson.ts';
import { largestOf } from '../largest.ts';
import type messages from './bench/messages.en.json';
import { MOST_ENTRIES, type Numbers, type State } from './compute.ts';

export type Texts = typeof messages;
export type Scene = StageScene<State, Numbers, Texts>;

/** A number with four significant digits, for sentences and formulas. */
export const short = ({ i18n }: Scene, x: number): string =>
  Number.isNaN(x) ? '–' : i18n.number(x, { digits: 4 });

/** A weight in percent. A tiny weight is written in scientific notation. */
const share = ({ i18n }: Scene, x: number): string =>
  x > 0 && x < 0.0005 ? i18n.number(x, { digits: 1 }) : i18n.percent(x, x < 0.01 ? 2 : 1);

/**
 * Renders the weights as columns. If the state selects it, arrows show the derivative of each weight with respect to
 * the last score.
 */
function figure(scene: Scene) {
  const { state, numbers, i18n, t } = scene;
  const last = state.x.length - 1;
  const hasArrows = state.figure === 'nudge' && numbers.hasWeights;
  return html`
    <al-columns .description=${describeColumns(scene)} .height=${scene.height} .active=${scene.active} .term=${'weights'}
      .format=${(x: number) => i18n.percent(x, 0)}
      .columns=${numbers.entries.map(({ x, weight }, i) => ({
        label: t('figure.score', { name: indexed('x', i), score: i18n.number(x, { digits: 4 }) }),
        share: weight,
        text: Number.isNaN(weight) ? '–' : share(scene, weight),
        ...(hasArrows ? { arrow: numbers.jacobian[i]?.[last] ?? 0 } : {}),
      }))}
      @al-active=${({ detail }: CustomEvent<number | null>) => scene.activate(detail ?? undefined)}></al-columns>`;
}

export function describeColumns(scene: Scene): string {
  const { state, numbers, i18n, t } = scene;
  if (!numbers.hasWeights) return t('result.none');
  const said = (x: number) => share(scene, x);
  const weights = numbers.entries.map(({ weight }) => weight);
  const places = largestOf(weights, said);
  const most = t('figure.most', {
    names: i18n.list(places.map((i) => indexed('x', i))),
    weight: said(weights[places[0] ?? 0] ?? Number.NaN),
  });
  if (state.figure === 'weights') return most;
  const last = state.x.length - 1;
  const column = numbers.jacobian.map((row) => row[last] ?? 0);
  return `${most} ${t('figure.arrows', { name: indexed('x', last), own: short(scene, column[last] ?? 0) })}`;
}

function spoken(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  if (!numbers.hasWeights) return `${t('result.none')} ${t('result.equal')}`;
  return t('result.spoken', {
    weights: i18n.list(
      numbers.entries.map(({ weight }, i) => `${indexed('p', i)} ${share(scene, weight)}`),
    ),
    norm: short(scene, numbers.jacobianNorm),
  });
}

/** Renders the slider of a score. While it has the pointer or the focus, the score's column is highlighted. */
function entry({ bind, activate, t }: Scene, index: number) {
  const slider = bind('x', { index, label: t('entry.label', { name: indexed('x', index) }) });
  return html`
    <div @pointerenter=${() => activate(index)} @pointerleave=${() => activate(undefined)}
      @focusin=${() => activate(index)} @focusout=${() => activate(undefined)}>${slider}</div>`;
}

function buttons({ state, access, t, set }: Scene) {
  const isLocked = access.isLocked('x');
  return html`
    <div class="stage-actions" ?hidden=${!access.isShown('x')}>
      <button type="button" ?disabled=${isLocked || state.x.length >= MOST_ENTRIES}
        @click=${() => set({ x: [...state.x, 0] }, 'jump')}>${t('entry.add')}</button>
      <button type="button" ?disabled=${isLocked || state.x.length === 1}
        @click=${() => set({ x: state.x.slice(0, -1) }, 'jump')}>${t('entry.remove')}</button>
    </div>`;
}

export const stage: Stage<State, Numbers, Texts> = {
  figure,
  main: (scene) => {
    const { state, numbers, t } = scene;
    if (!numbers.hasWeights)
      return { label: t('result.none'), value: undefined, note: t('result.equal') };
    return state.figure === 'nudge'
      ? {
          label: t('result.norm'),
          value: numbers.jacobianNorm,
          term: 'jacobian_norm',
          note: t('result.normNote'),
        }
      : {
          label: t('result.largest'),
          value: numbers.largest,
          note: t('result.entropy', { entropy: short(scene, numbers.entropy) }),
        };
  },
  controls: (scene) => [
    entry(scene, scene.state.x.length - 1),
    scene.bind('temperature', { disabled: scene.state.scaling === 'standardise' }),
    scene.bind('figure'),
  ],
  more: (scene) => [
    ...scene.state.x.slice(0, -1).map((_, index) => entry(scene, index)),
    buttons(scene),
  ],
  expert: ({ bind }) => [bind('scaling'), bind('precision')],
  spoken,
};
