// SPDX-License-Identifier: MIT
import { shuffle } from 'd3-array';
import { progress } from '../results.mjs';
import { install } from './in-page.mjs';

/**
 * @typedef {import('./tabs.mjs').Tab} Tab
 * @typedef {import('./in-page.mjs').Found & {path: string}} Control
 *   a control of a lesson, with the path of the step that shows it
 * @typedef {Control & {rounds: number[][][], problem?: string}} Dragged
 *   `rounds[site][round]` contains a time in milliseconds for each input event that changed something; a site that
 *   lacks the control has no rounds
 */

/** The number of pointer moves in one oscillation over the control. */
const STEPS = 60;
/** The amplitude of the oscillation, as a share of the width and height of the slider or of a handle's figure. */
const REACH = 0.4;
const MOST_TURNS = 4;

/**
 * Drags every control of a lesson. In each round, every control is dragged on every site.
 * @param {Tab} tab
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
    for (const control of shuffle([...controls])) {
      progress(`round ${round}/${rounds}: ${control.path} ${control.name}`);
      for (const [site, url] of shuffle([...urls.entries()]))
        try {
          control.rounds[site]?.push(await drag(tab, url, control, events));
        } catch (error) {
          control.problem = `${error}`.replace(/\n.*/s, '');
        }
    }
  return controls;
}

/**
 * The controls of all steps of a lesson. A slider that occurs in several steps is listed once; a handle is listed for
 * each step.
 * @param {Tab} tab
 * @param {string} url  the site's address
 * @param {string} lesson
 */
async function controlsOf(tab, url, lesson) {
  /** @type {Control[]} */
  const found = [];
  const page = `en/${lesson}/`;
  await open(tab, url, page);
  const steps = await tab.evaluate(() =>
    [...document.querySelectorAll('[data-step]')].map((step) => step.id),
  );
  for (const step of steps) {
    const path = `${page}#${step}`;
    await open(tab, url, path);
    for (const one of await tab.evaluate(() => Reflect.get(globalThis, 'bench').list()))
      if (one.kind === 'handle' || !found.some(({ name }) => name === one.name))
        found.push({ ...one, path });
  }
  return found;
}

/**
 * Drags a control back and forth on a newly loaded page, until `events` input events have changed the lesson's state,
 * but for at most MOST_TURNS oscillations. So the result can be shorter than `events`.
 * @param {Tab} tab
 * @param {string} url  the site's address
 * @param {Control} control
 * @param {number} events
 * @returns {Promise<number[]>}  for each event that changed the state: the milliseconds until the change was painted
 */
async function drag(tab, url, { path, kind, name }, events) {
  const control = { kind, name };
  const boxes = () =>
    tab.evaluate((wanted) => Reflect.get(globalThis, 'bench').boxes(wanted), control);
  await open(tab, url, path);
  await boxes();
  await tab.evaluate(settle);
  const { grip, field } = await boxes();
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  await tab.move(x, y);
  await tab.down();
  await tab.evaluate(() => Reflect.get(globalThis, 'bench').start());
  let count = 0;
  for (let step = 1; count < events && step < MOST_TURNS * STEPS; step++) {
    const turn = (2 * Math.PI * step) / STEPS;
    const across = field.x + field.width * (0.5 + REACH * Math.sin(turn));
    const down = field.y + field.height * (0.5 + REACH * Math.sin(2 * turn));
    await tab.move(across, kind === 'slider' ? y : down);
    count = await tab.evaluate(settle);
  }
  await tab.up();
  if (count === 0) throw new Error('it does not move');
  return tab.evaluate(() => Reflect.get(globalThis, 'bench').times);
}

/** Runs in the page: waits until the next frame is painted. Returns the number of recorded changes. */
async function settle() {
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  return /** @type {number} */ (Reflect.get(globalThis, 'bench').times.length);
}

/**
 * Loads a step of a lesson anew, and sets `globalThis.bench` in the page.
 * @param {Tab} tab
 * @param {string} url  the site's address
 * @param {string} path  the path of the step, such as en/softmax/#weights
 */
async function open(tab, url, path) {
  // The tab first shows a blank page, because a change of the URL fragment alone does not reload a page.
  await tab.goto('about:blank');
  await tab.goto(`${url}${path}`);
  await tab.evaluate(settled);
  await tab.evaluate(install);
}

/** Runs in the page: waits until the figure is rendered. */
async function settled() {
  const frame = () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  while (
    !document.querySelector('al-scenes .scene-picture > svg') ||
    document.querySelector('al-lesson-page .loading')
  )
    await frame();
  await document.fonts.ready;
  for (let frames = 0; frames < 3; frames++) await frame();
}
