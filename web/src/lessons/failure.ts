// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import type { I18n } from '../i18n/i18n.ts';

/** An error, and a function that tries the failed action again. */
export interface Failure {
  readonly error: unknown;
  readonly retry: () => void;
  /** Whether a file could not be loaded. */
  readonly isLoading?: boolean;
}

/** Renders a notice about an error, with a button that tries again. */
export const failureNotice = (failure: Failure | undefined, { t }: I18n, retry: () => void) =>
  failure === undefined
    ? nothing
    : html`
      <div class="notice" role="alert" data-notice="failure">
        <p>${t(failure.isLoading ? 'error.load' : 'error.compute')}</p>
        <p><code>${String(failure.error)}</code></p>
        <button type="button" @click=${retry}>${t('action.retry')}</button>
      </div>`;
