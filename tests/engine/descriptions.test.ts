// SPDX-License-Identifier: MIT
// Pictures in words: they say what stands out, and say something else once something else does.
import { describe, expect, it } from 'vitest';
import { OPEN } from '../../web/src/components/field-access.ts';
import { createEngine } from '../../web/src/engine/index.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { compute as computeMasking } from '../../web/src/lessons/masking/compute.ts';
import { describeFills, describeRow } from '../../web/src/lessons/masking/describe.ts';
import maskingTexts from '../../web/src/lessons/masking/messages.en.json';
import type { Scene as MaskingScene } from '../../web/src/lessons/masking/scene.ts';
import * as masking from '../../web/src/lessons/masking/state.ts';
import { compute as computeSoftmax } from '../../web/src/lessons/softmax/compute.ts';
import { describeBars } from '../../web/src/lessons/softmax/describe.ts';
import softmaxTexts from '../../web/src/lessons/softmax/messages.en.json';
import type { Scene as SoftmaxScene } from '../../web/src/lessons/softmax/scene.ts';
import * as softmax from '../../web/src/lessons/softmax/state.ts';
import { initialState } from '../../web/src/state/fields.ts';

const engine = await createEngine();
const i18n = await createI18n('en');
await i18n.addCatalogue('softmax', async () => softmaxTexts);
await i18n.addCatalogue('masking', async () => maskingTexts);
const still = { i18n, access: OPEN, active: undefined, activate: () => {}, set: () => {} };

function softmaxScene(change: Partial<softmax.State>): SoftmaxScene {
  const state = { ...initialState(softmax.fields), ...change };
  const t = i18n.translator<typeof softmaxTexts>('softmax');
  return { ...still, state, numbers: computeSoftmax(state, engine), t };
}

function maskingScene(change: Partial<masking.State>): MaskingScene {
  const state = { ...initialState(masking.fields), ...change };
  const t = i18n.translator<typeof maskingTexts>('masking');
  return { ...still, state, numbers: computeMasking(state, engine), t };
}

describe('the bars of softmax', () => {
  it.each([
    [
      [1, 1, 1, 5],
      'Most weight: x₄, 94.79%. Softmax gives more than the plain share to x₄. It gives less to x₁, x₂, and x₃.',
    ],
    [[2, 2, 2, 2], 'Most weight: x₁, x₂, x₃, and x₄, 25%. Each weight is the plain share.'],
    [[-1, 1, -2, 2], /^Most weight: x₄, 69\.\d+%\. The entries sum to 0/],
  ])('for %j', (x, words) => {
    const told = describeBars(softmaxScene({ x }));
    if (typeof words === 'string') expect(told).toBe(words);
    else expect(told).toMatch(words);
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
