// SPDX-License-Identifier: MIT
import { Failure } from '../process.mjs';
import { OURS, PEAK, PLAIN, RELAXED } from './peers.mjs';
import { told } from './results.mjs';
import { elements, ODD_SHAPES, operations, parseShape } from './shapes.mjs';
import { ratios, spread } from './statistics.mjs';

/**
 * @typedef {import('./peers.mjs').Peer} Peer
 * @typedef {import('./rounds.mjs').Measured} Measured
 * @typedef {{shape: string, measured: Measured[]}} ShapeResult
 * @typedef {object} Section  what ran in one place, such as a browser
 * @property {string} name
 * @property {string} version
 * @property {string[]} [notes]  paragraphs below its heading
 * @property {ShapeResult[]} shapes
 *
 * @typedef {import('./results.mjs').Circumstances & {isQuick: boolean, versions: Record<string, string>}} Result
 *   versions: of what is compared
 *
 * @typedef {object} Words
 * @property {string} title
 * @property {string} included  what a time is
 * @property {readonly Peer[]} peers  in the order of the columns
 */

/** How the numbers of every report come about. */
export const ROUNDS = `Candidates ran one after the other in a new random order each round. Given are medians over the rounds and, in brackets, quartiles;
ratios and shares are medians of those within a round.`;

/** @param {number} value  in three digits, without an exponent */
export const digits = (value) =>
  value >= 1000 ? String(Math.round(value)) : value.toPrecision(3).replace(/e.*/, '');

/**
 * The median, and in brackets the quartiles.
 * @param {readonly number[]} samples
 */
export function spreadCell(samples) {
  const { median, q1, q3 } = spread(samples);
  return `${digits(median)} [${digits(q1)}–${digits(q3)}]`;
}

/**
 * A table in Markdown.
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export const markdownTable = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/**
 * The form of a peer with the lowest median.
 * @param {readonly Measured[]} measured
 * @param {string} peer
 */
export const bestForm = (measured, peer) =>
  measured
    .filter((each) => each.peer === peer && each.ms.length > 0)
    .sort((a, b) => spread(a.ms).median - spread(b.ms).median)[0];

/**
 * The whole report.
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
  if (result.isQuick)
    notes.unshift('**A quick run: it shows that all runs and agrees; its times compare nothing.**');
  const parts = sections.flatMap(({ name, version, notes = [], shapes }) => [
    `## ${name} ${version}`,
    ...notes,
    ...tables(shapes, peers),
  ]);
  return `${[`# ${title}`, ...notes.filter(Boolean), ...parts].join('\n\n')}\n`;
}

/** Whether nothing crosses in the calls of a form of this library. @param {Peer} own */
const isResident = (own) => own !== PLAIN && own !== RELAXED;

/**
 * @param {ShapeResult[]} shapes
 * @param {readonly Peer[]} known
 */
function tables(shapes, known) {
  const present = new Set(shapes.flatMap(({ measured }) => measured.map(({ peer }) => peer)));
  const peers = known.filter(({ id }) => present.has(id));
  const ours = OURS.filter(({ id }) => present.has(id));
  const all = [...ours, ...peers];
  const rows = (/** @type {(result: ShapeResult) => string[]} */ cells) =>
    shapes.map((result) => [result.shape, ...cells(result)]);
  const compared = ours.flatMap((own) => {
    const others = own === RELAXED && present.has(PLAIN.id) ? [PLAIN, ...peers] : peers;
    if (isResident(own) || others.length === 0) return [];
    return [
      `### Times as fast as\n\nMore than 1: ${own.name} is faster.`,
      markdownTable(
        ['shape', ...others.map(({ name }) => name)],
        rows(({ measured }) => others.map(({ id }) => ratioCell(measured, own.id, id))),
      ),
    ];
  });
  const shares = ours.flatMap((own) => [
    `### Share of the peak\n\nGFLOP/s of ${own.name}${isResident(own) ? '' : ', copies included'}, beside what registers alone reach in the same rounds.`,
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
    ...oddTable(shapes),
  ];
}

/** What shapes that fill no tile cost beside their neighbours; nothing where they were not measured. @param {readonly ShapeResult[]} shapes */
function oddTable(shapes) {
  const rows = ODD_SHAPES.flatMap(({ shape, neighbour }) => {
    const [odd, even] = [shape, neighbour].map((id) => perElement(shapes, id));
    return odd && even ? [[shape, neighbour, (odd / even).toFixed(2)]] : [];
  });
  if (rows.length === 0) return [];
  return [
    '### Odd shapes\n\nTime an element beside that of the neighbour, each measured by the peak of its rounds. The limit is 1.5.',
    markdownTable(['shape', 'neighbour', 'times as long'], rows),
  ];
}

/** Time an element in the peak's, which a slow machine slows too. @param {readonly ShapeResult[]} shapes @param {string} id */
function perElement(shapes, id) {
  const measured = shapes.find(({ shape }) => shape === id)?.measured ?? [];
  const ours = bestForm(measured, PLAIN.id);
  const peak = measured.find(({ peer, form }) => peer === PEAK.id && form === 'mul + add');
  const work = elements(parseShape(id));
  return ours && peak?.ms.length && work ? ratios(ours.ms, peak.ms).median / work : undefined;
}

/** @param {readonly Measured[]} measured @param {string} peer */
function timeCell(measured, peer) {
  const best = bestForm(measured, peer);
  if (!best) return '–';
  return `${spreadCell(best.ms)} ${best.form}`;
}

/**
 * What could not be measured and why, a line each.
 * @param {readonly ShapeResult[]} shapes
 * @param {readonly Peer[]} peers
 */
function problems(shapes, peers) {
  const names = new Map([...OURS, PEAK, ...peers].map(({ id, name }) => [id, name]));
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
 * A peer's time over this library's, each in its best form.
 * @param {readonly Measured[]} measured
 * @param {string} peer
 * @param {string} [own]  which form of this library
 */
export function timesAsFast(measured, peer, own = PLAIN.id) {
  const [ours, theirs] = [bestForm(measured, own), bestForm(measured, peer)];
  return ours && theirs && ratios(theirs.ms, ours.ms);
}

/** @param {readonly Measured[]} measured @param {string} own @param {string} peer */
function ratioCell(measured, own, peer) {
  const ratio = timesAsFast(measured, peer, own);
  if (!ratio) return '–';
  const { median, q1, q3 } = ratio;
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
 * Nothing may be said of times where an output is wrong.
 * @param {readonly Section[]} sections
 * @throws {Failure}
 */
export function refuseWrong(sections) {
  const wrong = sections
    .flatMap(({ shapes }) => shapes.flatMap(({ measured }) => measured))
    .filter(({ isWrong }) => isWrong);
  if (wrong.length) throw new Failure(`${wrong.length} outputs were wrong`);
}
