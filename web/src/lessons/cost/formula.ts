// SPDX-License-Identifier: MIT
import { html, mathml, type TemplateResult } from 'lit';
import { NUMBER, WIDTH } from './bytes.ts';
import type { Scene } from './scene.ts';

/** Bytes and multiply-adds with the present n in them. */
export function renderFormula({ state, numbers, i18n, t }: Scene): TemplateResult {
  const n = i18n.integer(state.n);
  const square = mathml`<msup><mn>${n}</mn><mn>2</mn></msup>`;
  const times = mathml`<mo>·</mo>`;
  return html`
    <p>${t('formula.bytes')}</p>
    ${block(
      t('formula.bytesLabel'),
      html`
        <math display="block">
          <mn>${NUMBER}</mn>${times}<msup><mi>n</mi><mn>2</mn></msup><mo>=</mo>
          <mn>${NUMBER}</mn>${times}${square}<mo>=</mo>
          <mn class="weight">${i18n.integer(numbers.cost.matrix)}</mn>
        </math>`,
    )}
    <p>${t('formula.work')}</p>
    ${block(
      t('formula.workLabel'),
      html`
        <math display="block">
          <mn>2</mn>${times}<msup><mi>n</mi><mn>2</mn></msup>${times}<mi>d</mi><mo>=</mo>
          <mn>2</mn>${times}${square}${times}<mn>${WIDTH}</mn><mo>=</mo>
          <mn class="output">${i18n.integer(numbers.cost.multiplyAdds)}</mn>
        </math>`,
    )}`;
}

const block = (label: string, formula: TemplateResult) => html`
  <div class="math-block" tabindex="0" role="group" aria-label=${label}>${formula}</div>`;
