// SPDX-License-Identifier: MIT
// What a lesson does when the engine has lost an instance: the engine makes another by itself.
import { html, nothing } from 'lit';
import type { Engine } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';

/** Calls `onLost` after each loss of the engine that is watched. */
export class EngineWatch {
  #engine: Engine | undefined;

  constructor(private readonly onLost: () => void) {}

  watch(engine: Engine | undefined): void {
    if (engine === this.#engine) return;
    this.#engine?.removeEventListener('lost', this.onLost);
    this.#engine = engine;
    engine?.addEventListener('lost', this.onLost);
  }
}

/** Tells the reader of a loss, until it is closed. */
export const lossNotice = (isLost: boolean, { t }: I18n, onClose: () => void) =>
  isLost
    ? html`
      <div class="notice" role="status" data-notice="engine-lost">
        <p>${t('error.engineLost')}</p>
        <button type="button" @click=${onClose}>${t('action.close')}</button>
      </div>`
    : nothing;
