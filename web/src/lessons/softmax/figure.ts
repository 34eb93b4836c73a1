// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout, Scene } from '../../lesson/define.ts';
import { label, shown } from '../../marks/label.ts';
import { matrixMark } from '../../marks/matrix.ts';
import type messages from './messages.en.json';
import { type Numbers, SCORE, type State } from './shares.ts';

export type Texts = typeof messages;
export type SharesScene = Scene<State, Numbers, Texts>;

export const parts = {
  /** The table from the scores to the weights; its columns of quotients and of powers of e; and its weights. */
  table: 0,
  divided: 0,
  powers: 0,
  weights: 1,
  /** The frame around the last row, and the placeholders of unknown weights. */
  row: 0,
  unknown: 0,
  /** The weights of the scores: unchanged, plus a number, and times a number; and a curve of the last weight. */
  gaps: 0,
  curve: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

type Span = readonly [start: number, size: number];

/** Geometry of the table, of the bars of `gaps` and of the curve. A span is [start, size]. */
const PLACES = {
  wide: {
    size: [760, 580],
    columns: { scores: [28, 70], divided: [132, 84], powers: [250, 104], bars: [400, 256] },
    /** [y of the first row, height of a row]. */
    rows: [118, 82],
    gaps: { across: [20, 720], down: [112, 158], height: 58 },
    curve: { across: [84, 640], down: [70, 400] },
  },
  phone: {
    size: [390, 322],
    columns: { scores: [20, 38], divided: [74, 48], powers: [138, 66], bars: [222, 84] },
    rows: [62, 54],
    gaps: { across: [16, 358], down: [52, 108], height: 36 },
    curve: { across: [56, 312], down: [34, 230] },
  },
} as const satisfies Record<Layout, unknown>;
type Places = (typeof PLACES)[Layout];

/** The score with the strongest colour. It is fixed, so that a score has the same colour in all steps. */
const DARK = 5;

/** Values above 0 and below half of this are written as "<0.01", because 0.00 would look like 0. */
const LEAST = 0.01;
/** Numbers from this one on are written with a power of ten, because the column is too narrow for all digits. */
const LARGE = 100_000;

function rounded({ i18n }: SharesScene, value: number, layout: Layout): string {
  if (value > 0 && value < LEAST / 2) return `<${i18n.number(LEAST)}`;
  if (value >= LARGE) return i18n.number(value, { digits: layout === 'wide' ? 2 : 1 });
  return i18n.number(value, { decimals: Number.isInteger(value) ? 0 : 2 });
}

export function draw(scene: SharesScene, view: Parts, layout: Layout) {
  const places = PLACES[layout];
  const [width, height] = places.size;
  return html`
    <svg viewBox="0 0 ${width} ${height}" class="softmax">
      ${shown(view.table, () => table(scene, view, places, layout))}
      ${shown(view.gaps, () => gaps(scene, places))} ${shown(view.curve, () => curve(scene, places))}
    </svg>`;
}

function table(scene: SharesScene, view: Parts, places: Places, layout: Layout) {
  const { numbers, t } = scene;
  const { scores, logits, powers, sum, temperature } = numbers;
  const [top, step] = places.rows;
  const bottom = top + scores.length * step;
  const list = (
    part: 'scores' | 'divided' | 'powers',
    [x, width]: Span,
    of: readonly number[],
    most: number,
  ) =>
    matrixMark({
      ...{ part, role: 'score', rows: of.map((value) => [value]), x, y: top, cell: [width, step] },
      ...{
        share: 1,
        most,
        write: (value) => rounded(scene, value, layout),
        size: layout === 'wide' ? 21 : 16,
      },
    });
  const head = ([x, width]: Span, name: string, note: string) => svg`
    ${label(x + width / 2, top - (layout === 'wide' ? 44 : 22), name, 'middle title')}
    ${layout === 'wide' ? label(x + width / 2, top - 22, note, 'middle quiet') : nothing}`;
  const [sumX, sumWidth] = places.columns.powers;
  return svg`
    ${head(places.columns.scores, t('head.score'), '')} ${list('scores', places.columns.scores, scores, DARK)}
    ${shown(
      view.divided,
      () => svg`
        ${head(places.columns.divided, `÷ ${scene.i18n.number(temperature, { digits: 3 })}`, t('head.byTemperature'))}
        ${list('divided', places.columns.divided, logits, DARK)}`,
    )}
    ${shown(
      view.powers,
      () => svg`
        ${head(places.columns.powers, t('head.power'), t('head.toThat'))} ${list('powers', places.columns.powers, powers, sum)}
        ${label(sumX + sumWidth, bottom + 30, svg`<tspan class="quiet">${t('head.sum')}</tspan> ${rounded(scene, sum, layout)}`, 'end score')}`,
    )}
    ${weights(scene, view, places, layout)}
    ${shown(
      view.row,
      () =>
        svg`<rect class="row" x=${places.columns.scores[0] - 10} y=${bottom - step + 3} height=${step - 6} rx="9"
          width=${places.columns.bars[0] + places.columns.bars[1] - places.columns.scores[0] + (layout === 'wide' ? 102 : 80)} />`,
    )}`;
}

/** The weights as bars. The weight 1 would have the full length. */
function weights(scene: SharesScene, view: Parts, places: Places, layout: Layout) {
  const { numbers, t, i18n } = scene;
  const [x, length] = places.columns.bars;
  const [top, step] = places.rows;
  const middle = (i: number) => top + (i + 0.5) * step;
  const last = numbers.weights.length - 1;
  return svg`
    ${label(x, top - (layout === 'wide' ? 44 : 22), t('head.weight'), 'title weight')}
    ${layout === 'wide' ? label(x, top - 22, t('head.ofSum'), 'quiet') : nothing}
    ${shown(
      view.weights,
      () => svg`
        <g data-part="weights" class="weight">
          ${numbers.weights.map(
            (weight, i) => svg`
              <rect class="pixel" x=${x} y=${middle(i) - step * 0.26} width=${Math.max(1.5, length * weight)} height=${step * 0.52} rx="3" />
              ${label(x + Math.max(1.5, length * weight) + 10, middle(i), shareText(i18n, weight), i === last ? 'weight moment' : 'weight')}`,
          )}
        </g>
        ${label(x, top + numbers.weights.length * step + 30, t('head.whole'), 'quiet')}`,
    )}
    ${shown(
      view.unknown,
      () => svg`
        ${numbers.weights.map(
          (_, i) =>
            svg`<rect class="unknown" x=${x} y=${middle(i) - step * 0.26} width=${length * 0.6} height=${step * 0.52} rx="3" />`,
        )}
        ${label(x + length * 0.3, middle(last), '?', 'middle moment')}`,
    )}`;
}

/** Three bars of the same length. The weights of the scores are their segments. */
function gaps(scene: SharesScene, { gaps: { across, down, height } }: Places) {
  const { numbers, t, i18n } = scene;
  const [left, width] = across;
  const bar = (part: 'plain' | 'added' | 'doubled', i: number) => {
    const { by, scores, weights: all } = numbers[part];
    const y = down[0] + i * down[1];
    let x = left;
    const segments = all.map((weight, j) => {
      const start = x;
      x += width * weight;
      const isLast = j === all.length - 1;
      return svg`<rect class="pixel" x=${start} y=${y} width=${Math.max(1, width * weight - 2)} height=${height} rx="2"
        fill-opacity=${isLast ? 1 : 0.45} />`;
    });
    return svg`
      ${label(left, y - 18, svg`${scores.map((score) => i18n.number(score)).join(t('gap.and'))} <tspan class="quiet">${t(`gap.${part}`, { by: i18n.number(by) })}</tspan>`, 'title')}
      <g data-part=${part} class="weight">
        ${segments} ${label(left + width, y - 18, shareText(i18n, all.at(-1)), 'weight moment end')}
      </g>`;
  };
  return svg`${(['plain', 'added', 'doubled'] as const).map(bar)}`;
}

/** The ticks on the axes of the curve. */
const TICKS = [-5, 0, 2, 5, 10];
const LINES = [0, 0.5, 1];
/** Half the width of a tangent, in units of the score. */
const REACH = 0.8;
/** The scores that the text mentions. Their dots stay when the reader moves the slider. */
const NAMED = [2, 5];
/** The second tangent is drawn only if the scores of the two tangents differ by more than this. */
const APART = 1;

/** The label of the gain: below the curve, or below the axis if there is no space between curve and axis. */
function gainLabel(
  [x, y]: readonly [number, number],
  { across, bottom, score, slope }: { across: Span; bottom: number; score: number; slope: number },
  text: string,
) {
  if (bottom - y < 20)
    return label(Math.max(x, across[0] + 50), bottom + 44, text, 'moment weight middle');
  if (score > SCORE.max - 3) return label(x - 8, y + 30, text, 'moment weight end');
  if (bottom - y < 40) return label(x + 30, bottom - 12, text, 'moment weight');
  return label(x + (slope > 0.12 ? 18 : 10), y + 28, text, 'moment weight');
}

/** The last weight as a function of the last score, with the slope at two scores. */
function curve(scene: SharesScene, { curve: { across, down } }: Places) {
  const { numbers, t, i18n } = scene;
  const { here, steep } = numbers;
  const x = (score: number) =>
    across[0] + (across[1] * (score - SCORE.min)) / (SCORE.max - SCORE.min);
  const y = (weight: number) => down[0] + down[1] * (1 - weight);
  const bottom = down[0] + down[1];
  const line = numbers.curve().map(([score, weight]) => `${x(score)} ${y(weight)}`);
  const place = (part: 'here' | 'steep', { score, weight, gain, slope }: Numbers['here']) => {
    const end = (by: number) => `${x(score + by)} ${y(weight + slope * by)}`;
    const gainText = t('curve.gain', { points: i18n.number(100 * gain, { decimals: 1 }) });
    return svg`
      <g data-part=${part} class="weight">
        <path class="tangent" d="M${end(-REACH)} L${end(REACH)}" />
        <circle class="plus" cx=${x(score)} cy=${y(weight)} r="7" />
        ${gainLabel([x(score), y(weight)], { across, bottom, score, slope }, gainText)}
      </g>`;
  };
  return svg`
    ${label(across[0], down[0] - 22, t('curve.weight'), 'title weight')}
    ${LINES.map((weight) => svg`<path class="axis" d="M${across[0]} ${y(weight)} h${across[1]}" /> ${label(across[0] - 12, y(weight), i18n.percent(weight, 0), 'end tick')}`)}
    ${TICKS.map((score) => label(x(score), bottom + 20, i18n.number(score), 'middle tick'))}
    ${label(across[0] + across[1], bottom + 44, t('curve.score'), 'end title')}
    <path data-part="curve" class="band" stroke-width="5" d="M${line.join(' L')}" />
    ${numbers
      .curve()
      .filter(([score]) => NAMED.includes(score))
      .map(([score, weight]) => svg`<circle class="plus" cx=${x(score)} cy=${y(weight)} r="4" />`)}
    ${Math.abs(here.score - steep.score) > APART ? place('steep', steep) : nothing} ${place('here', here)}`;
}
