// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import type { ModelAbsentError } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';

export interface Failure {
  readonly error: unknown;
  readonly retry: () => void;
  /** Whether a file could not be loaded. */
  readonly isLoading?: boolean;
}

// Compared by name, because importing the class would load the engine with the first file of a page or embed.
const isAbsent = (error: unknown): error is ModelAbsentError =>
  error instanceof Error && error.name === 'ModelAbsentError';

/** The text of a notice, and the code below it, for developers. */
function told({ error, isLoading }: Failure, { t }: I18n): readonly [text: string, code: string] {
  if (isAbsent(error)) return [t('error.modelAbsent'), `import '${error.source}';`];
  return [t(isLoading ? 'error.load' : 'error.compute'), String(error)];
}

export function failureNotice(failure: Failure | undefined, i18n: I18n) {
  if (failure === undefined) return nothing;
  const [text, code] = told(failure, i18n);
  return html`
    <div class="notice" role="alert" data-notice="failure">
      <p>${text}</p>
      <p><code>${code}</code></p>
      <button type="button" @click=${failure.retry}>${i18n.t('action.retry')}</button>
    </div>`;
}
