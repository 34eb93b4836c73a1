// SPDX-License-Identifier: MIT
// Renders the numbers in a lesson's text, which are written as `{{d}}`. If the number is a field of the state, readers
// can drag it; a computed number is plain text.
import { ContextConsumer } from '@lit/context';
import { html, nothing } from 'lit';
import { stepsOf } from '../components/handle-keys.ts';
import { LightElement } from '../components/light-element.ts';
import { lastPosition, type NumberScale, positionOf, valueAt } from '../components/number-scale.ts';
import { PointerDrag } from '../components/pointer-drag.ts';
import type { NumberControl } from '../state/fields.ts';
import css from './live-number.css?inline';
import { type LiveField, liveNumbersContext } from './live-numbers.ts';

/** Number of pixels by which the pointer must move to change the value from one end of its range to the other. */
const WAY = 400;

/** A number in a sentence. It always shows the value in the lesson's current state. */
export class LiveNumber extends LightElement {
  static override css = css;
  static override properties = { name: {} };

  declare name: string;

  readonly #live = new ContextConsumer(this, { context: liveNumbersContext, subscribe: true });

  #isDragging = false;

  protected override shouldUpdate(): boolean {
    const part = this.closest<HTMLElement>('[data-part]')?.dataset.part;
    return part === undefined || this.#live.value?.isHeld(part) !== true;
  }

  protected override render() {
    const live = this.#live.value;
    const field = live?.field(this.name);
    if (!field?.isShown)
      return html`<span class="live">${field?.text ?? live?.value(this.name) ?? nothing}</span>`;
    const { min, max } = field.control.range;
    return html`
      <span class="scrub" role="slider" tabindex="0" aria-label=${field.label} aria-valuemin=${min} aria-valuemax=${max}
        aria-valuenow=${field.value} aria-valuetext=${field.text} aria-disabled=${field.isLocked ? 'true' : nothing}
        @pointerdown=${this.#onDown} @touchmove=${this.#onTouch} @keydown=${this.#onKey}>${field.text}</span>`;
  }

  get #field(): LiveField | undefined {
    const field = this.#live.value?.field(this.name);
    return field?.isLocked ? undefined : field;
  }

  readonly #onDown = (event: PointerEvent): void => {
    const field = this.#field;
    if (field === undefined || event.button !== 0 || !event.isPrimary) return;
    const scale = scaleOf(field.control);
    const { value } = field;
    new PointerDrag(event, event.currentTarget as Element, {
      locate: ({ clientX, clientY }) => [clientX, clientY],
      mayScroll: event.pointerType !== 'mouse',
      move: ([x], isFinal) => {
        this.#isDragging = !isFinal;
        const way = (x - event.clientX) * (this.matches(':dir(rtl)') ? -1 : 1);
        const steps = Math.round((way / WAY) * lastPosition(scale));
        const next = steps === 0 ? value : valueAt(scale, positionOf(scale, value) + steps);
        this.#field?.set(next, isFinal);
      },
      restore: () => this.#field?.set(value, true),
      ended: () => {
        this.#isDragging = false;
      },
    });
  };

  /** Prevents scrolling during a drag, because `touch-action` does not apply to inline elements. */
  readonly #onTouch = (event: TouchEvent): void => {
    if (this.#isDragging) event.preventDefault();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const field = this.#field;
    const steps = field && stepsOf(event, true)?.[0];
    if (field === undefined || steps === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const scale = scaleOf(field.control);
    const position = positionOf(scale, field.value) + steps;
    field.set(valueAt(scale, position), true);
  };
}

const scaleOf = ({ range: { min, max }, settings }: NumberControl): NumberScale => ({
  min,
  max,
  step: settings.step ?? (settings.integer ? 1 : 0),
  logarithmic: settings.scale === 'log',
  stops: settings.stops,
});

customElements.define('al-live', LiveNumber);
