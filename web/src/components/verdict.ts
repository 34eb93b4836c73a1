// SPDX-License-Identifier: MIT
import { html } from 'lit';
import css from './verdict.css?inline';

export type Verdict = 'holds' | 'condition' | 'fails';

export const verdictCss = css;

const SIGNS = { holds: '✓', condition: '◐', fails: '✗', undecided: '?' };

/** Renders a verdict on a claim as a sign and a text. `undecided` means that no experiment tests the claim. */
export const verdictText = (verdict: Verdict | 'undecided', words: string) =>
  html`<span aria-hidden="true">${SIGNS[verdict]}</span> ${words}`;
