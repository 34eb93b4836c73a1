// SPDX-License-Identifier: MIT
// Times measured on this device, on logarithmic axes. Before a measurement, only guide lines for n and n² are drawn.
import { nothing, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import type { CostScene } from './parts.ts';
import { METHODS, type Method } from './timing.ts';
import type { Points } from './timing-runner.ts';

const PLACES = {
  wide: { left: 92, right: 720, top: 96, base: 500 },
  phone: { left: 64, right: 366, top: 94, base: 234 },
};

/** The range of the time axis, as powers of 10 of a millisecond. Times outside extend the axis. */
const POWERS = [-2, 3] as const;
/** The time in ms at which the guide lines end before the first measurement. */
const END = 100;

const decade = (time: number): number => Math.log10(time);

export function times(scene: CostScene, layout: Layout) {
  const { numbers, t, i18n } = scene;
  const { points, least, most } = numbers.measured;
  const { left, right, top, base } = PLACES[layout];
  const all = METHODS.flatMap((method) => points[method]).filter(([n]) => n <= most);
  const powers = all.map(([, time]) => decade(time));
  const low = Math.min(POWERS[0], ...powers.map(Math.floor));
  const high = Math.max(POWERS[1], ...powers.map(Math.ceil));
  const x = (n: number) => left + ((right - left) * Math.log2(n / least)) / Math.log2(most / least);
  const y = (time: number) => base - ((base - top) * (decade(time) - low)) / (high - low);
  const lengths = Array.from({ length: Math.log2(most / least) + 1 }, (_, i) => least * 2 ** i);
  const isNamed = (i: number) => layout === 'wide' || i % 2 === 0 || lengths.length < 6;
  // Both guide lines pass through the longest time of plain attention, because fixed costs dominate short calls.
  const last = points.plain.filter(([n]) => n <= most).at(-1);
  return svg`
    ${label(left, top - (layout === 'wide' ? 54 : 76), t('times.axis'), 'title')}
    ${legend(scene, layout)}
    ${Array.from({ length: high - low + 1 }, (_, i) => low + i).map(
      (power) => svg`
      <path class="axis faint" d="M${left} ${y(10 ** power)} H${right}" />
      ${label(left - 10, y(10 ** power), power < 0 ? i18n.number(10 ** power) : i18n.integer(10 ** power), 'end tick')}`,
    )}
    <path class="axis" d="M${left} ${top} V${base} H${right}" />
    ${lengths.map((n, i) => (isNamed(i) ? label(x(n), base + 20, i18n.integer(n), 'middle tick') : nothing))}
    ${label(right, base + 44, t('times.tokens'), 'end quiet')}
    ${METHODS.map((method) =>
      line(
        method,
        points[method].filter(([n]) => n <= most),
      ),
    )}
    <g data-part="twofold">${direction(1)}</g>
    <g data-part="fourfold">${direction(2)}</g>`;

  function direction(power: 1 | 2) {
    const [n, time] = last ?? [most, END];
    const at = (length: number) => time * (length / n) ** power;
    // The part of the guide line that is within the axes.
    const from = Math.max(least, n * (10 ** low / time) ** (1 / power));
    const to = Math.min(most, n * (10 ** high / time) ** (1 / power));
    return svg`<path class="guide" d="M${x(from)} ${y(at(from))} L${x(to)} ${y(at(to))}" />`;
  }

  function line(method: Method, own: Points) {
    const path = own.map(([n, time]) => `${x(n)} ${y(time)}`).join(' L');
    return svg`
      <g data-part=${method}>
        ${own.length > 1 ? svg`<path class="tangent" d="M${path}" />` : nothing}
        ${own.map(([n, time]) => mark(method, x(n), y(time)))}
      </g>`;
  }
}

const mark = (method: Method, x: number, y: number) =>
  svg`<circle class=${method === 'plain' ? 'mark' : 'plus'} cx=${x} cy=${y} r="6" />`;

/** The legend names the guide lines, because a measured line could cross a name at the end of a guide line. */
function legend({ t }: CostScene, layout: Layout) {
  const isWide = layout === 'wide';
  const { left: x, top } = PLACES[layout];
  const below = top - 26;
  const y = isWide ? below : below - 22;
  const [twofold, fourfold] = isWide ? [x + 270, x + 490] : [x, x + 200];
  return svg`
    ${mark('plain', x + 6, y)} ${label(x + 20, y, t('method.plain'), '')}
    ${mark('streaming', x + 146, y)} ${label(x + 160, y, t('method.streaming'), '')}
    <path class="guide" d="M${twofold} ${below + 4} l24 -7 M${fourfold} ${below + 6} l20 -11" />
    ${label(twofold + 32, below, t('times.twofold'), 'quiet')} ${label(fourfold + 32, below, t('times.fourfold'), 'quiet')}`;
}

export const timesHeight = 286;
