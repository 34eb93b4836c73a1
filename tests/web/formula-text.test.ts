// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { expect, it } from 'vitest';
import { renderHtml } from '../../web/build/render-html.ts';
import { formulaText } from '../../web/src/components/formula-text.ts';

it('sets variables with an index as in a formula', () => {
  expect(renderHtml(html`${formulaText('Let W_Q = W_K, and s_ij = s_ji.')}`)).toBe(
    'Let <var>W<sub>Q</sub></var> = <var>W<sub>K</sub></var>, and <var>s<sub>ij</sub></var> = <var>s<sub>ji</sub></var>.',
  );
});

it('leaves the names of programs, and texts without a formula', () => {
  for (const text of ['batch_size and d_model', 'x.d_k', 'nothing'])
    expect(formulaText(text)).toBe(text);
});
