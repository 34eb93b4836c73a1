// SPDX-License-Identifier: MIT
// Pictures in words: they say what stands out, and say something else once something else does.
import { html } from 'lit';
import { describe, expect, it } from 'vitest';
import { OPEN } from '../../web/src/components/field-access.ts';
import { createEngine } from '../../web/src/engine/index.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { compute as computeMasking } from '../../web/src/lessons/masking/compute.ts';
import { describeFills, describeRow } from '../../web/src/lessons/masking/describe.ts';
import maskingTexts from '../../web/src/lessons/masking/messages.en.json';
import type { Scene as MaskingScene } from '../../web/src/lessons/masking/scene.ts';
import * as masking from '../../web/src/lessons/masking/state.ts';
import {
  compute as computeSoftmax,
  constrain as constrainSoftmax,
  type State as SoftmaxState,
  fields as softmaxFields,
} from '../../web/src/lessons/softmax/compute.ts';
import softmaxTexts from '../../web/src/lessons/softmax/messages.en.json';
import {
  describeColumns,
  type Scene as SoftmaxScene,
  stage,
} from '../../web/src/lessons/softmax/stage.ts';
import { initialState } from '../../web/src/state/fields.ts';

const engine = await createEngine();
const i18n = await createI18n('en');
await i18n.addCatalogue('softmax', async () => softmaxTexts);
await i18n.addCatalogue('masking', async () => maskingTexts);
const still = { i18n, access: OPEN, active: undefined, activate: () => {}, set: () => {} };

function softmaxScene(change: Partial<SoftmaxState>): SoftmaxScene {
  const state = constrainSoftmax({ ...initialState(softmaxFields), ...change });
  const t = i18n.translator<typeof softmaxTexts>('softmax');
  return {
    ...still,
    state,
    numbers: computeSoftmax(state, engine),
    t,
    height: 200,
    section: () => '',
    bind: () => html``,
  };
}

function maskingScene(change: Partial<masking.State>): MaskingScene {
  const state = { ...initialState(masking.fields), ...change };
  const t = i18n.translator<typeof maskingTexts>('masking');
  return { ...still, state, numbers: computeMasking(state, engine), t };
}

describe('the columns of softmax', () => {
  it.each([
    [{ x: [1, 1, 1, 5] }, 'Most weight: x₄, 94.8%.'],
    [{ x: [2, 2, 2, 2] }, 'Most weight: x₁, x₂, x₃, and x₄, 25%.'],
    [
      { x: [1, 1], figure: 'nudge' as const },
      /x₁ and x₂, 50%\. Arrows .* x₂: .* by 0\.25 of the nudge/,
    ],
    [{ x: [3, 3], scaling: 'standardise' as const }, 'No weights'],
  ])('for %j', (change, words) => {
    const told = describeColumns(softmaxScene(change));
    if (typeof words === 'string') expect(told).toBe(words);
    else expect(told).toMatch(words);
  });

  it('the result is said in words', () => {
    expect(stage.spoken(softmaxScene({ x: [2, 2] }))).toMatch(/^Weights: p₁ 50% and p₂ 50%\./);
  });
});

describe('the pictures of masking', () => {
  it('name what a query gives most to, and what it leaves out', () => {
    expect(describeRow(maskingScene({ row: 2 }))).toBe(
      'q₂ gives most to k₁: 62.25%. It gives nothing to k₃, k₄, and k₅.',
    );
    expect(describeRow(maskingScene({ row: 5 }))).toMatch(/^q₅ gives most to k₁: [\d.]+%\.$/);
  });

  it('put the ways to hide together that let the same through', () => {
    expect(describeFills(maskingScene({}))).toMatch(/hide\. 0% with left out, .*, and .*\.$/);
    const far = describeFills(maskingScene({ size: 1e21 }));
    expect(far.match(/% with/g)?.length).toBeGreaterThan(1);
  });
});
