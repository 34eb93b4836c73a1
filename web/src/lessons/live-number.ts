// SPDX-License-Identifier: MIT
// Numbers in sentences: `{{d}}` in a lesson's text. A field's number is a control, any other is shown.
import { ContextConsumer } from '@lit/context';
import { html, nothing } from 'lit';
import { LightElement } from '../components/light-element.ts';
import type { NumberControl } from '../state/fields.ts';
import css from './live-number.css?inline';
import { type LiveField, liveNumbersContext } from './live-numbers.ts';

/** Pixels of a drag that go through the whole range. */
const WAY = 400;
const STEPS = 100;
const PAGE = 10;
const LOG_DIGITS = 3;

/** A number within a sentence, in step with the stage. */
export class LiveNumber extends LightElement {
  static override css = css;
  static override properties = { name: {} };

  declare name: string;

  readonly #live = new ContextConsumer(this, { context: liveNumbersContext, subscribe: true });
  #from: { readonly x: number; readonly position: number } | undefined;

  protected override render() {
    const live = this.#live.value;
    const field = live?.field(this.name);
    if (!field?.isShown)
      return html`<span class="live">${field?.text ?? live?.value(this.name) ?? nothing}</span>`;
    const { min, max } = field.control.range;
    return html`
      <span class="scrub" role="slider" tabindex="0" aria-label=${field.label} aria-valuemin=${min} aria-valuemax=${max}
        aria-valuenow=${field.value} aria-valuetext=${field.text} aria-disabled=${field.isLocked ? 'true' : nothing}
        @pointerdown=${this.#onDown} @pointermove=${this.#onMove} @pointerup=${this.#onUp}
        @pointercancel=${this.#onUp} @keydown=${this.#onKey}>${field.text}</span>`;
  }

  get #field(): LiveField | undefined {
    const field = this.#live.value?.field(this.name);
    return field?.isLocked ? undefined : field;
  }

  readonly #onDown = (event: PointerEvent): void => {
    const field = this.#field;
    if (field === undefined || event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#from = { x: event.clientX, position: positionOf(field.control, field.value) };
  };

  readonly #onMove = (event: PointerEvent): void => this.#drag(event, false);

  readonly #onUp = (event: PointerEvent): void => {
    this.#drag(event, true);
    this.#from = undefined;
  };

  #drag({ clientX }: PointerEvent, isFinal: boolean): void {
    const [field, from] = [this.#field, this.#from];
    if (field === undefined || from === undefined) return;
    const way = (clientX - from.x) * (this.matches(':dir(rtl)') ? -1 : 1);
    if (way === 0 && isFinal) return;
    field.set(valueAt(field.control, from.position + way / WAY), isFinal);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const field = this.#field;
    if (field === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = stepsOf(event);
    if (steps === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Number.isFinite(steps)
      ? stepped(field.control, field.value, steps)
      : valueAt(field.control, steps > 0 ? 1 : 0);
    field.set(next, true);
  };
}

function stepsOf({ key, shiftKey }: KeyboardEvent): number | undefined {
  const size = shiftKey ? PAGE : 1;
  const steps: Record<string, number> = {
    ArrowRight: size,
    ArrowUp: size,
    ArrowLeft: -size,
    ArrowDown: -size,
    PageUp: PAGE,
    PageDown: -PAGE,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return steps[key];
}

/** The place 0 … 1 of a value on the control's scale. */
function positionOf({ range: { min, max }, settings }: NumberControl, value: number): number {
  if (settings.stops) return nearest(settings.stops, value) / (settings.stops.length - 1);
  if (settings.scale === 'log') return Math.log(value / min) / Math.log(max / min);
  return (value - min) / (max - min);
}

function valueAt(control: NumberControl, position: number): number {
  const { range, settings } = control;
  const { min, max } = range;
  const at = Math.min(Math.max(position, 0), 1);
  if (settings.stops) return settings.stops[Math.round(at * (settings.stops.length - 1))] as number;
  const value = settings.scale === 'log' ? min * (max / min) ** at : min + (max - min) * at;
  if (settings.integer) return Math.round(value);
  if (settings.scale === 'log') return Number(value.toPrecision(LOG_DIGITS));
  const step = stepOf(control);
  return Number((Math.round(value / step) * step).toPrecision(12));
}

function stepped(control: NumberControl, value: number, steps: number): number {
  const { settings, range } = control;
  if (settings.stops || settings.scale === 'log') {
    const parts = settings.stops ? settings.stops.length - 1 : STEPS;
    return valueAt(control, positionOf(control, value) + steps / parts);
  }
  const next = value + steps * stepOf(control);
  return Math.min(Math.max(Number(next.toPrecision(12)), range.min), range.max);
}

const stepOf = ({ range: { min, max }, settings }: NumberControl): number =>
  settings.step ?? (settings.integer ? 1 : 10 ** Math.round(Math.log10((max - min) / STEPS)));

const nearest = (stops: readonly number[], value: number): number =>
  stops.reduce(
    (best, stop, i) =>
      Math.abs(stop - value) < Math.abs((stops[best] as number) - value) ? i : best,
    0,
  );

customElements.define('al-live', LiveNumber);
