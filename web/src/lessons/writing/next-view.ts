// SPDX-License-Identifier: MIT
// The next token: the most probable tokens as bars, and the probabilities of all tokens by rank, on logarithmic axes.
import { nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import { fitted } from './lens-view.ts';
import { isCut } from './numbers.ts';
import { shownPiece, type WritingScene } from './parts.ts';
import type { Candidate } from './tale.ts';

const PLACES = {
  wide: {
    list: { left: 20, end: 118, from: 128, width: 170, top: 48, step: 33, count: 10 },
    line: { name: 388, title: 8, left: 448, right: 736, top: 60, base: 336 },
  },
  phone: {
    list: { left: 10, end: 104, from: 114, width: 190, top: 36, step: 25, count: 4 },
    line: { name: 10, title: 144, left: 74, right: 376, top: 184, base: 262 },
  },
} as const;

export const nextHeight = { wide: 386, phone: 306 } as const;

/** A possible next token. */
export interface Choice {
  readonly text: string;
  /** Undefined for the mark of omitted tokens, "⋮". */
  readonly share?: number;
  /** The share before top-k or top-p excluded other tokens. It is drawn as an outline. */
  readonly before?: number | undefined;
  readonly kind?: string;
  readonly note?: string;
}

/** The left limit of words, in units of the view box. */
const EDGE = 8;
/** The difference in height between an outline and its bar, so that both are visible. */
const AROUND = 3.5;

/** @param place  the right end of the words, the left end of the bars, and the width of the share 1 */
export function choices(
  { i18n }: WritingScene,
  list: readonly Choice[],
  {
    end,
    from,
    width,
    top,
    step,
  }: Readonly<Record<'end' | 'from' | 'width' | 'top' | 'step', number>>,
) {
  const high = step * 0.52;
  return svg`${list.map(({ text, share, before, kind = '', note = '' }, i) => {
    const y = top + i * step;
    const name = fitted(end, y, shownPiece(text), end - EDGE, 17, `end ${kind}`);
    if (share === undefined) return name;
    const longest = width * Math.max(share, before ?? 0);
    return svg`
      ${name}
      ${share > 0 ? svg`<rect class="bar" x=${from} y=${y - high / 2} width=${Math.max(1.5, width * share)} height=${high} rx="2" />` : nothing}
      ${before === undefined ? nothing : svg`<rect class="drop" x=${from} y=${y - high / 2 - AROUND} width=${Math.max(1.5, width * before)} height=${high + 2 * AROUND} rx="2" />`}
      ${label(from + longest + 8, y, `${shareText(i18n, share)} ${note}`, kind)}`;
  })}`;
}

/** Exponents of ten: of the smallest probability on the axis, and of the probabilities with a tick. */
const LOWEST = -8;
const TICKS = [0, -2, -4, -6];
const POINTS = 160;

/** At most `POINTS` ranks from 1 to `count`, at equal distances on a logarithmic axis. */
function ranksOf(count: number): readonly number[] {
  const all = Array.from({ length: POINTS }, (_, i) => Math.round(count ** (i / (POINTS - 1))));
  return [...new Set(all)];
}

export function next(scene: WritingScene, layout: Layout, top: number) {
  const { numbers, state, t } = scene;
  const { list } = PLACES[layout];
  const hasCut = isCut(state);
  const all = numbers.next();
  const rows = all.slice(0, list.count).map(({ token, probability, share }): Choice => {
    return {
      ...{ text: numbers.textOf(token), share: hasCut ? share : probability },
      ...{ before: hasCut ? probability : undefined, kind: hasCut && share === 0 ? 'quiet' : '' },
    };
  });
  return svg`
    <g data-part="list">
      ${label(list.left, top + 8, t('next.first', { count: list.count }), 'title')}
      ${choices(scene, rows, { ...list, top: top + list.top })}
    </g>
    ${lines(scene, all, layout, top)}`;
}

function lines(
  { numbers, state, t, i18n }: WritingScene,
  all: readonly Candidate[],
  layout: Layout,
  top: number,
) {
  const { name, title, left, right, ...heights } = PLACES[layout].line;
  const [first, base] = [top + heights.top, top + heights.base];
  const decades = Math.log10(Math.max(all.length, 2));
  const x = (rank: number) => left + ((right - left) * Math.log10(rank)) / decades;
  const y = (probability: number) =>
    first + ((base - first) * Math.max(Math.log10(probability), LOWEST)) / LOWEST;
  const ranks = ranksOf(all.length);
  const path = (shareOf: (index: number) => number, from = 1, to = all.length) => {
    const within = ranks.filter((rank) => rank >= from && rank <= to && shareOf(rank - 1) > 0);
    // The line ends at the first probability below the axis, because y is clamped to the axis.
    const end = within.findIndex((rank) => shareOf(rank - 1) < 10 ** LOWEST);
    const points = end < 0 ? within : within.slice(0, end + 1);
    const [only] = points;
    if (points.length < 2) return only ? `M${x(only)} ${y(shareOf(only - 1))}h4` : '';
    return `M${points.map((rank) => `${x(rank).toFixed(1)} ${y(shareOf(rank - 1)).toFixed(1)}`).join('L')}`;
  };
  const hasCut = isCut(state);
  const usual = numbers.usual();
  const probability = (index: number) => all[index]?.probability ?? 0;
  const isUsual = state.temperature === 1;
  const kept = all.findLastIndex(({ share }) => share > 0) + 1;
  const keptX = Math.min(right, x(kept + 0.5));
  const isRight = keptX - left > 110;
  const legend = (kind: string, temperature: number, height: number) => svg`
    ${label(right - 38, height, t('next.temperature', { temperature: i18n.number(temperature, { digits: 3 }) }), 'end halo tick')}
    <path class=${kind} d="M${right - 30} ${height}H${right}" />`;
  return svg`
    <g data-part="line">
      ${label(name, top + title, t('next.title', { count: all.length }), 'title')}
      ${label(name, first - 20, t('next.probability'), 'quiet')}
      ${label((left + right) / 2, base + 38, t('next.rank'), 'middle quiet')}
      ${TICKS.map((power) => label(left - 8, y(10 ** power), i18n.percent(10 ** power, Math.max(0, -power - 2)), 'end tick'))}
      ${Array.from({ length: Math.floor(decades) + 1 }, (_, power) => 10 ** power).map((rank) => label(x(rank), base + 16, i18n.integer(rank), 'middle tick'))}
      <path class="axis" d="M${left} ${first}V${base}H${right}" />
      ${isUsual ? nothing : svg`<path class="drop" d=${path((index) => usual[index]?.probability ?? 0)} />`}
      ${hasCut ? svg`<path class="axis" d=${path(probability, kept + 1)} />` : svg`<path class="tangent" d=${path(probability)} />`}
      ${isUsual ? nothing : svg`${legend('drop', 1, first + 6)} ${legend('tangent', state.temperature, first + 27)}`}
    </g>
    ${
      hasCut
        ? svg`
        <g data-part="kept">
          <path class="tangent" d=${path((index) => all[index]?.share ?? 0)} />
          <path class="apart" d="M${keptX} ${first}V${base}" />
          ${label(keptX + (isRight ? -8 : 8), base - 16, t('next.kept', { count: numbers.kept.count }), `followed halo ${isRight ? 'end' : ''}`)}
        </g>`
        : nothing
    }`;
}
