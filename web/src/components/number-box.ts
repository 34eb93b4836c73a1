// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import { shortened } from '../i18n/shortened.ts';
import { FieldElement } from './field-element.ts';
import { keepClicks } from './keep-clicks.ts';
import { properties, uniqueId } from './light-element.ts';
import css from './number-box.css?inline';

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };
/** Results of steps are rounded to this number of significant digits: 8.2 − 1 is computed as 7.199999999999999. */
const STEP_DIGITS = 15;

const ARIA = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 21 });
/** Formats a number for ARIA attributes, which do not allow the exponent notation, such as 1e+21. */
const ariaNumber = (value: number): string => ARIA.format(value);

/**
 * An input for a number from `lowest` to `highest`. Invalid input shows an error and keeps the value. The input has the
 * type "text", because number inputs drop characters such as "，" and "−", which changes the number.
 * @fires al-value ValueChange<number>, after a valid entry, and during typing if the number is in the range `live`
 */
export class NumberBox extends FieldElement {
  static override css = css;
  static override properties = properties(
    'value',
    'lowest',
    'highest',
    'isWhole',
    'live',
    'problem',
  );

  declare value: number;
  declare lowest: number;
  declare highest: number;
  isWhole = false;
  /** For numbers in this interval, `al-value` fires while they are typed; for others, only when the edit ends. */
  declare live: readonly [low: number, high: number] | undefined;
  protected problem = '';

  readonly #errorId = uniqueId('error');
  /** The value before the current edit. Undefined outside an edit. */
  #before: number | undefined;
  /** The number in the last `al-value` event of the current edit. */
  #sent: number | undefined;
  /**
   * After an edit that ended with invalid text: the value before the edit, which `al-value` has sent to undo the edit.
   * When `value` is then set to it, the input keeps the invalid text and the error message.
   */
  #returned: number | undefined;

  constructor() {
    // `false`: the input of a hidden field becomes read-only instead of disappearing, because it may be a table cell.
    super(false);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    keepClicks(this.getRootNode() as Document | ShadowRoot);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('value') && !changed.has('revision')) return;
    const isAnswer = this.value === this.#returned;
    this.#returned = undefined;
    if (isAnswer) return;
    this.problem = '';
    // If the value equals the typed number, the text stays as typed. Otherwise "1.0" would become "1" while the reader
    // types "1.07". `#sent` counts too, because the text may now be "1," (not a number) or is being composed.
    if (this.#typed !== this.value && this.#sent !== this.value) this.#before = undefined;
  }

  protected override render() {
    return html`
      <input type="text" role="spinbutton" inputmode=${this.lowest >= 0 ? 'decimal' : 'text'}
        autocomplete="off" spellcheck="false" aria-label=${this.label}
        aria-invalid=${this.problem ? 'true' : 'false'}
        aria-describedby=${this.problem ? this.#errorId : nothing}
        aria-valuenow=${ariaNumber(this.value)} aria-valuemin=${ariaNumber(this.lowest)}
        aria-valuemax=${ariaNumber(this.highest)} ?disabled=${this.isLocked}
        @input=${this.#onInput} @compositionend=${this.#onInput} @keydown=${this.#onKey}
        @change=${this.#onChange} @blur=${this.#onBlur}
        .value=${live(this.#text())} />
      <p class="field-error" id=${this.#errorId} role="alert" ?hidden=${!this.problem}>${this.problem}</p>`;
  }

  get #input(): HTMLInputElement | null {
    return this.querySelector('input');
  }

  /** The typed number. NaN if the text is not a number. */
  get #typed(): number {
    return this.texts.i18n.read(this.#input?.value ?? '');
  }

  get #quoted(): string {
    const { t } = this.texts.i18n;
    const text = this.#input?.value.trim() ?? '';
    return text === '' ? t('field.nothing') : t('field.text', { text: shortened(text) });
  }

  /** The text to show: as typed during an edit and after an invalid input, otherwise the formatted value. */
  #text(): string {
    const isOwn = this.#before !== undefined || this.problem !== '';
    return isOwn && this.#input ? this.#input.value : this.texts.i18n.typed(this.value);
  }

  #onInput(event: Event): void {
    this.#before ??= this.value;
    if ((event as InputEvent).isComposing) return;
    const value = this.#typed;
    const [low, high] = this.live ?? [Number.NaN, Number.NaN];
    if (!(value >= low && value <= high && this.#isValid(value))) return;
    this.#sent = value;
    this.sendValue(value, false);
  }

  // While the reader composes text with an input method, the arrow keys select among its suggestions.
  #onKey(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const input = this.#input;
    if (step === undefined || event.isComposing || !input) return;
    event.preventDefault();
    const from = Number.isNaN(this.#typed) ? this.value : this.#typed;
    const next = Number((from + step).toPrecision(STEP_DIGITS));
    const within = Math.min(Math.max(next, this.lowest), this.highest);
    input.value = this.texts.i18n.typed(within);
    this.#onChange();
  }

  #onChange(): void {
    const value = this.#typed;
    const before = this.#before ?? this.value;
    this.#before = undefined;
    this.#sent = undefined;
    if (this.#isValid(value)) {
      this.problem = '';
      this.sendValue(value, true);
      return;
    }
    this.problem = this.#refusal(value);
    if (before === this.value) return;
    this.#returned = before;
    this.sendValue(before, true);
  }

  // If the reader restores the original text, no `change` event fires. So the edit also ends on blur.
  #onBlur(): void {
    if (this.#before !== undefined) this.#onChange();
  }

  #isValid(value: number): boolean {
    const isInRange = value >= this.lowest && value <= this.highest;
    return isInRange && (!this.isWhole || Number.isInteger(value));
  }

  #refusal(value: number): string {
    const { i18n } = this.texts;
    const text = (x: number) => i18n.number(x, { digits: 8 });
    return i18n.t(this.isWhole ? 'field.whole' : 'field.number', {
      name: this.label,
      low: text(this.lowest),
      high: text(this.highest),
      got: Number.isNaN(value) ? this.#quoted : text(value),
    });
  }
}

customElements.define('al-number-box', NumberBox);
