// SPDX-License-Identifier: MIT
import { html, mathml, type TemplateResult } from 'lit';
import { long, type Scene, short } from './scene.ts';
import { KEY_COUNT, type PlaneState, pairAt, QUERY_COUNT } from './state.ts';

/** Renders the products Q Kᵀ V without softmax, and attention with softmax, both with the current numbers. */
export function renderProduct(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const { dots, product, queries } = numbers.plane;
  return html`
    <p>${t('plane.product.literal')}</p>
    ${block(
      t('plane.product.literalLabel'),
      mathml`
        ${pointMatrix(scene, 'planeQueries', QUERY_COUNT)}${transposed(pointMatrix(scene, 'planeKeys', KEY_COUNT))}
        <mo>=</mo>${matrix(scene, dots)}`,
    )}
    ${block(
      t('plane.product.literalLabel'),
      mathml`
        ${matrix(scene, dots)}${pointMatrix(scene, 'planeValues', KEY_COUNT)}
        <mo>=</mo><mrow class="literal">${matrix(scene, product, long)}</mrow>`,
    )}
    <p>${t(`plane.product.${state.planeScore}`)}</p>
    ${block(
      t('plane.product.attentionLabel'),
      mathml`
        ${matrix(
          scene,
          queries.map(({ weights }) => weights),
        )}${pointMatrix(scene, 'planeValues', KEY_COUNT)}
        <mo>=</mo><mrow class="output">${matrix(
          scene,
          queries.map(({ output }) => output),
        )}</mrow>`,
    )}`;
}

const block = (label: string, formula: TemplateResult) => html`
  <div class="math-block" tabindex="0" role="group" aria-label=${label}><math display="block">${formula}</math></div>`;

const transposed = (of: TemplateResult) =>
  mathml`<msup>${of}<mi mathvariant="normal">T</mi></msup>`;

function pointMatrix(
  scene: Scene,
  field: keyof PlaneState & ('planeKeys' | 'planeValues' | 'planeQueries'),
  count: number,
): TemplateResult {
  return matrix(
    scene,
    Array.from({ length: count }, (_, i) => pairAt(scene.state[field], i)),
  );
}

const matrix = (
  scene: Scene,
  rows: readonly (readonly number[])[],
  write: typeof short = short,
): TemplateResult => mathml`
  <mrow>
    <mo stretchy="true">[</mo>
    <mtable>
      ${rows.map(
        (row) => mathml`
          <mtr>${row.map((x) => mathml`<mtd><mn>${write(scene, x)}</mn></mtd>`)}</mtr>`,
      )}
    </mtable>
    <mo stretchy="true">]</mo>
  </mrow>`;
