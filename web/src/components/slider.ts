// SPDX-License-Identifier: MIT
import { html, noChange, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { FieldElement } from './field-element.ts';
import { properties, uniqueId } from './light-element.ts';
import './number-box.ts';
import { lastPosition, type NumberScale, positionOf, valueAt } from './number-scale.ts';
import { PointerDrag } from './pointer-drag.ts';
import css from './slider.css?inline';

/**
 * A slider for a number from `min` to `max`, with a number box that accepts numbers from `lowest` to `highest`.
 * `NumberScale` describes `step`, `logarithmic` and `stops`.
 * @fires al-value ValueChange<number>, when the reader changes the number
 */
export class Slider extends FieldElement implements NumberScale {
  static override css = css;
  static override properties = properties(
    'unit',
    'value',
    'min',
    'max',
    'step',
    'lowest',
    'highest',
    'logarithmic',
    'isWhole',
    'stops',
  );

  unit = '';
  declare value: number;
  declare min: number;
  declare max: number;
  step = 0;
  declare lowest: number;
  declare highest: number;
  logarithmic = false;
  isWhole = false;
  declare stops: readonly number[] | undefined;

  readonly #id = uniqueId('slider');
  /**
   * The state of a touch. `open`: the browser may still scroll the page instead, so no intermediate value is sent. Such
   * a value could start a training, which restoring the previous value does not undo. `cancelled`: the browser scrolls
   * or zooms the page, so its `input` and `change` events are ignored. Undefined: all values are sent.
   */
  #touch: 'open' | 'cancelled' | undefined;

  protected override render() {
    const { i18n } = this.texts;
    const { isLocked } = this;
    const said = `${i18n.number(this.value, { digits: 8 })} ${this.unit}`.trim();
    return html`
      <label class="slider-label" for=${this.#id}>
        ${this.label} ${this.unit ? html`<span class="unit">${this.unit}</span>` : nothing}
      </label>
      <al-number-box .label=${this.label} .value=${this.value} .disabled=${isLocked}
        .lowest=${this.lowest} .highest=${this.highest} .live=${[this.min, this.max]} .isWhole=${this.isWhole}
        .revision=${this.revision}></al-number-box>
      <input class="slider-range" id=${this.#id} type="range" min="0" max=${lastPosition(this)} step="1"
        ?disabled=${isLocked} aria-valuetext=${said}
        @pointerdown=${this.#onDown} @keydown=${this.#onKey}
        @input=${(event: Event) => this.#onRange(event, false)}
        @change=${(event: Event) => this.#onRange(event, true)}
        .value=${this.#touch === 'open' ? noChange : live(String(positionOf(this, this.value)))} />`;
  }

  #onRange(event: Event, final: boolean): void {
    // The event has moved the thumb; rendering moves it back to `value`.
    if (this.#touch === 'cancelled') this.requestUpdate();
    else if (final || this.#touch === undefined)
      this.sendValue(valueAt(this, (event.target as HTMLInputElement).valueAsNumber), final);
  }

  readonly #onDown = (event: PointerEvent): void => {
    if (!event.isPrimary) return;
    this.#touch = event.pointerType === 'mouse' ? undefined : 'open';
    if (this.#touch === undefined) return;
    const before = this.value;
    const decide = () => {
      if (this.#touch === 'open') this.#touch = undefined;
    };
    new PointerDrag(event, event.currentTarget as Element, {
      locate: ({ clientX, clientY }) => [clientX, clientY],
      mayScroll: true,
      move: decide,
      restore: () => this.sendValue(before, true),
      cancelled: this.#onCancel,
      ended: decide,
    });
  };

  readonly #onCancel = (): void => {
    this.#touch = 'cancelled';
    this.requestUpdate();
  };

  readonly #onKey = (): void => {
    this.#touch = undefined;
  };
}

customElements.define('al-slider', Slider);
