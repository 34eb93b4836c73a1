// SPDX-License-Identifier: MIT
import { type NumberScale, positionOf, valueAt } from '../../../web/src/components/number-scale.ts';
import type { Locator } from './locator.ts';
import { aim } from './pointer.ts';

const MOST_PRESSES = 2000;
const MOST_ROUNDS = 3;
const MOST_MOVES = 24;
/** The approximate width of a slider's thumb in CSS pixels; it differs between engines. */
const THUMB = 16;

/** Replaces a field's content by typing, then leaves it with Tab or submits with Enter. */
export async function fill(
  field: Locator,
  text: string,
  commit: 'Tab' | 'Enter' = 'Tab',
): Promise<void> {
  await field.press('Control+A', 'Delete');
  await field.tab.type(text);
  await field.tab.press([commit]);
}

/** Selects an option of a `<select>` by its text or value, with the arrow keys. */
export async function select(list: Locator, option: string): Promise<void> {
  const steps = await list.evaluate((element, wanted) => {
    const { options, selectedIndex } = element as HTMLSelectElement;
    const open = [...options].filter((one) => !one.disabled);
    const from = open.findIndex((one) => one.index === selectedIndex);
    const to = open.findIndex((one) => one.label === wanted || one.value === wanted);
    if (to < 0) throw new Error(`no option "${wanted}"; there are ${open.map((o) => o.label)}`);
    return to - from;
  }, option);
  const key = steps < 0 ? 'ArrowUp' : 'ArrowDown';
  await list.press(...Array<string>(Math.abs(steps)).fill(key));
  const chosen = await list.evaluate((element) => {
    const one = (element as HTMLSelectElement).selectedOptions[0];
    return [one?.label ?? '', one?.value ?? ''];
  });
  if (!chosen.includes(option)) throw new Error(`chose "${chosen[0]}" instead of "${option}"`);
}

interface Range {
  min: number;
  max: number;
  step: number;
  value: number;
}

const readRange = (slider: Locator): Promise<Range> =>
  slider.evaluate((element) => {
    const { min, max, step, valueAsNumber: value } = element as HTMLInputElement;
    const low = min === '' ? 0 : Number(min);
    const high = max === '' ? 100 : Number(max);
    const way = Number(step) > 0 ? Number(step) : step === 'any' ? (high - low) / 100 : 1;
    return { min: low, max: high, step: way, value };
  });

/** The scale of a lesson's slider, whose positions differ from its values. Null for other sliders. */
const scaleOf = (slider: Locator): Promise<NumberScale | null> =>
  slider.evaluate((element) => {
    const own = element.closest<HTMLElement & NumberScale>('al-slider');
    if (own === null) return null;
    const { min, max, step, logarithmic, stops } = own;
    return { min, max, step, logarithmic, stops };
  });

/**
 * Sets an `<input type="range">` with the arrow keys, after Home or End if that needs fewer presses.
 * @throws if the slider does not reach the value within half a step
 */
export async function setRange(slider: Locator, wanted: number): Promise<void> {
  const scale = await scaleOf(slider);
  const value = scale ? positionOf(scale, wanted) : wanted;
  // One round may not be enough, because the page may move the thumb in response to the keys.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const range = await readRange(slider);
    if (isReached(range, value)) return;
    await slider.press(...keysTo(range, value));
  }
  const range = await readRange(slider);
  if (!isReached(range, value))
    throw new Error(`the slider came to ${range.value}, not ${value}; its step is ${range.step}`);
}

const isReached = (range: Range, value: number) =>
  Math.abs(range.value - value) <= range.step / 2 + 1e-9;

function keysTo({ min, max, step, value: now }: Range, value: number): string[] {
  const presses = (from: number) => Math.round(Math.abs(value - from) / step);
  const starts = [
    { keys: [], from: now },
    { keys: ['Home'], from: min },
    { keys: ['End'], from: max },
  ];
  const best = starts.reduce((a, b) => (presses(b.from) + 1 < presses(a.from) ? b : a));
  if (presses(best.from) > MOST_PRESSES) throw new Error('too many steps; use dragRange');
  const arrow = value < best.from ? 'ArrowLeft' : 'ArrowRight';
  return [...best.keys, ...Array<string>(presses(best.from)).fill(arrow)];
}

/**
 * Drags the thumb of an `<input type="range">` towards a value. Returns the reached value: the
 * pointer moves by whole pixels, so it may differ from the requested one.
 */
export async function dragRange(slider: Locator, wanted: number): Promise<number> {
  const scale = await scaleOf(slider);
  const value = scale ? positionOf(scale, wanted) : wanted;
  const { y } = await aim(slider);
  const range = await readRange(slider);
  const { x: left, width } = await slider.box();
  const perPixel = (range.max - range.min) / (width - THUMB);
  const place = (position: number) => left + THUMB / 2 + (position - range.min) / perPixel;
  let x = Math.round(place(value));
  await slider.tab.pointer([{ x: place(range.value), y }, 'down', { x, y }]);
  let best = { x, miss: Number.POSITIVE_INFINITY };
  // The width of the thumb differs between engines, so the loop corrects x until the slider's error stops shrinking.
  for (let move = 0; move < MOST_MOVES; move++) {
    const { value: reached, step } = await readRange(slider);
    const miss = Math.abs(reached - value);
    if (miss >= best.miss) break;
    best = { x, miss };
    if (miss <= step / 2 + 1e-9) break;
    x += Math.sign(value - reached) * Math.max(1, Math.round(miss / perPixel));
    await slider.tab.pointer([{ x, y }]);
  }
  await slider.tab.pointer([{ x: best.x, y }, 'up']);
  const { value: position } = await readRange(slider);
  return scale ? valueAt(scale, position) : position;
}
