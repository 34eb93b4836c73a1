// SPDX-License-Identifier: MIT
// Watches whether the engine loses its WebAssembly instance (after a trap or an abort), and renders a notice for the
// reader. The engine itself creates a new instance.
import { html, nothing } from 'lit';
import type { Engine } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';

/** Calls `onLost` each time the watched engine loses its instance. */
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

/** Renders a notice that the engine was restarted, until the reader closes it. */
export const lossNotice = (isLost: boolean, { t }: I18n, onClose: () => void) =>
  isLost
    ? html`
      <div class="notice" role="status" data-notice="engine-lost">
        <p>${t('error.engineLost')}</p>
        <button type="button" @click=${onClose}>${t('action.close')}</button>
      </div>`
    : nothing;
