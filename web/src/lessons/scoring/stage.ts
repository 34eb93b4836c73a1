// SPDX-License-Identifier: MIT
// Renders one query and four keys as arrows, beside the scores and weights of five score functions.
import { html, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { indexed } from '../indexed.ts';
import '../../components/data-table.ts';
import '../../components/vector-plane.ts';
import type { HandleMove } from '../../components/handle.ts';
import type { PlaneVector } from '../../components/vector-plane.ts';
import type { Stage } from '../define-lesson.ts';
import { signOf } from './formula.ts';
import {
  bestKeys,
  bestName,
  keyName,
  pairOf,
  queryName,
  type Scene,
  share,
  short,
  type Texts,
} from './scene.ts';
import type { Numbers } from './session.ts';
import { KINDS, type Kind, PLANE_RANGE, type State, WIDTH } from './state.ts';

/** A sentence about whether all score functions prefer the same key. */
function agreement(scene: Scene): string {
  const { i18n, t } = scene;
  const names = [...new Set(bestKeys(scene).map((best) => bestName(scene, best)))];
  return names.length === 1
    ? t('result.agree', { key: names[0] ?? '' })
    : t('result.differ', { keys: i18n.list(names) });
}

function describe(scene: Scene): string {
  const { state, numbers, i18n, t } = scene;
  const row = state.query - 1;
  const list = KINDS.map((kind, at) => {
    const best = bestKeys(scene)[at];
    return t('result.reading', {
      name: t(`kind.${kind}`),
      key: bestName(scene, best),
      weight: share(scene, Math.max(...(numbers[kind].weights[row] ?? []))),
    });
  });
  return `${t('result.spoken', { query: queryName(row), list: i18n.list(list) })} ${agreement(scene)}`;
}

function plane(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set, access } = scene;
  const row = state.query - 1;
  const arrow = (kind: 'query' | 'key', mark: string, tip: readonly number[] = []): PlaneVector => {
    const [x = 0, y = 0] = tip;
    return {
      ...{ x, y, kind, mark, label: t(`plane.${kind}`, { name: mark }) },
      text: t('plane.place', { x: short(scene, x), y: short(scene, y) }),
      isLocked: access.isLocked(kind === 'query' ? 'queries' : 'keys'),
    };
  };
  const move = ({ index, x, y, final }: HandleMove) => {
    const name = index === 0 ? 'queries' : 'keys';
    const at = WIDTH * (index === 0 ? row : index - 1);
    // If the signs are flipped, the figure shows flipped arrows. The state contains the original arrows, so the signs
    // of the new coordinates are flipped back.
    const [across, up] = state.flip === 'both' ? [0 - x, 0 - y] : [x, y];
    set({ [name]: state[name].with(at, across).with(at + 1, up) }, final ? 'rest' : 'step');
  };
  return html`
    <al-vector-plane plain .description=${describe(scene)} .height=${scene.height}
      .vectors=${[
        arrow('query', queryName(row), numbers.queries[row]),
        ...numbers.keys.map((key, j) => arrow('key', keyName(j), key)),
      ]}
      .reach=${PLANE_RANGE.max} .hint=${t('plane.hint')} .format=${i18n.number}
      @al-move=${({ detail }: CustomEvent<HandleMove>) => move(detail)}></al-vector-plane>`;
}

/** A cell of the table: a key's weight as a vertical bar, with the weight or the score as a number. */
function cell(scene: Scene, kind: Kind, j: number): TemplateResult {
  const { state, numbers, i18n, active, activate, set } = scene;
  const [i, key] = pairOf(scene);
  const { scores, weights, best } = numbers[kind];
  const weight = weights[i]?.[j] ?? 0;
  const score = scores[i]?.[j] ?? 0;
  const text =
    state.shown === 'weights' ? i18n.percent(weight, 0) : i18n.number(score, { decimals: 1 });
  const marks = [best[i] === j ? 'best' : '', (active ?? key) === j ? 'pointed' : ''];
  return html`
    <td class=${marks.join(' ')} data-term="${kind}_scores ${kind}_weights" data-key=${j + 1}
      @pointerenter=${() => activate(j)} @click=${() => set({ kind, key: j + 1 }, 'jump')}>
      <svg aria-hidden="true">${svg`
        <rect width="100%" y=${`${100 * (1 - weight)}%`} height=${`${100 * weight}%`} />`}</svg>
      <span>${text}</span>
    </td>`;
}

/** A table with one row for each score function. Clicking the head of a row selects the function. */
function table(scene: Scene): TemplateResult {
  const { state, numbers, t, set, access, activate } = scene;
  const isLocked = access.isLocked('kind');
  return html`
    <table class="score-rows" @pointerleave=${() => activate(undefined)}>
      <caption class="visually-hidden">${t(`shown.${state.shown}`)}</caption>
      <thead>
        <tr>
          <td></td>
          ${numbers.keys.map((_, j) => html`<th scope="col">${keyName(j)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${KINDS.map(
          (kind) => html`
            <tr class=${kind === state.kind ? 'chosen' : ''} data-kind=${kind}>
              <th scope="row">
                <button type="button" class="quiet" aria-pressed=${kind === state.kind} ?disabled=${isLocked}
                  @click=${() => set({ kind }, 'jump')}>${t(`row.${kind}`)}</button>
                <math aria-hidden="true">${guard([state.biased], () => signOf(state, kind))}</math>
              </th>
              ${numbers.keys.map((_, j) => cell(scene, kind, j))}
            </tr>`,
        )}
      </tbody>
    </table>`;
}

export const stage: Stage<State, Numbers, Texts> = {
  figure: (scene) => html`<div class="compared">${plane(scene)} ${table(scene)}</div>`,
  main(scene) {
    const { state, numbers, t } = scene;
    const row = state.query - 1;
    const { best, weights } = numbers[state.kind];
    return {
      label: t('result.best', {
        name: t(`kind.${state.kind}`),
        key: bestName(scene, best[row]),
      }),
      value: Math.max(...(weights[row] ?? [])),
      note: agreement(scene),
    };
  },
  controls: ({ bind }) => [bind('shown'), bind('flip')],
  more: (scene) => [
    scene.bind('query', { names: scene.numbers.queries.map((_, i) => queryName(i)) }),
    scene.bind('biased'),
    scene.bind('sigma'),
    ...scene.state.w_v.map((_, index) =>
      scene.bind('w_v', { index, label: indexed('v', index), min: -4, max: 4 }),
    ),
  ],
  expert: ({ bind }) => [bind('precision')],
  spoken: describe,
};

export function renderData(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  return html`
    <al-data-table name="scores" picture="al-vector-plane" .summary=${t('data.table')}
      .columns=${[t('data.kind'), t('field.query'), t('field.key'), t('data.score'), t('data.weight')]}
      .rows=${() =>
        KINDS.flatMap((kind) =>
          numbers[kind].scores.flatMap((row, i) =>
            row.map((score, j) => [
              ...[t(`kind.${kind}`), queryName(i), keyName(j)],
              ...[score, numbers[kind].weights[i]?.[j]],
            ]),
          ),
        )}></al-data-table>`;
}
