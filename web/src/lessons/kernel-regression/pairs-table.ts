// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import { isFixed } from '../../components/field-access.ts';
import { activated, stagesTable, type TableRow } from '../../components/stages-table.ts';
import type { KeyStages } from './compute.ts';
import { renderOwnPairs } from './own-pairs.ts';
import type { Scene } from './scene.ts';
import { DATA_RANGE, MOST_KEYS, type State } from './state.ts';

/** For each column of the table, the variable that contains its numbers in the code that the lesson displays. */
const TERMS = {
  distance: 'distances',
  score: 'scores',
  kernelValue: 'kernel_values',
  weight: 'weights',
  weightedValue: 'weighted_values',
} as const;
const HEADS = Object.keys(TERMS) as (keyof typeof TERMS)[];

/**
 * A table with one row for each key: the editable pair of key and value, and the results of all steps. The last row
 * contains the sums.
 */
export function renderPairs(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  return html`
    ${stagesTable({
      label: t('stages.title'),
      class: 'stages pairs',
      corner: t('stages.pair'),
      columns: [
        { label: t('stages.key') },
        { label: t('stages.value') },
        ...HEADS.map((head) => ({
          label: t(`stages.${head}`),
          term: TERMS[head],
          isHeadLit: true,
        })),
        {},
      ],
      rows: numbers.keyStages.map((stage, index) => rowOf(scene, stage, index)),
      foot: {
        head: t('stages.sum'),
        span: 5,
        cells: [
          { content: short(scene, numbers.kernelSum), term: undefined },
          { content: long(scene, numbers.weightSum), term: undefined },
          {
            content: numbers.hasSupport ? long(scene, numbers.prediction) : t('result.none'),
            class: 'output',
            term: 'prediction',
          },
          undefined,
        ],
      },
    })}
    ${renderRangeNote(scene)}
    <button type="button" ?disabled=${!canPair(scene) || state.keys.length >= MOST_KEYS} @click=${() => addPair(scene)}>
      ${t('stages.add')}
    </button>
    ${renderOwnPairs(scene)}`;
}

/**
 * Whether pairs of key and value can be added and removed. Both fields change then, so neither may be locked or hidden.
 */
const canPair = ({ access }: Scene): boolean =>
  !isFixed(access, 'keys') && !isFixed(access, 'values');

function rowOf(scene: Scene, stage: KeyStages, index: number): TableRow {
  const { state, t, bind } = scene;
  const number = index + 1;
  return {
    head: `${number}`,
    cells: [
      bind('keys', { index, label: t('stages.keyOf', { number }), isBox: true }),
      bind('values', { index, label: t('stages.valueOf', { number }), isBox: true }),
      ...HEADS.map((head) => (head === 'weight' ? long : short)(scene, stage[head])),
      html`
        <button type="button" class="icon" aria-label=${t('stages.remove', { number })}
          ?disabled=${!canPair(scene) || state.keys.length === 1} @click=${(event: Event) => removePair(scene, index, event)}>×</button>`,
    ],
    ...activated(scene, index),
  };
}

// A note that is shown if exp(score) overflows or underflows although the weights are exact.
function renderRangeNote({ state, numbers, t }: Scene) {
  const sum = numbers.kernelSum;
  if (!numbers.hasSupport || (sum > 0 && sum < Number.POSITIVE_INFINITY)) return nothing;
  const text = t(sum === 0 ? 'stages.underflow' : 'stages.overflow', {
    precision: state.precision,
  });
  return html`<p class="hint" role="note">${text}</p>`;
}

function addPair({ state, set }: Scene): void {
  const { keys, values } = state;
  const next = Math.min(Math.max(...keys) + 1, DATA_RANGE.max);
  set({ keys: [...keys, next], values: [...values, values.at(-1) ?? 0] }, 'jump');
}

function removePair({ state, set, activate }: Scene, index: number, event: Event): void {
  const view = (event.currentTarget as Element).closest('section');
  activate(undefined);
  const without = (list: State['keys']) => list.filter((_, i) => i !== index);
  set({ keys: without(state.keys), values: without(state.values) }, 'jump');
  // The removed row contained the focused button, so the focus moves to the next button.
  requestAnimationFrame(() => {
    const buttons = Array.from(view?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? []);
    buttons[Math.min(index, buttons.length - 1)]?.focus();
  });
}

const short = ({ i18n }: Scene, x: number): string => i18n.result(x, 6);
const long = ({ i18n }: Scene, x: number): string => i18n.result(x);
