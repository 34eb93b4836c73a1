// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { I18nController } from '../i18n/controller.ts';
import { FieldController } from './field-access.ts';
import { LightElement, uniqueId } from './light-element.ts';
import './number-box.ts';
import type { ValueChange } from './number-box.ts';
import { type NumberScale, positionOf, positionStep, valueAt } from './number-scale.ts';
import css from './slider.css?inline';

/**
 * A number by range and by box: the range offers `min…max`, the box takes all of `lowest…highest`.
 * A logarithmic slider gives equal ways to equal ratios; one with stops gives them to one stop after another.
 * @fires al-value ValueChange<number>
 */
export class Slider extends LightElement implements NumberScale {
  static override css = css;
  static override properties = {
    field: {},
    label: {},
    unit: {},
    value: { type: Number },
    min: { type: Number },
    max: { type: Number },
    step: { type: Number },
    lowest: { type: Number },
    highest: { type: Number },
    logarithmic: { type: Boolean },
    stops: { attribute: false },
    revision: { attribute: false },
    disabled: { type: Boolean },
  };

  /** Of the state that it writes. */
  declare field: string;
  declare label: string;
  declare unit: string;
  declare value: number;
  declare min: number;
  declare max: number;
  declare step: number;
  declare lowest: number;
  declare highest: number;
  declare logarithmic: boolean;
  /** All that the range offers, from `min` to `max`, where that is not even. */
  declare stops: readonly number[] | undefined;
  /** As of the number box: the object that holds the value. */
  declare revision: unknown;
  declare disabled: boolean;

  readonly #texts = new I18nController(this);
  readonly #access = new FieldController(this);
  readonly #id = uniqueId('slider');

  constructor() {
    super();
    this.field = '';
    this.unit = '';
    this.step = 0;
    this.logarithmic = false;
    this.disabled = false;
  }

  protected override render() {
    const { i18n } = this.#texts;
    const isDisabled = this.disabled || this.#access.isLocked;
    const said = `${i18n.number(this.value, { digits: 8 })} ${this.unit}`.trim();
    return html`
      <label class="slider-label" for=${this.#id}>
        ${this.label} ${this.unit ? html`<span class="unit">${this.unit}</span>` : nothing}
      </label>
      <al-number-box .label=${this.label} .value=${this.value} .disabled=${isDisabled}
        .lowest=${this.lowest} .highest=${this.highest} .live=${[this.min, this.max]}
        .revision=${this.revision}></al-number-box>
      <input class="slider-range" id=${this.#id} type="range" min=${positionOf(this, this.min)}
        max=${positionOf(this, this.max)} step=${positionStep(this)}
        ?disabled=${isDisabled} aria-valuetext=${said}
        @input=${(event: Event) => this.#onRange(event, false)}
        @change=${(event: Event) => this.#onRange(event, true)}
        .value=${live(String(positionOf(this, this.value)))} />`;
  }

  #onRange(event: Event, final: boolean): void {
    const value = valueAt(this, (event.target as HTMLInputElement).valueAsNumber);
    const detail: ValueChange<number> = { value, final };
    this.dispatchEvent(new CustomEvent('al-value', { detail, bubbles: true }));
  }
}

customElements.define('al-slider', Slider);
