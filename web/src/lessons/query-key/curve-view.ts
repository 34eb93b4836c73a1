// SPDX-License-Identifier: MIT
// How much the tokens keep to themselves, over the size or the number of their components.
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../../components/choice.ts';
import '../../components/curve-plot.ts';
import type { PlotMove } from '../../components/curve-plot.ts';
import '../../components/data-table.ts';
import type { ValueChange } from '../../components/number-box.ts';
import { describeCurve } from './describe.ts';
import { result, type Scene, short } from './scene.ts';
import { AXES, type CurveAxis, DEVIATION_RANGE, DIMENSION_RANGE, type State } from './state.ts';

const RANGES = { deviation: DEVIATION_RANGE, dimension: DIMENSION_RANGE };
const UNIT = [0, 1] as const;
/** Every so many points of a dense curve stand in its table. */
const TABLE_STEP = { deviation: 4, dimension: 1 };

export function renderCurve(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set } = scene;
  const { axis } = state;
  const { min, max } = RANGES[axis];
  const reading = short(scene, numbers.meanDiagonal);
  return html`
    <al-curve-plot .description=${describeCurve(scene)}
      .xAxis=${{ label: t(`curve.axis.${axis}`), interval: [0, max] }}
      .yAxis=${{ label: t('curve.y'), interval: UNIT }}
      .curve=${guard([numbers.curve], () =>
        numbers.curve.points.map(({ x, meanDiagonal }) => ({ x, y: meanDiagonal, defined: true })),
      )}
      .points=${[]} .cursor=${state[axis]} .cursorLabel=${t('curve.cursor', { axis: t(`curve.axis.${axis}`) })}
      .cursorText=${t('curve.cursorText', { x: short(scene, state[axis]), reading })}
      .isCursorLocked=${scene.access.isLocked(axis)}
      .marker=${numbers.meanDiagonal} .markerLabel=${reading}
      .limits=${{ x: [min, max] as const, y: UNIT }} .active=${undefined}
      .format=${(value: number) => i18n.number(value, { digits: 10 })}
      @al-move=${({ detail }: CustomEvent<PlotMove>) =>
        set({ [axis]: detail.x } as Partial<State>, detail.final ? 'rest' : 'step')}>
    </al-curve-plot>
    <al-data-table name="curve" .summary=${t('curve.table')} .columns=${[t(`curve.axis.${axis}`), t('curve.y')]}
      .rows=${() =>
        numbers.curve.points
          .filter((_, i) => (i + 1) % TABLE_STEP[axis] === 0)
          .map(({ x, meanDiagonal }) => [x, meanDiagonal])}
      .all=${() => numbers.curve.points.map(({ x, meanDiagonal }) => [x, meanDiagonal])}>
    </al-data-table>`;
}

export function renderCurveControls(scene: Scene): TemplateResult {
  const { state, numbers, t, set } = scene;
  return html`
    <al-choice field="axis" .label=${t('curve.label')} .value=${state.axis}
      .options=${AXES.map((value) => ({ value, label: t(`curve.over.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<CurveAxis>>) => set({ axis: detail.value }, 'jump')}>
    </al-choice>
    <dl class="result-more">
      <div><dt>${t('curve.y')}</dt><dd>${result(scene, numbers.meanDiagonal)}</dd></div>
      <div><dt>${t('curve.even')}</dt><dd>1/${numbers.tokens.length}</dd></div>
    </dl>
    <p class="hint">${t(`curve.note.${state.projection === 'two' ? 'two' : 'one'}`)}</p>`;
}
