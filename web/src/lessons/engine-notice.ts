// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { EngineLoadError, wasmRefusal } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';

const blocked = new Set<string>();
globalThis.document?.addEventListener(
  'securitypolicyviolation',
  ({ effectiveDirective, blockedURI }) => {
    if (effectiveDirective === 'connect-src') blocked.add(blockedURI);
  },
);

export interface EngineFailure {
  readonly failure: unknown;
  /**
   * Why no WebAssembly module can run in this page (`missing`, `simd` or `policy`). `blocked` if the page's security
   * policy forbids fetching the module. Undefined if only this attempt to load it failed.
   */
  readonly refusal: Awaited<ReturnType<typeof wasmRefusal>> | 'blocked';
}

export async function engineFailure(failure: unknown): Promise<EngineFailure> {
  const refusal = await wasmRefusal();
  // The event `securitypolicyviolation` may fire after the request has failed, but before the next task.
  await new Promise((resolve) => setTimeout(resolve));
  const url = urlOf(failure);
  return { failure, refusal: refusal ?? (url && blocked.has(url) ? 'blocked' : undefined) };
}

/** Whether the start of the engine has failed because of the page's security policy. */
export const isPolicy = ({ refusal }: EngineFailure): boolean =>
  refusal === 'policy' || refusal === 'blocked';

/**
 * Renders a notice that the start of the engine has failed. If the security policy forbids WebAssembly, the notice
 * shows the directive that would allow it.
 */
export function engineNotice(failure: EngineFailure, i18n: I18n, retry: () => void) {
  const { refusal } = failure;
  return html`
    <div class="notice" role="alert">
      <p>${textOf(failure, i18n)}</p>
      ${refusal === 'policy' ? html`<p><code>${POLICY_LINE}</code></p>` : nothing}
      ${refusal === undefined ? html`<p><code>${String(failure.failure)}</code></p>` : nothing}
      <button type="button" @click=${retry}>${i18n.t('action.retry')}</button>
    </div>`;
}

const POLICY_LINE = "Content-Security-Policy: script-src 'self' 'wasm-unsafe-eval'";
/** HTTP status codes for a file that does not exist. */
const ABSENT: readonly unknown[] = [404, 410];

function textOf({ failure, refusal }: EngineFailure, { t }: I18n): string {
  if (refusal === 'policy') return t('error.wasmPolicy');
  if (refusal === 'missing') return t('error.wasmMissing');
  if (refusal === 'simd') return t('error.wasmSimd');
  const url = urlOf(failure);
  if (url === undefined || !(failure instanceof EngineLoadError)) return t('error.engine');
  if (refusal === 'blocked') return t('error.engineBlocked', { origin: new URL(url).origin });
  const { status, cause } = failure;
  if (ABSENT.includes(status)) return t('error.engineAbsent', { url, status: `${status}` });
  return t(cause instanceof WebAssembly.CompileError ? 'error.engineFile' : 'error.engine', {
    url,
  });
}

/** The URL of the WebAssembly module. Undefined if the module was given as bytes, or for other errors. */
const urlOf = (failure: unknown): string | undefined =>
  failure instanceof EngineLoadError && URL.canParse(failure.url) ? failure.url : undefined;
