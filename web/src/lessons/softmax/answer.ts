// SPDX-License-Identifier: MIT
// The second picture: what passes back through softmax while the last entry moves.
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../../components/choice.ts';
import type { Cell } from '../../components/csv.ts';
import '../../components/curve-plot.ts';
import type { PlotMove } from '../../components/curve-plot.ts';
import '../../components/data-table.ts';
import type { ValueChange } from '../../components/number-box.ts';
import type { Numbers } from './compute.ts';
import { describeCurve } from './describe.ts';
import { indexed, known, result, type Scene, short } from './scene.ts';
import { CURVES, type Curve, ENTRY_RANGE } from './state.ts';

const TABLE_STEP = 4;
const RANGE = [ENTRY_RANGE.min, ENTRY_RANGE.max] as const;
const LIMITS = { x: RANGE, y: RANGE };

/** The norm lies in [0, ½], a gradient in [−1, 1]; only the loss has no bound. */
function valueInterval({ curve }: Numbers, kind: Curve): readonly [number, number] {
  if (kind === 'jacobian') return [0, 0.5];
  if (kind === 'gradient') return [-1, 1];
  const highest = Math.max(0, ...curve.map(({ loss }) => loss).filter(Number.isFinite));
  const unit = 10 ** Math.floor(Math.log10(Math.max(highest, 1)));
  return [0, Math.max(Math.ceil(highest / unit) * unit, 1)];
}

/** What the curve reads at the present last entry. */
export function readingOf({ entries, jacobianNorm, loss }: Numbers, kind: Curve): number {
  if (kind === 'jacobian') return jacobianNorm;
  return kind === 'loss' ? loss : (entries.at(-1)?.gradient ?? Number.NaN);
}

export function renderAnswerPlot(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set } = scene;
  const { curve: kind, x } = state;
  const last = x.at(-1) ?? 0;
  const name = indexed('x', x.length - 1);
  const reading = readingOf(numbers, kind);
  const isDefined = Number.isFinite(reading);
  const [xLabel, yLabel] = [t('answer.x', { name }), t(`answer.axis.${kind}`, { index: x.length })];
  return html`
    <al-curve-plot
      .description=${describeCurve(scene, reading)}
      .xAxis=${{ label: xLabel, interval: numbers.interval }}
      .yAxis=${{ label: yLabel, interval: valueInterval(numbers, kind) }}
      .curve=${guard([numbers.curve, kind], () =>
        numbers.curve.map((point) => ({
          x: point.x,
          y: point[kind],
          defined: Number.isFinite(point[kind]),
        })),
      )}
      .points=${[]} .cursor=${last} .cursorLabel=${t('answer.cursor', { name })}
      .cursorText=${t('answer.cursorText', { name, x: short(scene, last), y: isDefined ? short(scene, reading) : t('result.none') })}
      .isCursorLocked=${scene.access.isLocked('x')}
      .marker=${isDefined ? reading : undefined} .markerLabel=${short(scene, reading)}
      .limits=${LIMITS} .active=${undefined} .format=${(value: number) => i18n.number(value, { digits: 10 })}
      @al-move=${({ detail }: CustomEvent<PlotMove>) =>
        set({ x: x.with(-1, detail.x) }, detail.final ? 'rest' : 'step')}>
    </al-curve-plot>
    <al-data-table name="curves" .summary=${t('answer.table')}
      .columns=${[name, ...CURVES.map((one) => t(`answer.axis.${one}`, { index: x.length }))]}
      .rows=${() => curveRows(numbers.curve.filter((_, i) => i % TABLE_STEP === TABLE_STEP - 1))}
      .all=${() => curveRows(numbers.curve)}>
    </al-data-table>`;
}

const curveRows = (curve: Numbers['curve']): Cell[][] =>
  curve.map((point) => [point.x, ...CURVES.map((one) => known(point[one]))]);

export function renderAnswerControls(scene: Scene): TemplateResult {
  const { state, numbers, t, set } = scene;
  return html`
    <al-choice field="curve" .label=${t('answer.label')} .value=${state.curve}
      .options=${CURVES.map((value) => ({ value, label: t(`answer.kind.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Curve>>) => set({ curve: detail.value }, 'jump')}>
    </al-choice>
    <al-choice field="target" .label=${t('target.label')} .value=${String(state.target)}
      .options=${state.x.map((_, i) => ({ value: String(i + 1), label: indexed('x', i) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<string>>) => set({ target: Number(detail.value) }, 'jump')}>
    </al-choice>
    <dl class="result-more">
      ${CURVES.map(
        (kind) => html`
          <div>
            <dt>${t(`answer.axis.${kind}`, { index: state.x.length })}</dt>
            <dd>${result(scene, readingOf(numbers, kind))}</dd>
          </div>`,
      )}
    </dl>
    <p class="hint">${t(`answer.note.${state.curve}`, { name: indexed('x', state.x.length - 1) })}</p>`;
}
