// SPDX-License-Identifier: MIT
import { quantile } from 'd3-array';
import { Failure } from '../process.mjs';
import { FUSED, OURS, PEAK, PLAIN } from './peers.mjs';
import { told } from './results.mjs';
import { operations, parseShape } from './shapes.mjs';

/**
 * @typedef {import('./peers.mjs').Peer} Peer
 * @typedef {import('./rounds.mjs').Measured} Measured
 * @typedef {{shape: string, measured: Measured[]}} ShapeResult
 * @typedef {object} Section  the results in one environment, such as a browser
 * @property {string} name
 * @property {string} version
 * @property {string[]} [notes]  paragraphs below its heading
 * @property {ShapeResult[]} shapes
 *
 * @typedef {import('./results.mjs').Circumstances & {versions: Record<string, string>}} Result
 *   versions: the versions of the compared libraries, by name
 *
 * @typedef {object} Words
 * @property {string} title
 * @property {string} included  a paragraph on the work that a time includes
 * @property {readonly Peer[]} peers  the compared libraries, in the order of the columns
 */

/** A paragraph of every report that explains the order of the measurements and their statistics. */
export const ROUNDS = `Each round runs all candidates one after the other, in a new random order. The tables show medians over the rounds, with quartiles in
brackets. Ratios and shares are computed within each round; the tables show their medians.`;

/**
 * The median and the quartiles of samples, NaN if there are none.
 * @param {readonly number[]} samples
 */
export function spread(samples) {
  const at = (/** @type {number} */ share) => quantile(samples, share) ?? Number.NaN;
  return { median: at(0.5), q1: at(0.25), q3: at(0.75) };
}

/**
 * The median and the quartiles of the ratios above/below. Both times of a ratio are from the same round, because a
 * machine that is slow for a moment slows both.
 * @param {readonly number[]} above  the times of one candidate, one per round
 * @param {readonly number[]} below  the times of another candidate in the same rounds
 */
export const ratios = (above, below) =>
  spread(above.map((value, round) => value / (below[round] ?? Number.NaN)));

const THREE_DIGITS = new Intl.NumberFormat('en', {
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
  useGrouping: false,
});

/**
 * Formats a number with three significant digits, or as an integer from 1000, without exponent.
 * @param {number} value
 */
export const digits = (value) =>
  value >= 1000 ? String(Math.round(value)) : THREE_DIGITS.format(value);

