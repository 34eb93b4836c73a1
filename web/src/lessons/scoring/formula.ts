// SPDX-License-Identifier: MIT
// The four formulas with the numbers of the pair that is looked at.
import { html, mathml, type TemplateResult } from 'lit';
import { keyName, queryName, result, type Scene, short } from './scene.ts';
import { KINDS, type Kind, type State } from './state.ts';

type Part = ReturnType<typeof mathml>;

const [q, k] = [mathml`<mi>q</mi>`, mathml`<mi>k</mi>`];
const product = mathml`<mrow>${q}<mo>·</mo>${k}</mrow>`;
const projected = (name: string, x: Part) => mathml`<msub><mi>W</mi><mi>${name}</mi></msub>${x}`;
const brackets = (what: Part) =>
  mathml`<mo stretchy="false">(</mo>${what}<mo stretchy="false">)</mo>`;
const length = mathml`<mo stretchy="false" form="prefix">‖</mo>${q}<mo>−</mo>${k}<mo stretchy="false" form="postfix">‖</mo>`;

/** A formula in a line. */
export function signOf({ biased }: State, kind: Kind): Part {
  switch (kind) {
    case 'dot':
      return product;
    case 'scaled':
      return mathml`${product}<mo>/</mo><msqrt><mi>d</mi></msqrt>`;
    case 'additive': {
      const bias = biased === 'with' ? mathml`<mo>+</mo><mi>b</mi>` : mathml``;
      const sum = mathml`${projected('q', q)}<mo>+</mo>${projected('k', k)}${bias}`;
      return mathml`<mi>v</mi><mo>·</mo><mi>tanh</mi>${brackets(sum)}`;
    }
    case 'gaussian': {
      const square = mathml`<msup><mrow>${length}</mrow><mn>2</mn></msup>`;
      return mathml`<mo form="prefix">−</mo>${square}<mo>/</mo><mn>2</mn><msup><mi>σ</mi><mn>2</mn></msup>`;
    }
  }
}

const mo = (text: string) => mathml`<mo form="infix">${text}</mo>`;

/** A number; one below 0 in brackets, as it stands behind a sign. */
const number = (scene: Scene, x = Number.NaN): Part =>
  x < 0 ? brackets(mathml`<mn>${short(scene, x)}</mn>`) : mathml`<mn>${short(scene, x)}</mn>`;

const sum = (parts: readonly Part[]): Part =>
  mathml`<mrow>${parts.map((part, i) => mathml`${i === 0 ? '' : mo('+')}${part}`)}</mrow>`;

/** What stands between the name and the result. */
function middle(scene: Scene, kind: Kind): Part {
  const { state, numbers, pair } = scene;
  const [q, k] = [numbers.queries[pair[0]] ?? [], numbers.keys[pair[1]] ?? []];
  const products = sum(
    q.map((x, c) => mathml`${number(scene, x)}${mo('·')}${number(scene, k[c])}`),
  );
  switch (kind) {
    case 'dot':
      return products;
    case 'scaled':
      return mathml`<mfrac>${products}<msqrt><mn>${q.length}</mn></msqrt></mfrac>`;
    case 'additive': {
      const sums = numbers.sums[pair[0]]?.[pair[1]] ?? [];
      return sum(
        sums.map(
          (x, r) =>
            mathml`${number(scene, state.w_v[r])}${mo('·')}<mi>tanh</mi>${brackets(mathml`<mn>${short(scene, x)}</mn>`)}`,
        ),
      );
    }
    case 'gaussian': {
      const squares = q.map(
        (x, c) =>
          mathml`<msup><mrow>${brackets(mathml`<mn>${short(scene, x)}</mn>${mo('−')}${number(scene, k[c])}`)}</mrow><mn>2</mn></msup>`,
      );
      const width = mathml`<mrow><mn>2</mn>${mo('·')}<msup><mn>${short(scene, state.sigma)}</mn><mn>2</mn></msup></mrow>`;
      return mathml`<mo form="prefix">−</mo><mfrac>${sum(squares)}${width}</mfrac>`;
    }
  }
}

export function renderFormula(scene: Scene): TemplateResult {
  const { numbers, t, pair } = scene;
  const [i, j] = pair;
  return html`
    <p>${t('formula.pair', { query: queryName(i), key: keyName(j) })}</p>
    ${KINDS.map((kind) => {
      const score = result(scene, numbers[kind].scores[i]?.[j] ?? Number.NaN);
      return html`
        <p class="formula-name">${t(`kind.${kind}`)}</p>
        <div class="math-block" tabindex="0" role="group" aria-label=${t('formula.label', { name: t(`kind.${kind}`) })}>
          <math display="block">${middle(scene, kind)}<mo form="infix">=</mo>
            <mn class="output" data-term=${`${kind}_scores`}>${score}</mn></math>
        </div>`;
    })}`;
}
