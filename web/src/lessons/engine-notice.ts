// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { EngineLoadError, wasmRefusal } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';

/** The reason why the engine could not start. */
export interface EngineFailure {
  readonly failure: unknown;
  /** Why WebAssembly cannot run in this page at all; undefined if only this load failed. */
  readonly refusal: Awaited<ReturnType<typeof wasmRefusal>>;
}

/** Collects the details of a failed load. */
export const engineFailure = async (failure: unknown): Promise<EngineFailure> => ({
  failure,
  refusal: await wasmRefusal(),
});

/** A notice about the failure. If a policy is the reason, it shows the directive that allows WebAssembly. */
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
