// SPDX-License-Identifier: MIT
// The second picture: how far each score spreads over d, computed when it is asked for.
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../../components/choice.ts';
import '../../components/data-table.ts';
import '../../components/job-progress.ts';
import '../../components/log-chart.ts';
import type { Series } from '../../components/log-chart.ts';
import type { ValueChange } from '../../components/number-box.ts';
import '../../components/seed-box.ts';
import '../../components/slider.ts';
import type { Axis } from '../../components/plot-frame.ts';
import { type FullScene, result, type Scene, short } from './scene.ts';
import {
  COMPONENTS,
  CURVES,
  D_RANGE,
  HIDDEN_RANGE,
  INITS,
  KINDS,
  type Kind,
  SEED_RANGE,
  type State,
} from './state.ts';
import { KEYS, MODELS, PLACES, type Place, QUERIES } from './sweep.ts';

interface Line {
  readonly kind: Kind | 'slope';
  readonly look: Pick<Series, 'colour' | 'dashed'>;
}

const LOOKS: Readonly<Record<Kind, Line['look']>> = {
  dot: { colour: 0, dashed: false },
  scaled: { colour: 0, dashed: true },
  additive: { colour: 1, dashed: false },
  gaussian: { colour: 2, dashed: false },
};

const linesOf = ({ curve }: State): readonly Line[] =>
  curve === 'slope'
    ? [{ kind: 'slope', look: LOOKS.additive }]
    : KINDS.map((kind) => ({ kind, look: LOOKS[kind] }));

const readingAt = (place: Place, { curve }: State, kind: Line['kind']): number =>
  curve === 'slope' || kind === 'slope' ? place.slope : place[curve][kind];

const nameOf = ({ t }: Scene, kind: Line['kind']): string =>
  kind === 'slope' ? t('curves.slope') : t(`kind.${kind}`);

/** Both axes are logarithmic, so that a power of d is a straight line. */
function yAxis({ state, i18n, t }: Scene): Axis {
  const [low, high] = state.curve === 'slope' ? [-7, 0] : [-5, 6];
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => low + i).filter(
    (power) => power % 2 === 0,
  );
  return {
    label: t(`curves.axis.${state.curve}`),
    interval: [low, high],
    ticks: ticks.map((at) => ({ at, text: i18n.number(2 ** at, { digits: 3 }) })),
  };
}

export function renderCurves(scene: FullScene): TemplateResult {
  const { state, sweep, i18n, t } = scene;
  const { places } = sweep;
  const lines = linesOf(state);
  const series = () =>
    lines.map(
      ({ kind, look }): Series => ({
        ...look,
        label: nameOf(scene, kind),
        points: places.map((place) => ({
          x: place.d,
          y: Math.log2(readingAt(place, state, kind)),
        })),
      }),
    );
  return html`
    <al-log-chart .description=${describe(scene, lines)}
      .series=${guard([places, state.curve, i18n.language], series)}
      .places=${PLACES} .xLabel=${t('curves.x')} .yAxis=${yAxis(scene)}
      .mark=${{ x: state.d, label: t('curves.mark', { d: state.d }) }}
      .format=${(x: number) => i18n.number(x)}></al-log-chart>
    ${places.length === 0 ? html`<p class="hint">${t('curves.empty')}</p>` : nothing}
    <al-data-table name="spread" .summary=${t('curves.table')}
      .columns=${[t('curves.x'), ...lines.map(({ kind }) => nameOf(scene, kind))]}
      .rows=${() =>
        places.map((place) => [
          place.d,
          ...lines.map(({ kind }) => readingAt(place, state, kind)),
        ])}>
    </al-data-table>`;
}

function renderChoice<Name extends 'curve' | 'components' | 'vInit' | 'wInit'>(
  { state, t, set }: Scene,
  name: Name,
  options: readonly State[Name][],
  label: (value: State[Name]) => string,
): TemplateResult {
  return html`
    <al-choice field=${name} class=${name} .label=${t(`curves.${name}`)} .value=${state[name]}
      .options=${options.map((value) => ({ value, label: label(value) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<string>>) =>
        set({ [name]: detail.value }, 'jump')}>
    </al-choice>`;
}

