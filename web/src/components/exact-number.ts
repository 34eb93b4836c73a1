// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { I18nController } from '../i18n/controller.ts';
import css from './exact-number.css?inline';
import { LightElement } from './light-element.ts';

/** A result that shows all its digits when it is pressed, and can then be copied. */
export class ExactNumber extends LightElement {
  static override css = css;
  static override properties = {
    value: { type: Number },
    usual: { type: Number },
    isFull: { state: true },
    isCopied: { state: true },
  };

  declare value: number;
  /**
   * Maximum number of digits shown before the button is pressed, unless the reader has chosen in the settings to see
   * all digits.
   */
  declare usual: number;
  declare protected isFull: boolean;
  declare protected isCopied: boolean;

  readonly #texts = new I18nController(this);

  constructor() {
    super();
    this.usual = 10;
    this.isFull = false;
    this.isCopied = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value')) this.isCopied = false;
  }

  protected override render() {
    const { i18n } = this.#texts;
    const [full, shown] = [i18n.full(this.value), i18n.result(this.value, this.usual)];
    // Without a secure context (HTTPS), the browser provides no clipboard API.
    const canCopy = this.isFull && navigator.clipboard !== undefined;
    return html`<button type="button" class=${full === shown ? 'exact' : 'exact shortened'}
      aria-pressed=${this.isFull} title=${i18n.t('digits.exact')} @click=${this.#toggle}
      >${this.isFull ? full : shown}</button>${
        canCopy
          ? html`<button type="button" class="exact-copy" @click=${this.#copy}>
              ${i18n.t(this.isCopied ? 'digits.copied' : 'digits.copy')}
            </button>`
          : nothing
      }`;
  }

  readonly #toggle = (): void => {
    this.isFull = !this.isFull;
    this.isCopied = false;
  };

  readonly #copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(String(this.value));
      this.isCopied = true;
    } catch {
      // The browser has denied access to the clipboard. The reader can still select the digits and copy them.
      this.isCopied = false;
    }
  };
}

customElements.define('al-exact', ExactNumber);
