// SPDX-License-Identifier: MIT
// Renders the details in Verify (the lesson's second view): the results of all steps, the Jacobian, and the
// gradient of the loss.
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { indexed } from '../indexed.ts';
import '../../components/curve-plot.ts';
import type { PlotMove } from '../../components/curve-plot.ts';
import '../../components/heat-map.ts';
import { stagesTable } from '../../components/stages-table.ts';
import { CURVES, type Curve, ENTRY_RANGE, type Entry, type Numbers } from './compute.ts';
import { curveTable, HEADS, jacobianTable } from './data.ts';
import { type Scene, short } from './stage.ts';

type Head = (typeof HEADS)[number];

/**
 * The variable that contains a column's numbers in the code that the lesson displays; the column and the variable are
 * highlighted together. Columns without a variable are absent.
 */
const TERMS: Partial<Record<Head, string>> = {
  logit: 'logits',
  exponential: 'exponentials',
  weight: 'weights',
  naive: 'naive',
  gradient: 'gradient',
};

const RANGE = [ENTRY_RANGE.min, ENTRY_RANGE.max] as const;
const LIMITS = { x: RANGE, y: RANGE };
/** The largest possible absolute value of an entry of softmax's Jacobian. */
const EXTREME = 0.25;

// If the weights exist, a NaN in the column `naive` is a result of the naive form (exp, then division). Any other NaN
// means "no value".
function textOf({ i18n, numbers }: Scene, head: Head, x: number): string {
  if (Number.isNaN(x) && !(head === 'naive' && numbers.hasWeights)) return '–';
  return i18n.result(x, head === 'weight' ? 10 : 5);
}

export { experiments, predictions } from './claims.ts';

export function details(scene: Scene, ask: (id: string) => TemplateResult): TemplateResult {
  const { t, draw } = scene;
  return html`
    <section>${ask('shift')}</section>
    <section data-part="stages"><h2>${t('stages.title')}</h2> ${draw('stages', () => renderStages(scene))}</section>
    <section data-part="jacobian">
      <h2>${t('jacobian.title')}</h2>
      ${draw('jacobian', () => html`${renderJacobian(scene)} ${jacobianTable(scene)}`)}
    </section>
    <section>
      ${scene.section('answer')}
      <div class="bench" data-part="curve">
        <div class="bench-plot">${draw('curve', () => html`${renderCurve(scene)} ${curveTable(scene)}`)}</div>
        <div class="bench-controls">${scene.bind('curve')} ${renderTarget(scene)} ${renderReadings(scene)}</div>
      </div>
    </section>`;
}

function renderStages(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const sums: Partial<Record<Head, number>> = {
    x: numbers.xSum,
    exponential: numbers.exponentialSum,
    weight: numbers.weightSum,
    naive: numbers.naiveSum,
    plain: numbers.plainSum,
  };
  const row = (name: string, of: (head: Head) => number | undefined) => ({
    head: name,
    cells: HEADS.map((head) => {
      const x = of(head);
      return x === undefined ? x : textOf(scene, head, x);
    }),
  });
  return html`
    ${stagesTable({
      label: t('stages.title'),
      corner: t('stages.entry'),
      columns: HEADS.map((head) => ({
        label: t(`stages.${head}`),
        class: head,
        term: TERMS[head],
      })),
      rows: numbers.entries.map((entry: Entry, i) => row(indexed('x', i), (head) => entry[head])),
      foot: row(t('stages.sum'), (head) => sums[head]),
    })}
    ${renderNaiveNote(scene)}`;
}

// A note that is shown if exp overflows for an entry or underflows for all. The naive form (exp, then division) is then
// ∞/∞ or 0/0.
function renderNaiveNote({ state, numbers, t }: Scene) {
  if (!numbers.hasWeights || !Number.isNaN(numbers.naiveSum)) return nothing;
  const { precision } = state;
  const key = numbers.exponentialSum === 0 ? 'stages.underflow' : 'stages.overflow';
  return html`<p class="hint naive-note" role="note">${t(key, { precision })}</p>`;
}

