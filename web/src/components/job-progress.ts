// SPDX-License-Identifier: MIT
import { html } from 'lit';
import css from './job-progress.css?inline';
import { LightElement, properties, uniqueId } from './light-element.ts';

/**
 * Shows the progress of a long computation, with one button that starts and stops it.
 * @fires al-start when the reader starts the computation
 * @fires al-stop when the reader stops it
 */
export class JobProgress extends LightElement {
  static override css = css;
  static override properties = properties('text', 'done', 'running', 'action', 'disabled');

  declare text: string;
  /** The completed fraction, from 0 to 1. */
  declare done: number;
  declare running: boolean;
  /** Label of the button. */
  declare action: string;
  /** Whether the button has no effect, because the computation is complete. */
  disabled = false;

  readonly #id = uniqueId('job');

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

  // The button has `aria-disabled`, because with `disabled` it would lose the focus when the computation ends.
  readonly #onClick = (): void => {
    if (!this.disabled) this.send(this.running ? 'al-stop' : 'al-start');
  };
}

customElements.define('al-job-progress', JobProgress);
