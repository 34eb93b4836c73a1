// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { FieldElement } from '../../components/field-element.ts';
import { properties } from '../../components/light-element.ts';
import type messages from './messages.en.json';
import css from './writer.css?inline';

/** The time from a token to the next one, in ms, so that a reader can follow. */
const PAUSE_MS = 350;
const DIGITS = 36;

/** Draws the last token of a tale again: increments the last digit of `draws`. */
export const redrawn = (draws: string): string => {
  const last = Number.parseInt(draws.slice(-1), DIGITS) || 0;
  return draws.slice(0, -1) + ((last + 1) % DIGITS).toString(DIGITS);
};

/**
 * Buttons that write a tale: add a token, add tokens continuously, draw the last token again, or remove it.
 * @fires al-value ValueChange<string>, the draws of the tale
 */
export class Writer extends FieldElement {
  static override css = css;
  static override properties = properties('draws', 'most', 'isOn');

  declare draws: string;
  /** The maximum number of draws of a tale. */
  declare most: number;
  protected isOn = false;

  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  protected override render() {
    const t = this.texts.i18n.translator<typeof messages>('writing');
    const { isLocked, draws } = this;
    const isFull = isLocked || draws.length >= this.most;
    const isEmpty = isLocked || draws === '';
    const button = (name: 'one' | 'redraw' | 'undo', isOff: boolean, act: () => string) => html`
      <button type="button" name=${name} ?disabled=${isOff} @click=${() => this.#send(act())}>${t(`write.${name}`)}</button>`;
    return html`
      <div class="writer" role="group" aria-label=${this.label}>
        ${button('one', isFull, () => `${draws}0`)}
        <button type="button" name="on" ?disabled=${isFull && !this.isOn}
          @click=${this.isOn ? () => this.#stop() : () => this.#goOn()}>${t(this.isOn ? 'write.stop' : 'write.on')}</button>
        ${button('redraw', isEmpty, () => redrawn(draws))}
        ${button('undo', isEmpty, () => draws.slice(0, -1))}
      </div>`;
  }

  #send(draws: string): void {
    this.#stop();
    this.sendValue(draws, true);
  }

  #goOn(): void {
    this.isOn = this.draws.length < this.most;
    if (!this.isOn) return;
    this.sendValue(`${this.draws}0`, this.draws.length + 1 >= this.most);
    this.#timer = setTimeout(() => (this.#isPresent ? this.#goOn() : this.#stop()), PAUSE_MS);
  }

  /** Whether the reader is still at the step with these buttons. */
  get #isPresent(): boolean {
    return this.closest('[data-step]')?.hasAttribute('aria-current') ?? true;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.isOn = false;
  }
}

customElements.define('al-writer', Writer);
