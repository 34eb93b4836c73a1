// SPDX-License-Identifier: MIT
import { html } from 'lit';
import css from './job-progress.css?inline';
import { LightElement, uniqueId } from './light-element.ts';

/**
 * How far long work has come, with the one button that starts and stops it.
 * @fires al-start
 * @fires al-stop
 */
export class JobProgress extends LightElement {
  static override css = css;
  static override properties = {
    text: {},
    done: { type: Number },
    running: { type: Boolean },
    action: {},
    disabled: { type: Boolean },
  };

  /** What is done of what, in words. */
  declare text: string;
  /** 0 … 1 */
  declare done: number;
  declare running: boolean;
  /** What the button does now. */
  declare action: string;
  /** Where there is nothing left to start. */
  declare disabled: boolean;

  readonly #id = uniqueId('job');

  constructor() {
    super();
    this.disabled = false;
  }

  protected override render() {
    return html`
      <div class="job-progress">
        <span class="job-text" id=${this.#id}>${this.text}</span>
        <button type="button" aria-disabled=${this.disabled ? 'true' : 'false'} @click=${this.#onClick}>
          ${this.action}
        </button>
        <progress max="1" .value=${this.done} aria-labelledby=${this.#id}></progress>
      </div>`;
  }

  // The button stays in the tab order when the work ends under the focus.
  readonly #onClick = (): void => {
    if (this.disabled) return;
    const type = this.running ? 'al-stop' : 'al-start';
    this.dispatchEvent(new CustomEvent(type, { bubbles: true }));
  };
}

customElements.define('al-job-progress', JobProgress);
