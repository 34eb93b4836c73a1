// SPDX-License-Identifier: MIT
import { html, mathml, nothing, type TemplateResult } from 'lit';
import { chosenPosition } from './figure.ts';
import { modelName, type Scene } from './scene.ts';
import { targetOf } from './targets.ts';
import type { Trained } from './training/learning.ts';

/**
 * Relative tolerance for comparing the two sides of the inequality: if they are equal, a rounding error in float32 must
 * not turn ≤ into >.
 */
const ROUNDING = 1e-5;

/**
 * Renders an inequality that compares two products: of the weights of two tokens for each other, and of their weights
 * for themselves. The sign (≤ or >) depends on the current weights of the model.
 */
function products(scene: Scene, model: Trained, from: number, to: number): TemplateResult {
  const { i18n, numbers } = scene;
  const weights = model.weights(0, 0);
  const at = (i: number, j: number) => weights[i]?.[j] ?? Number.NaN;
  const [across, own] = [at(from, to) * at(to, from), at(from, from) * at(to, to)];
  const text = (x: number) => i18n.number(x, { digits: 3 });
  const [a, b] = [numbers.symbols[from], numbers.symbols[to]];
  const weight = (i: string | undefined, j: string | undefined) => mathml`
    <msub><mi>w</mi><mrow><mi mathvariant="normal">${i}</mi><mi mathvariant="normal">${j}</mi></mrow></msub>`;
  const sign = across <= own * (1 + ROUNDING) ? '≤' : '>';
  const name = modelName(scene, model);
  return html`
    <div class="math-block" data-term="weights">
      ${name === '' ? nothing : html`<p class="formula-name">${name}</p>`}
      <math display="block">
        ${weight(a, b)}<mo>·</mo>${weight(b, a)}<mo>=</mo><mn>${text(across)}</mn>
        <mo>${sign}</mo>
        <mn>${text(own)}</mn><mo>=</mo>${weight(a, a)}<mo>·</mo>${weight(b, b)}
      </math>
    </div>`;
}

/**
 * Renders, for each model, the inequality of `products` for the chosen token and its target. If the token is its own
 * target, the next token replaces the target. With W_q = W_k, the sign is always ≤.
 */
export function boundFormula(scene: Scene): TemplateResult {
  const { state, numbers, bind, t } = scene;
  if (state.task !== 'pointing') return html`<p class="hint">${t('formula.pointing')}</p>`;
  const from = chosenPosition(scene);
  const to = targetOf(state, numbers)(from) ?? from;
  return html`
    ${bind('permutation')}
    ${numbers.models.map((model) => products(scene, model, from, to === from ? (from + 1) % numbers.symbols.length : to))}`;
}
