// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { EngineLoadError, wasmRefusal } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';

/** Why there is no engine. */
export interface EngineFailure {
  readonly failure: unknown;
  /** Why no module runs here at all; undefined where only this one could not be loaded. */
  readonly refusal: Awaited<ReturnType<typeof wasmRefusal>>;
}

/** What is known of a failed load. */
export const engineFailure = async (failure: unknown): Promise<EngineFailure> => ({
  failure,
  refusal: await wasmRefusal(),
});

/** The same in words, with the line of a policy that would mend it. */
export function engineNotice({ failure, refusal }: EngineFailure, i18n: I18n, retry: () => void) {
  const { t } = i18n;
  return html`
    <div class="notice" role="alert">
      <p>${refusal === undefined ? t('error.engine', { origin: originOf(failure) }) : TEXTS[refusal](i18n)}</p>
      ${refusal === 'policy' ? html`<p><code>${POLICY_LINE}</code></p>` : nothing}
      ${refusal === undefined ? html`<p><code>${String(failure)}</code></p>` : nothing}
      <button type="button" @click=${retry}>${t('action.retry')}</button>
    </div>`;
}

const POLICY_LINE = "Content-Security-Policy: script-src 'self' 'wasm-unsafe-eval'";

const TEXTS = {
  policy: ({ t }: I18n) => t('error.wasmPolicy'),
  missing: ({ t }: I18n) => t('error.wasmMissing'),
};

function originOf(failure: unknown): string {
  const url = failure instanceof EngineLoadError ? failure.url : '';
  return URL.canParse(url) ? new URL(url).origin : location.origin;
}
