// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { I18nController } from '../i18n/controller.ts';
import css from './exact-number.css?inline';
import { LightElement } from './light-element.ts';

/** A result that shows all its digits when it is pressed, and then can be copied. */
export class ExactNumber extends LightElement {
  static override css = css;
  static override properties = {
    value: { type: Number },
    usual: { type: Number },
    isFull: { state: true },
    isCopied: { state: true },
  };

  declare value: number;
  /** Digits shown unless the reader chose another number of them. */
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
    // A copy needs a secure page; the digits can be read anywhere.
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
      // The browser refused; the digits stand there to be read.
      this.isCopied = false;
    }
  };
}

customElements.define('al-exact', ExactNumber);
