// SPDX-License-Identifier: MIT
import { OURS, PEAK, PEERS, PLAIN, RELAXED } from './peers.mjs';
import { operations, parseShape } from './shapes.mjs';
import { ratios, spread } from './statistics.mjs';

/**
 * @typedef {import('./rounds.mjs').Measured} Measured
 * @typedef {{shape: string, measured: Measured[]}} ShapeResult
 * @typedef {{name: string, version: string, shapes: ShapeResult[]}} BrowserResult
 * @typedef {object} Result
 * @property {string} date
 * @property {boolean} isQuick
 * @property {{processor: string, cores: number, system: string, node: string, load: number}} machine
 * @property {string} commit
 * @property {Record<string, string>} versions  of the peers' packages
 * @property {BrowserResult[]} browsers
 */

export const INCLUDED = `A time is that of a whole call: JavaScript Float32Arrays in, a fresh Float32Array out, so all copies into and out of
the library's memory, and the reading back, are included. Weights of multi-head attention lie ready where a library can hold
them (all peers); this library takes them anew with every call. Libraries, sessions, compiled functions and warm-up are not
included. One thread, float32, each library in a page of its own; each peer in the fastest of its forms, which is named.
Candidates ran one after the other in a new random order each round. Given are medians over the rounds and, in brackets, quartiles;
ratios and shares are medians of those within a round.`;

/** @param {number} value  in three digits, without an exponent */
export const digits = (value) =>
  value >= 1000 ? String(Math.round(value)) : value.toPrecision(3).replace(/e.*/, '');

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
 * @param {Result} result
 */
export function report(result) {
  const { machine, versions } = result;
  const notes = [
    `${result.date}, commit ${result.commit}; ${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}; load ${digits(machine.load)} at the start.`,
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
    INCLUDED,
  ];
  if (result.isQuick)
    notes.unshift('**A quick run: it shows that all runs and agrees; its times compare nothing.**');
  const parts = result.browsers.flatMap(({ name, version, shapes }) => [
    `## ${name} ${version}`,
    ...tables(shapes),
  ]);
  return `${['# Attention, side by side', ...notes.filter(Boolean), ...parts].join('\n\n')}\n`;
}

/** @param {ShapeResult[]} shapes */
function tables(shapes) {
  const present = new Set(shapes.flatMap(({ measured }) => measured.map(({ peer }) => peer)));
  const peers = PEERS.filter(({ id }) => present.has(id));
  const ours = OURS.filter(({ id }) => present.has(id));
  const all = [...ours, ...peers];
  const rows = (/** @type {(result: ShapeResult) => string[]} */ cells) =>
    shapes.map((result) => [result.shape, ...cells(result)]);
  const compared = ours.flatMap((own) => {
    const others = own === RELAXED ? [PLAIN, ...peers] : peers;
    if (others.length === 0) return [];
    return [
      `### Times as fast as\n\nMore than 1: ${own.name} is faster.`,
      markdownTable(
        ['shape', ...others.map(({ name }) => name)],
        rows(({ measured }) => others.map(({ id }) => ratioCell(measured, own.id, id))),
      ),
    ];
  });
  const shares = ours.flatMap((own) => [
    `### Share of the peak\n\nGFLOP/s of ${own.name}, copies included, beside what registers alone reach in the same rounds.`,
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
    ...[problems(shapes)].filter(Boolean),
    ...compared,
    ...shares,
  ];
}

/** @param {readonly Measured[]} measured @param {string} peer */
function timeCell(measured, peer) {
  const best = bestForm(measured, peer);
  if (!best) return '–';
  const { median, q1, q3 } = spread(best.ms);
  return `${digits(median)} [${digits(q1)}–${digits(q3)}] ${best.form}`;
}

/**
 * What could not be measured and why, a line each.
 * @param {readonly ShapeResult[]} shapes
 */
function problems(shapes) {
  const names = new Map([...OURS, PEAK, ...PEERS].map(({ id, name }) => [id, name]));
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

/** @param {readonly Measured[]} measured @param {string} own @param {string} peer */
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
