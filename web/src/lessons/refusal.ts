// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { type AttentionError, parameterTexts } from '../engine/errors.ts';
import { hasGot } from '../engine/messages.ts';
import type { Translate } from '../i18n/catalogue.ts';
import type { SharedKey } from '../i18n/i18n.ts';

export function refusalText(error: AttentionError, t: Translate<SharedKey>): string {
  const { kind, code, argument, parameters } = error;
  const texts = parameterTexts(parameters, t('got.none'), t('got.or'));
  const got = hasGot(code) ? t(`got.${code}`, texts) : (texts.got as string);
  return t(`refusal.${kind}`, { argument, expected: t(`expected.${code}`, texts), got });
}

export const refusalNotice = (error: AttentionError | undefined, t: Translate<SharedKey>) =>
  error ? html`<p class="notice" role="alert">${refusalText(error, t)}</p>` : nothing;
