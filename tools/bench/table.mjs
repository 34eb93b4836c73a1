// SPDX-License-Identifier: MIT
import { OURS, PEAK, PEERS, RESIDENT } from './peers.mjs';
import { elements, ODD_SHAPES, operations, parseShape } from './shapes.mjs';
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
them (all peers); this library takes them anew with every call. “Data resident” is this library with inputs and result in its own
memory. Libraries, sessions, compiled functions and warm-up are not included. One thread, float32, each library in a page of
its own; each peer in the fastest of its forms, which is named.
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
  const own = present.has(RESIDENT.id) ? [OURS, RESIDENT] : [OURS];
  const all = [...own, ...peers];
  const rows = (/** @type {(result: ShapeResult) => string[]} */ cells) =>
    shapes.map((result) => [result.shape, ...cells(result)]);
  const compared = peers.length
    ? [
        `### Times as fast as\n\nMore than 1: ${OURS.name} is faster.`,
        markdownTable(
          ['shape', ...peers.map(({ name }) => name)],
          rows(({ measured }) => peers.map(({ id }) => ratioCell(measured, id))),
        ),
      ]
    : [];
  return [
    '### Milliseconds a call',
    markdownTable(
      ['shape', ...all.map(({ name }) => name)],
      rows(({ measured }) => all.map(({ id }) => timeCell(measured, id))),
    ),
    ...[problems(shapes)].filter(Boolean),
    ...compared,
    ...own.flatMap(({ id, name }) => [
      `### Share of the peak, ${id === OURS.id ? 'copies included' : name}\n\nGFLOP/s of ${OURS.name} beside what registers alone reach in the same rounds.`,
      markdownTable(
        ['shape', 'GFLOP/s', 'mul + add', 'share', 'fma', 'share'],
        rows(({ shape, measured }) => peakCells(shape, measured, id)),
      ),
    ]),
    ...oddTable(shapes),
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
  const names = new Map([OURS, RESIDENT, PEAK, ...PEERS].map(({ id, name }) => [id, name]));
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

/** @param {readonly Measured[]} measured @param {string} peer */
function ratioCell(measured, peer) {
  const [ours, theirs] = [bestForm(measured, OURS.id), bestForm(measured, peer)];
  if (!ours || !theirs) return '–';
  const { median, q1, q3 } = ratios(theirs.ms, ours.ms);
  return `${median.toFixed(2)} [${q1.toFixed(2)}–${q3.toFixed(2)}]`;
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
  const ours = bestForm(measured, OURS.id);
  const peak = measured.find(({ peer, form }) => peer === PEAK.id && form === 'mul + add');
  const work = elements(parseShape(id));
  return ours && peak?.ms.length && work ? ratios(ours.ms, peak.ms).median / work : undefined;
}

/** @param {string} shape @param {readonly Measured[]} measured @param {string} peer */
function peakCells(shape, measured, peer) {
  const work = operations(parseShape(shape));
  const ours = bestForm(measured, peer);
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