function renderJacobian(scene: Scene): TemplateResult {
  const { numbers, i18n, t } = scene;
  const names = (letter: string) => numbers.jacobian.map((_, i) => indexed(letter, i));
  return html`
    <al-heat-map .description=${t('jacobian.description', { norm: short(scene, numbers.jacobianNorm) })}
      .values=${numbers.jacobian} .rows=${names('p')} .columns=${names('z')} .extreme=${EXTREME}
      .active=${scene.active} .format=${(x: number) => (Number.isNaN(x) ? '–' : i18n.number(x, { decimals: 3 }))}
      .formatTick=${(x: number) => i18n.number(x)}
      @al-active=${({ detail }: CustomEvent<number | null>) => scene.activate(detail ?? undefined)}></al-heat-map>`;
}

/**
 * The interval of the y axis of a curve. The norm is in [0, ½] and the gradient in [−1, 1]; the loss has no upper
 * bound.
 */
function valueInterval({ curve }: Numbers, kind: Curve): readonly [number, number] {
  if (kind === 'jacobian') return [0, 0.5];
  if (kind === 'gradient') return [-1, 1];
  const highest = Math.max(
    1,
    ...curve()
      .map(({ loss }) => loss)
      .filter(Number.isFinite),
  );
  const unit = 10 ** Math.floor(Math.log10(highest));
  return [0, Math.ceil(highest / unit) * unit];
}

/** The value of the curve at the last entry of the current state. */
function readingOf({ entries, jacobianNorm, loss }: Numbers, kind: Curve): number {
  if (kind === 'jacobian') return jacobianNorm;
  return kind === 'loss' ? loss : (entries.at(-1)?.gradient ?? Number.NaN);
}

function renderCurve(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, set } = scene;
  const { curve: kind, x } = state;
  const last = x.at(-1) ?? 0;
  const name = indexed('x', x.length - 1);
  const reading = readingOf(numbers, kind);
  const isDefined = Number.isFinite(reading);
  const y = isDefined ? short(scene, reading) : t('result.none');
  return html`
    <al-curve-plot
      .description=${t('answer.description', { quantity: t(`answer.axis.${kind}`, { index: x.length }), name, x: short(scene, last), reading: y })}
      .xAxis=${{ label: t('answer.x', { name }), interval: numbers.interval }}
      .yAxis=${{ label: t(`answer.axis.${kind}`, { index: x.length }), interval: valueInterval(numbers, kind) }}
      .curve=${guard([numbers.curve, kind], () =>
        numbers.curve().map((point) => ({
          x: point.x,
          y: point[kind],
          defined: Number.isFinite(point[kind]),
        })),
      )}
      .points=${[]} .cursor=${last} .cursorLabel=${t('answer.cursor', { name })}
      .cursorText=${t('answer.cursorText', { name, x: short(scene, last), y })}
      .isCursorLocked=${scene.access.isLocked('x')} .marker=${isDefined ? reading : undefined} .markerLabel=${y}
      .limits=${LIMITS} .active=${undefined} .format=${(value: number) => i18n.number(value, { digits: 10 })}
      @al-move=${({ detail }: CustomEvent<PlotMove>) =>
        set({ x: x.with(-1, detail.x) }, detail.final ? 'rest' : 'step')}></al-curve-plot>`;
}

const renderTarget = ({ state, bind, t }: Scene) =>
  bind('target', { label: t('target.label'), max: state.x.length });

const renderReadings = (scene: Scene) => {
  const { state, numbers, t } = scene;
  return html`
  <dl class="result-more">
    ${CURVES.map(
      (kind) => html`<div>
        <dt>${t(`answer.axis.${kind}`, { index: state.x.length })}</dt>
        <dd>${textOf(scene, 'gradient', readingOf(numbers, kind))}</dd>
      </div>`,
    )}
  </dl>
  <p class="hint">${t(`answer.note.${state.curve}`, { name: indexed('x', state.x.length - 1) })}</p>`;
};
