// SPDX-License-Identifier: MIT
// Handles the loss of an engine instance. The engine itself creates a new instance.
import { html, nothing } from 'lit';
import type { Engine } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';

/** Calls `onLost` after each loss of an instance of the watched engine. */
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

/** A notice about the loss, until the reader closes it. */
export const lossNotice = (isLost: boolean, { t }: I18n, onClose: () => void) =>
  isLost
    ? html`
      <div class="notice" role="status" data-notice="engine-lost">
        <p>${t('error.engineLost')}</p>
        <button type="button" @click=${onClose}>${t('action.close')}</button>
      </div>`
    : nothing;
