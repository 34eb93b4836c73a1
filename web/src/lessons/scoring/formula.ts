// SPDX-License-Identifier: MIT
// Renders the score functions as formulas, with letters and with the current numbers.
import { html, mathml, type TemplateResult } from 'lit';
import { keyName, pairOf, queryName, result, type Scene, short } from './scene.ts';
import type { Kind, State } from './state.ts';

type Part = ReturnType<typeof mathml>;

const [q, k] = [mathml`<mi>q</mi>`, mathml`<mi>k</mi>`];
const product = mathml`<mrow>${q}<mo>·</mo>${k}</mrow>`;
const projected = (name: string, x: Part) => mathml`<msub><mi>W</mi><mi>${name}</mi></msub>${x}`;
const brackets = (what: Part) =>
  mathml`<mo stretchy="false">(</mo>${what}<mo stretchy="false">)</mo>`;
const length = mathml`<mo stretchy="false" form="prefix">‖</mo>${q}<mo>−</mo>${k}<mo stretchy="false" form="postfix">‖</mo>`;

/** The formula of a score function with letters. */
export function signOf({ biased }: State, kind: Kind): Part {
  switch (kind) {
    case 'dot':
      return product;
    case 'scaled':
      return mathml`${product}<mo>/</mo><msqrt><mi>d</mi></msqrt>`;
    case 'bilinear':
      return mathml`${projected('Q', q)}<mo>·</mo>${projected('K', k)}`;
    case 'additive': {
      const bias = biased === 'with' ? mathml`<mo>+</mo><mi>b</mi>` : mathml``;
      const sum = mathml`${projected('Q', q)}<mo>+</mo>${projected('K', k)}${bias}`;
      return mathml`<mi>v</mi><mo>·</mo><mi>tanh</mi>${brackets(sum)}`;
    }
    case 'gaussian': {
      const square = mathml`<msup><mrow>${length}</mrow><mn>2</mn></msup>`;
      return mathml`<mo form="prefix">−</mo>${square}<mo>/</mo><mn>2</mn><msup><mi>σ</mi><mn>2</mn></msup>`;
    }
  }
}

const mo = (text: string) => mathml`<mo form="infix">${text}</mo>`;

/** A number in a formula. A negative number is in parentheses. */
const number = (scene: Scene, x = Number.NaN): Part =>
  x < 0 ? brackets(mathml`<mn>${short(scene, x)}</mn>`) : mathml`<mn>${short(scene, x)}</mn>`;

const sum = (parts: readonly Part[]): Part =>
  mathml`<mrow>${parts.map((part, i) => mathml`${i === 0 ? '' : mo('+')}${part}`)}</mrow>`;

const dotOf = (scene: Scene, a: readonly number[], b: readonly number[]): Part =>
  sum(a.map((x, c) => mathml`${number(scene, x)}${mo('·')}${number(scene, b[c])}`));

/** The right-hand side of a score's formula with the current numbers, without its result. */
function numbersOf(scene: Scene, kind: Kind): Part {
  const { state, numbers } = scene;
  const [i, j] = pairOf(scene);
  const [query, key] = [numbers.queries[i] ?? [], numbers.keys[j] ?? []];
  switch (kind) {
    case 'dot':
      return dotOf(scene, query, key);
    case 'scaled':
      return mathml`<mfrac>${dotOf(scene, query, key)}<msqrt><mn>${query.length}</mn></msqrt></mfrac>`;
    case 'bilinear': {
      const { queries, keys } = numbers.projected;
      return dotOf(scene, queries[i] ?? [], keys[j] ?? []);
    }
    case 'additive':
      return sum(
        (numbers.sums[i]?.[j] ?? []).map(
          (x, r) => mathml`${number(scene, state.w_v[r])}${mo('·')}
            <mrow data-term="features"><mi>tanh</mi>${brackets(mathml`<mn data-term="sums">${short(scene, x)}</mn>`)}</mrow>`,
        ),
      );
    case 'gaussian': {
      const squares = query.map(
        (x, c) =>
          mathml`<msup><mrow>${brackets(mathml`<mn>${short(scene, x)}</mn>${mo('−')}${number(scene, key[c])}`)}</mrow><mn>2</mn></msup>`,
      );
      const width = mathml`<mrow><mn>2</mn>${mo('·')}<msup><mn>${short(scene, state.sigma)}</mn><mn>2</mn></msup></mrow>`;
      return mathml`<mo form="prefix">−</mo><mfrac>${sum(squares)}${width}</mfrac>`;
    }
  }
}

/** Renders the formula of a score with the numbers of the current query and key, and its result. */
export function renderFormula(scene: Scene, kind: Kind): TemplateResult {
  const { numbers, t } = scene;
  const [i, j] = pairOf(scene);
  const names = { name: t(`kind.${kind}`), query: queryName(i), key: keyName(j) };
  return html`
    <div class="math-block" tabindex="0" role="group" aria-label=${t('formula.label', names)}>
      <math display="block">${numbersOf(scene, kind)}<mo form="infix">=</mo>
        <mn class="output" data-term="${kind}_scores">${result(scene, numbers[kind].scores[i]?.[j])}</mn></math>
    </div>`;
}