/** @param {readonly number[]} samples */
export function spreadCell(samples) {
  const { median, q1, q3 } = spread(samples);
  return `${digits(median)} [${digits(q1)}–${digits(q3)}]`;
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export const markdownTable = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/**
 * The samples of a library's fastest form (way to compute a shape), by median time. Undefined if no form was timed.
 * @param {readonly Measured[]} measured
 * @param {string} peer  the id of the library
 */
export const bestForm = (measured, peer) =>
  measured
    .filter((each) => each.peer === peer && each.ms.length > 0)
    .sort((a, b) => spread(a.ms).median - spread(b.ms).median)[0];

/**
 * @param {Words} words
 * @param {Result} result
 * @param {readonly Section[]} sections
 */
export function report({ title, included, peers }, result, sections) {
  const notes = [
    told(result),
    Object.entries(result.versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
    included,
  ];
  const parts = sections.flatMap(({ name, version, notes = [], shapes }) => [
    `## ${name} ${version}`,
    ...notes,
    ...tables(shapes, peers),
  ]);
  return `${[`# ${title}`, ...notes.filter(Boolean), ...parts].join('\n\n')}\n`;
}

const OWN = [...OURS, FUSED];

/**
 * @param {ShapeResult[]} shapes
 * @param {readonly Peer[]} known
 */
function tables(shapes, known) {
  const present = new Set(shapes.flatMap(({ measured }) => measured.map(({ peer }) => peer)));
  const peers = known.filter(({ id }) => present.has(id));
  const ours = OWN.filter(({ id }) => present.has(id));
  const all = [...ours, ...peers];
  const rows = (/** @type {(result: ShapeResult) => string[]} */ cells) =>
    shapes.map((result) => [result.shape, ...cells(result)]);
  const compared = ours.flatMap((own) => {
    const others = own !== PLAIN && present.has(PLAIN.id) ? [PLAIN, ...peers] : peers;
    if (own.reuses || others.length === 0) return [];
    return [
      `### Times as fast as\n\nMore than 1: ${own.name} is faster.`,
      markdownTable(
        ['shape', ...others.map(({ name }) => name)],
        rows(({ measured }) => others.map(({ id }) => ratioCell(measured, own.id, id))),
      ),
    ];
  });
  const shares = ours.flatMap((own) => [
    `### Share of the peak\n\nGFLOP/s of ${own.name}${own.reuses ? '' : ', copies included'}, beside the peak of a loop in registers in the same rounds.`,
    markdownTable(
      ['shape', 'GFLOP/s', 'mul + add', 'share', 'fma', 'share'],
      rows(({ shape, measured }) => peakCells(shape, measured, own.id)),
    ),
  ]);
  return [
    '### Milliseconds a call',
    markdownTable(
      ['shape', ...all.map(({ name }) => name)],
      rows(({ measured }) => all.map(({ id }) => timeCell(measured, id))),
    ),
    ...[problems(shapes, peers)].filter(Boolean),
    ...compared,
    ...shares,
  ];
}

/** @param {readonly Measured[]} measured @param {string} peer */
function timeCell(measured, peer) {
  const best = bestForm(measured, peer);
  if (!best) return '–';
  return `${spreadCell(best.ms)} ${best.form}`;
}

/**
 * A Markdown list of the forms (ways to compute) that could not be timed, each with the reason and the shapes.
 * @param {readonly ShapeResult[]} shapes
 * @param {readonly Peer[]} peers
 */
function problems(shapes, peers) {
  const names = new Map([...OWN, PEAK, ...peers].map(({ id, name }) => [id, name]));
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const { shape, measured } of shapes)
    for (const { peer, form, problem } of measured) {
      if (problem === undefined) continue;
      const what = [names.get(peer), form].filter(Boolean).join(', ');
      const line = `${what}: ${problem}`;
      found.set(line, [...(found.get(line) ?? []), shape]);
    }
  return [...found].map(([line, where]) => `- ${line} (${where.join(', ')})`).join('\n');
}

/**
 * The time of a compared library divided by the time of a variant of this one, each in its fastest form.
 * @param {readonly Measured[]} measured @param {string} own @param {string} peer
 */
function ratioCell(measured, own, peer) {
  const [ours, theirs] = [bestForm(measured, own), bestForm(measured, peer)];
  if (!ours || !theirs) return '–';
  const { median, q1, q3 } = ratios(theirs.ms, ours.ms);
  return `${median.toFixed(2)} [${q1.toFixed(2)}–${q3.toFixed(2)}]`;
}

/** @param {string} shape @param {readonly Measured[]} measured @param {string} own */
function peakCells(shape, measured, own) {
  const work = operations(parseShape(shape));
  const ours = bestForm(measured, own);
  const rates = (/** @type {Measured | undefined} */ each, operations = 0) =>
    each?.ms.map((ms) => operations / ms / 1e6) ?? [];
  const reached = work === undefined ? [] : rates(ours, work);
  const cells = ['mul + add', 'fma'].flatMap((form) => {
    const peak = measured.find((each) => each.peer === PEAK.id && each.form === form);
    const limit = rates(peak, peak?.operations);
    if (limit.length === 0) return ['–', '–'];
    const share = reached.length ? `${Math.round(100 * ratios(reached, limit).median)} %` : '–';
    return [digits(spread(limit).median), share];
  });
  return [reached.length ? digits(spread(reached).median) : '–', ...cells];
}

/**
 * The times of a library with a wrong output are meaningless.
 * @param {readonly Section[]} sections
 * @throws {Failure} if an output is wrong
 */
export function refuseWrong(sections) {
  const wrong = sections
    .flatMap(({ shapes }) => shapes.flatMap(({ measured }) => measured))
    .filter(({ isWrong }) => isWrong);
  if (wrong.length) throw new Failure(`${wrong.length} outputs were wrong`);
}
