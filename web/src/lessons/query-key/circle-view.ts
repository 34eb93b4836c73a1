// SPDX-License-Identifier: MIT
// The reader tries to make three tokens point round a circle.
import { html, type TemplateResult } from 'lit';
import '../../components/arrow-ring.ts';
import '../../components/choice.ts';
import '../../components/data-table.ts';
import '../../components/slider.ts';
import type { ValueChange } from '../../components/number-box.ts';
import type { Engine } from '../../engine/index.ts';
import { beforeOf, CIRCLE_SIZE, nextOf, solveCircle } from './circle.ts';
import { describeCircle } from './describe.ts';
import { type Scene, short } from './scene.ts';
import { CIRCLE_KINDS, CIRCLE_RANGE, CIRCLE_START, type CircleKind } from './state.ts';

const NAMES = ['A', 'B', 'C'] as const;
const SIGNS = { onward: '✓', back: '✗', tie: '=' } as const;
const each = [0, 1, 2] as const;
const nameOf = (i: number): string => NAMES[i] ?? '';

export function renderRing(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const { scores, weights, pointing } = numbers.circle;
  const strongest = pointing.map((one, i) =>
    one === 'tie' ? undefined : one === 'onward' ? nextOf(i) : beforeOf(i),
  );
  return html`
    <al-arrow-ring .description=${describeCircle(scene, NAMES)} .names=${NAMES} .weights=${weights}
      .strongest=${strongest} .format=${(x: number) => scene.i18n.percent(x, 1)}></al-arrow-ring>
    <ul class="ring-legend">
      <li class="onward">${t('circle.legend.onward')}</li>
      <li class="back">${t('circle.legend.back')}</li>
    </ul>
    <ul class="conditions">${each.map((i) => renderCondition(scene, i))}</ul>
    <al-data-table name="circle" .summary=${t('circle.table')}
      .columns=${[t('matrix.from'), t('matrix.to'), t('matrix.score'), t('matrix.weight')]}
      .rows=${() =>
        each.flatMap((i) =>
          [nextOf(i), beforeOf(i)].map((j) => [
            nameOf(i),
            nameOf(j),
            scores[i]?.[j],
            weights[i]?.[j],
          ]),
        )}>
    </al-data-table>`;
}

export function renderCircleControls(scene: Scene, engine: Engine): TemplateResult {
  const { state, numbers, t, set } = scene;
  const { onward } = numbers.circle;
  const solve = () => set({ circleKind: 'two', circle: solveCircle(engine) }, 'jump');
  return html`
    <div class=${onward === CIRCLE_SIZE ? 'tally all' : 'tally'}>
      <p>${t('circle.result')}</p>
      <strong class="onward-count">${t('circle.of', { onward, all: CIRCLE_SIZE })}</strong>
      <p class="visually-hidden" role="status">${t('circle.count', { count: onward })}</p>
    </div>
    <al-choice field="circleKind" .label=${t('circle.kind')} .value=${state.circleKind}
      .options=${CIRCLE_KINDS.map((value) => ({ value, label: t(`circle.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<CircleKind>>) => setKind(scene, detail.value)}>
    </al-choice>
    <div class="entries" role="group" aria-label=${t('circle.scores')}>${renderSliders(scene)}</div>
    <div class="entry-buttons">
      <button type="button" @click=${solve}>${t('circle.solve')}</button>
      <button type="button" class="quiet" @click=${() => set({ circleKind: 'symmetric', circle: CIRCLE_START }, 'jump')}>
        ${t('circle.restart')}
      </button>
    </div>`;
}

/** The scores stay where they are: what was tied is set free with the values that it had. */
function setKind({ state, set }: Scene, circleKind: CircleKind): void {
  const ahead = state.circle.slice(0, CIRCLE_SIZE);
  const circle = circleKind === 'two' ? [...ahead, ...ahead] : state.circle;
  set({ circleKind, circle }, 'jump');
}

/** What it takes for a token to point onward, with the present numbers. */
function renderCondition(scene: Scene, i: number): TemplateResult {
  const { numbers, t } = scene;
  const { scores, pointing } = numbers.circle;
  const [next, before] = [nextOf(i), beforeOf(i)];
  const kind = pointing[i] ?? 'tie';
  return html`
    <li class=${kind}>
      <span class="sign" aria-hidden="true">${SIGNS[kind]}</span>
      ${t(`circle.condition.${kind}`, {
        name: nameOf(i),
        next: nameOf(next),
        before: nameOf(before),
        ahead: short(scene, scores[i]?.[next] ?? Number.NaN),
        behind: short(scene, scores[i]?.[before] ?? Number.NaN),
      })}
    </li>`;
}

function renderSliders({ state, t, set }: Scene) {
  const isSymmetric = state.circleKind === 'symmetric';
  return state.circle.slice(0, isSymmetric ? CIRCLE_SIZE : 2 * CIRCLE_SIZE).map((score, at) => {
    const i = at % CIRCLE_SIZE;
    const isBack = at >= CIRCLE_SIZE;
    const [from, to] = isBack ? [nextOf(i), i] : [i, nextOf(i)];
    const names = { from: nameOf(from), to: nameOf(to) };
    return html`
      <al-slider field="circle" class="circle-slider" .label=${t(isSymmetric ? 'circle.pair' : 'circle.way', names)}
        .value=${score} .revision=${state} .step=${0.1}
        .min=${CIRCLE_RANGE.min} .max=${CIRCLE_RANGE.max} .lowest=${CIRCLE_RANGE.min} .highest=${CIRCLE_RANGE.max}
        @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
          set(
            { circle: state.circle.with(at, detail.value) },
            detail.final ? 'rest' : 'step',
          )}></al-slider>`;
  });
}
