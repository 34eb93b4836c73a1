// SPDX-License-Identifier: MIT
// What the page Verify shows below its claims: a question about the mask, and two derivations.
import { html, type TemplateResult } from 'lit';
import type { Scene } from './stage.ts';

export { experiments } from './claims.ts';
export { predictions } from './predictions.ts';

export const details = (
  { section }: Scene,
  ask: (id: string) => TemplateResult,
): TemplateResult => html`
  <section>${ask('causal')}</section>
  <section>${section('why')}</section>
  <section>${section('distance')}</section>`;
