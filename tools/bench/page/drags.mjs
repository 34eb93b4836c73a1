// SPDX-License-Identifier: MIT
import { progress } from '../progress.mjs';
import { shuffled } from '../statistics.mjs';
import { controlsOf } from './controls.mjs';
import { drag } from './drag.mjs';

/**
 * `rounds[site][round]` contains a time in milliseconds for each input event on a control. A site that lacks the
 * control has no rounds.
 * @typedef {import('./controls.mjs').Control & {rounds: number[][][], problem?: string}} Dragged
 * @typedef {{browser: string, controls: Dragged[]}} Drags
 */

/**
 * Drags every control of a lesson. In each round, every control is dragged on every site.
 * @param {import('./open.mjs').Tab} tab
 * @param {readonly string[]} urls  the addresses of the sites; controls are searched only on the first
 * @param {string} lesson
 * @param {{rounds: number, events: number}} counts  events: number of input events of each drag
 * @returns {Promise<Dragged[]>}
 */
export async function dragAll(tab, urls, lesson, { rounds, events }) {
  progress(`looks for the controls of ${lesson}`);
  /** @type {Dragged[]} */
  const controls = (await controlsOf(tab, urls[0] ?? '', lesson)).map((control) => ({
    ...control,
    rounds: urls.map(() => []),
  }));
  for (let round = 1; round <= rounds; round++)
    for (const control of shuffled(controls)) {
      progress(`round ${round}/${rounds}: ${control.path} ${control.name}`);
      for (const [site, url] of shuffled([...urls.entries()]))
        try {
          const times = await drag(tab, url, control, events);
          if (times.length > 0) control.rounds[site]?.push(times);
        } catch (error) {
          control.problem = `${error}`.replace(/\n.*/s, '');
        }
    }
  return controls;
}
