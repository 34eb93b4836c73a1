// SPDX-License-Identifier: MIT
import { PEAK } from './peers.mjs';
import { FULL, measureShape, QUICK } from './rounds.mjs';
import { spread } from './statistics.mjs';
import { bestForm, digits } from './table.mjs';

/** Overwrites the terminal's last line. Prints nothing if standard output is not a terminal. @param {string} text */
export function progress(text) {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}`);
}

/**
 * Times all compared libraries and checks their outputs, one shape after the other. Prints the progress and the
 * medians, and returns a result for each shape.
 * @param {string} place  the environment, such as a browser
 * @param {{shapes: readonly import('./shapes.mjs').Shape[], quick: boolean}} options
 * @param {Parameters<typeof measureShape>[0]} drivers
 */
export async function measureShapes(place, { shapes, quick }, drivers) {
  const results = [];
  for (const [index, { id }] of shapes.entries()) {
    const title = `${place}  ${index + 1}/${shapes.length}  ${id}`;
    progress(`${title}  warming up`);
    const measured = await measureShape(drivers, id, quick ? QUICK : FULL, (done, rounds) =>
      progress(`${title}  round ${done}/${rounds}`),
    );
    progress('');
    const candidates = [...drivers.keys()].filter((peer) => peer !== PEAK);
    const best = candidates.map((peer) => {
      const form = bestForm(measured, peer.id);
      return `${peer.name} ${form ? digits(spread(form.ms).median) : '–'}`;
    });
    console.log(`${title}  ms: ${best.join(', ')}`);
    for (const { peer, form, problem } of measured)
      if (problem !== undefined) console.log(`  ${peer} ${form}: ${problem}`);
    results.push({ shape: id, measured });
  }
  return results;
}
