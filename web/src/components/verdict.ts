// SPDX-License-Identifier: MIT
import { html } from 'lit';
import css from './verdict.css?inline';

export type Verdict = 'holds' | 'condition' | 'fails';

/** For the sheet of each element that shows verdicts. */
export const verdictCss = css;

const SIGNS = { holds: '✓', condition: '◐', fails: '✗', undecided: '?' };

/** A verdict, or that there can be none: a sign for the eye and the words. */
export const verdictText = (verdict: Verdict | 'undecided', words: string) =>
  html`<span aria-hidden="true">${SIGNS[verdict]}</span> ${words}`;