const renderSlider = (
  { state, t, set }: Scene,
  name: 'd' | 'hidden',
  { min, max }: typeof D_RANGE,
): TemplateResult => html`
  <al-slider field=${name} class="${name}-slider" .label=${t(`curves.${name}`)} .value=${state[name]}
    .revision=${state} .min=${min} .max=${max} .lowest=${min} .highest=${max}
    .stops=${PLACES.filter((place) => place <= max)}
    @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
      set({ [name]: detail.value }, detail.final ? 'rest' : 'step')}></al-slider>`;

export function renderCurveControls(scene: FullScene): TemplateResult {
  const { sweep, i18n, t } = scene;
  const { isRunning, done, start, stop, places } = sweep;
  return html`
    ${renderChoice(scene, 'curve', CURVES, (value) => t(`curves.kind.${value}`))}
    <al-job-progress class="curves-progress" .done=${done} .running=${isRunning}
      .disabled=${places.length === PLACES.length}
      .text=${t('curves.progress', { count: places.length, total: PLACES.length })}
      .action=${t(isRunning ? 'work.stop' : 'curves.start')}
      @al-start=${start} @al-stop=${stop}></al-job-progress>
    ${renderSlider(scene, 'd', D_RANGE)} ${renderReading(scene)}
    <p class="hint">${t('curves.counts', {
      models: i18n.integer(MODELS),
      queries: i18n.integer(QUERIES),
      keys: i18n.integer(KEYS),
    })}</p>`;
}

/** What the queries, the keys and the models are drawn from. */
export function renderDrawn(scene: Scene): TemplateResult {
  const { state, t, set } = scene;
  return html`
    <div class="drawn">
      ${renderChoice(scene, 'components', COMPONENTS, (value) => t(`curves.drawn.${value}`))}
      ${renderChoice(scene, 'wInit', INITS, (value) => t(`curves.w.${value}`))}
      ${renderChoice(scene, 'vInit', INITS, (value) => t(`curves.v.${value}`))}
      ${renderSlider(scene, 'hidden', HIDDEN_RANGE)}
      <al-seed-box field="seed" .label=${t('curves.seed')} .value=${state.seed} .revision=${state}
        .lowest=${SEED_RANGE.min} .highest=${SEED_RANGE.max}
        @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
          set({ seed: detail.value }, detail.final ? 'rest' : 'step')}></al-seed-box>
    </div>`;
}

/** What the lines say at the mark, if something was drawn there. */
function renderReading(scene: FullScene): TemplateResult | typeof nothing {
  const { state, sweep, t } = scene;
  const place = sweep.places.find(({ d }) => d === state.d);
  if (place === undefined) return nothing;
  return html`
    <dl class="result-more reading">
      ${linesOf(state).map(
        ({ kind }) => html`
          <div>
            <dt>${nameOf(scene, kind)}</dt>
            <dd class=${kind}>${result(scene, readingAt(place, state, kind), 4)}</dd>
          </div>`,
      )}
      ${
        state.curve === 'slope'
          ? nothing
          : html`<div>
              <dt>${t('curves.seen')}</dt>
              <dd class="seen">${short(scene, place.dots.low)} … ${short(scene, place.dots.high)}</dd>
            </div>`
      }
    </dl>`;
}

function describe(scene: FullScene, lines: readonly Line[]): string {
  const { state, sweep, t } = scene;
  const [first, last] = [sweep.places[0], sweep.places.at(-1)];
  if (first === undefined || last === undefined) return t('curves.empty');
  const ends = lines.map(({ kind }) =>
    t('curves.one', {
      name: nameOf(scene, kind),
      first: short(scene, readingAt(first, state, kind)),
      last: short(scene, readingAt(last, state, kind)),
      d: last.d,
    }),
  );
  return `${t(`curves.axis.${state.curve}`)}: ${ends.join(' ')}`;
}
