// SPDX-License-Identifier: MIT
// Tests that the text alternatives of figures describe the main features of the figure and change with them.
import { html, type TemplateResult } from 'lit';
import { describe, expect, it, vi } from 'vitest';
import { OPEN } from '../../web/src/components/field-access.ts';
import { createEngine } from '../../web/src/engine/index.ts';
import type { Catalogue } from '../../web/src/i18n/catalogue.ts';
import { createI18n, type I18n } from '../../web/src/i18n/i18n.ts';
import { languages } from '../../web/src/i18n/languages.ts';
import type { LessonDefinition, StageScene } from '../../web/src/lessons/define-lesson.ts';
import { verifiedLessons } from '../../web/src/lessons/kinds.ts';
import type { Scene as MaskingScene } from '../../web/src/lessons/masking/stage.ts';
import { describeFills } from '../../web/src/lessons/masking/verify.ts';
import { say } from '../../web/src/lessons/scene.ts';
import { entryOf } from '../../web/src/site/benches.ts';
import { initialState } from '../../web/src/state/fields.ts';

vi.mock('../../web/src/lessons/define-lesson.ts', () => ({
  defineLesson: (definition: unknown) => definition,
}));

type Definition = LessonDefinition<object, unknown, Catalogue>;
type Scene = StageScene<object, unknown, Catalogue>;

const texts = import.meta.glob<Catalogue>(
  ['../../web/src/lessons/*/messages.*.json', '../../web/src/lessons/*/bench/messages.*.json'],
  {
    import: 'default',
  },
);
// The lesson "learning" reads document.hidden, because it pauses its training while the page is hidden. Node has no
// document, so this one replaces it.
vi.stubGlobal('document', { hidden: false, addEventListener() {}, removeEventListener() {} });
const engine = await createEngine();
const i18ns = await Promise.all(languages.map((language) => createI18n(language)));

async function definitionOf(id: string): Promise<Definition> {
  const entry = verifiedLessons.find((one) => one.id === id);
  const lesson: unknown = await (entry && entryOf(entry, 'verify').load());
  return lesson as Definition;
}

/**
 * The scene (the data from which a lesson's figure and texts are rendered) for a change of the lesson's initial state,
 * after all numbers are computed.
 */
async function sceneOf(id: string, change: object = {}, i18n = i18ns[0] as I18n): Promise<Scene> {
  const { fields, constrain, compute, session, trains, stage } = await definitionOf(id);
  await i18n.addCatalogue(
    id,
    async (language) =>
      (await (
        texts[`../../web/src/lessons/${id}/bench/messages.${language}.json`] ??
        texts[`../../web/src/lessons/${id}/messages.${language}.json`]
      )?.()) ?? {},
  );
  const t = say(i18n.translator(id));
  const initial = Object.assign({}, initialState(fields), change);
  const state = constrain?.(initial) ?? initial;
  const capable = trains ? await engine.withTraining() : engine;
  const fail = vi.fn();
  const running = session?.({ news: () => {}, fail, language: () => i18n.language });
  const numbersNow = () =>
    running
      ? running.compute(state, capable, undefined)
      : compute?.(state, capable, undefined, false);
  const scene = () => ({
    ...{ state, numbers: numbersNow(), i18n, t, height: 300 },
    ...{ access: OPEN, active: undefined, activate: () => {}, set: () => {} },
    ...{
      section: () => '',
      bind: () => html``,
      draw: (_: string, render: () => TemplateResult) => render(),
    },
  });
  const waiting = [i18n.t('status.loading'), t('main.drawing'), t('main.training')];
  return vi.waitFor(
    () => {
      const now = scene();
      expect(fail).not.toHaveBeenCalled();
      expect(waiting).not.toContain(stage.spoken(now));
      return now;
    },
    { timeout: 60_000 },
  );
}

/** The texts of all properties `description` in a template. */
function descriptionsIn(template: unknown): string[] {
  if (Array.isArray(template)) return template.flatMap(descriptionsIn);
  if (typeof template !== 'object' || template === null || !('values' in template)) return [];
  const { strings = [], values } = template as { strings?: string[]; values: unknown[] };
  return values.flatMap((value, i) =>
    strings[i]?.endsWith('.description=') ? [value as string] : descriptionsIn(value),
  );
}

/** Replaces each rounding error in a text, such as "2.2 × 10⁻¹⁶", by ε: rounding errors may differ between machines. */
const exact = (text: string) => text.replace(/\d(?:\.\d+)?\s×\s10⁻¹[⁵⁶⁷⁸⁹]/g, 'ε');

/**
 * The expected texts of each lesson in English: a change of its initial state, the sentence for screen readers, and the
 * descriptions of the figure if they differ from this sentence.
 */
const TOLD: Readonly<Record<string, readonly (readonly [object, string, string?])[]>> = {
  'kernel-regression': [
    [
      {},
      'Prediction at 57: 45.5.',
      'The curve rises from 40 at the left to 48 at the right. At the query 57 it reads 45.5. 3 data points.',
    ],
    [
      { figure: 'plane', planeSigma: 3, planeQueries: [51, 70, 55, 76] },
      'Query (51, 70): body weight 40, height 155; largest score at k₁. Query (55, 76): body weight 42.601, height 158.15; largest score at k₂.',
      'A map of queries by waist and chest, scored by the Gaussian. Key k₁ wins 45% of it. Key k₂ wins 29% of it. Key k₃ wins 27% of it. At the query q₁ (51, 70): k₁. At the query q₂ (55, 76): k₂.',
    ],
  ],
  softmax: [
    [
      { x: [1, 1, 1, 5] },
      'Weights: p₁ 1.7%, p₂ 1.7%, p₃ 1.7%, and p₄ 94.8%. Norm of the Jacobian: 0.07026.',
      'Most weight: x₄, 94.8%.',
    ],
    [
      { x: [2, 2, 2, 2] },
      'Weights: p₁ 25%, p₂ 25%, p₃ 25%, and p₄ 25%. Norm of the Jacobian: 0.433.',
      'Most weight: x₁, x₂, x₃, and x₄, 25%.',
    ],
    [
      { x: [1, 1], figure: 'nudge' },
      'Weights: p₁ 50% and p₂ 50%. Norm of the Jacobian: 0.5.',
      'Most weight: x₁ and x₂, 50%. Arrows show the effect of a nudge of x₂, after the division by T: its own weight moves by 0.25 of the nudge.',
    ],
    [
      { x: [3, 3], scaling: 'standardise' },
      'No weights The entries are all equal, so their standard deviation is 0 and standardising would divide by 0. Move one entry, or use a temperature.',
      'No weights',
    ],
  ],
  similarity: [
    [
      { query: [4, 1], key: [2, 1.5], other: [2.2, 5.5] },
      'Arrows from the origin, compared by dot product. k₁: length 2.5, 22.83° from the query, score 9.5. k₂: length 5.924, 54.16° from the query, score 14.3. Yet k₂ is farther from q in angle.',
    ],
    [
      { query: [4, 1], key: [2, 1.5], other: [2.2, 5.5], measure: 'cosine' },
      'Arrows from the origin, compared by cosine. k₁: length 2.5, 22.83° from the query, score 0.9216. k₂: length 5.924, 54.16° from the query, score 0.5855. k₁ is also nearer in angle.',
    ],
    [
      {
        ...{ figure: 'contents', measure: 'dot', temperature: 50 },
        ...{ words: [1, 0, 0, 0, 1, 0, 0, 0, 0], minutes: [10, 8, 60, 25, 15, 40] },
      },
      'Most weight: Tea, tea, tea: milk, honey, lemon, 17.3%. The output, 26.41 minutes, 277.9 kilocalories, is within the outline of the contents.',
    ],
  ],
  'query-key': [
    [
      {},
      '7 by 7 scores. They are symmetric: each score is the same both ways. The largest weight of each token: “the” (token 1) gives “the” (token 1) 19.2%, “dog” gives “dog” 29.6%, “near” gives “near” 29.2%, “the” (token 4) gives “the” (token 4) 24%, “cats” gives “cats” 22.3%, “was” gives “was” 25.3%, and “sad” gives “sad” 23.7%.',
    ],
    [
      { projection: 'two' },
      '7 by 7 scores, not symmetric: both ways differ by up to 3.835. The largest weight of each token: “the” (token 1) gives “the” (token 1) 56.5%, “dog” gives “dog” 95.4%, “near” gives “dog” 70.2%, “the” (token 4) gives “was” 51.1%, “cats” gives “dog” 97.5%, “was” gives “the” (token 1) 27.6%, and “sad” gives “sad” 38.8%.',
    ],
    [
      { figure: 'circle', circleKind: 'two', circle: [2, 2, 2, 0, 0, 0] },
      'A gives B, the next one, 88.1%, more than the one before. B gives C, the next one, 88.1%, more than the one before. C gives A, the next one, 88.1%, more than the one before. 3 of 3 tokens attend more to the next one.',
    ],
  ],
  scaling: [
    [
      {},
      'q·k over 20,000 pairs: standard deviation 4.019, expected 4.',
      'Two histograms of 20,000 pairs on fixed axes. Above: q·k, mean 0.03716, standard deviation 4.019. Below: q·k, which goes into softmax, standard deviation 4.019; its distance to N(0, 1) is 0.2911.',
    ],
    [
      { divisor: 'dk', d: 512 },
      'q·k / d over 20,000 pairs: standard deviation 0.04434, expected 0.04419.',
      'Two histograms of 20,000 pairs on fixed axes. Above: q·k, mean 0.002561, standard deviation 22.7. Below: q·k / d, which goes into softmax, standard deviation 0.04434; its distance to N(0, 1) is 0.45.',
    ],
  ],
  scoring: [
    [
      {},
      'Keys of q₁. Dot product: k₁ first with weight 97.1%, Scaled dot product: k₁ first with weight 91.2%, Bilinear: k₄ first with weight 62.9%, Additive: k₃ first with weight 41.6%, and Gaussian: k₂ first with weight 68.4%. Best keys: k₁, k₄, k₃, and k₂',
    ],
    [
      { query: 2, keys: [0, 3, 0, 0, 0, 0, 0, 0] },
      'Keys of q₂. Dot product: k₁ first with weight 96.8%, Scaled dot product: k₁ first with weight 88.9%, Bilinear: tie first with weight 33.2%, Additive: k₁ first with weight 57.9%, and Gaussian: tie first with weight 25%. Best keys: k₁ and tie',
    ],
  ],
  masking: [
    [
      { causal: 'off', lensKind: 'one', len: 3 },
      '“,”: sees 3 of 5 keys. Weights: 7.3%, 4.4%, 88.3%, 0%, and 0%. Hidden keys: 0%.',
      '“Hello” sees “Hello”, “,”, and “how”. Most weight: “Hello”, 53.4%. “,” sees “Hello”, “,”, and “how”. Most weight: “how”, 88.3%. “how” sees “Hello”, “,”, and “how”. Most weight: “,”, 74.2%. “are” sees “Hello”, “,”, and “how”. Most weight: “how”, 75.6%. “you” sees “Hello”, “,”, and “how”. Most weight: “Hello”, 82.3%.',
    ],
    [
      { lensKind: 'rows', lens: [3, 0, 4, 2, 5], row: 2 },
      '“,”: sees no key: 0/0 is not a number. Weights: NaN, NaN, NaN, NaN, and NaN. Hidden keys: NaN.',
      '“Hello” sees “Hello”, “,”, and “how”. Most weight: “Hello”, 53.4%. “,” sees no key. Its weights are not numbers. “how” sees “Hello”, “,”, “how”, and “are”. Most weight: “,”, 55.7%. “are” sees “Hello” and “,”. Most weight: “,”, 84.6%. “you” sees “Hello”, “,”, “how”, “are”, and “you”. Most weight: “Hello”, 63.7%.',
    ],
  ],
  'multi-head': [
    [{}, 'Weights of “it”: Head 1: “dog” 100% · Head 2: “because” 94%'],
    [
      { figure: 'strips', heads: '8' },
      '“it” in 8 heads: a query of 32 components is cut into strips of 4. 648 scores, 4,096 parameters.',
    ],
  ],
  order: [
    [
      { order: [3, 1, 5, 2, 4] },
      'saw the cat dog a. Every word has the same output as in the first order.',
    ],
    [
      { order: [1, 3, 2, 4, 5], mask: 'causal' },
      'the saw dog a cat. Words with another output than in the first order: dog and saw.',
    ],
    [
      { figure: 'matrix', positions: 'sinusoidal' },
      'Dot products of positions 0 to 15 with each other. The numbers of one diagonal differ by up to ε.',
    ],
  ],
  learning: [
    [
      {},
      'Model: loss – after 0 steps. lowest possible loss 0. Weights: “C” at 3 19%, “D” at 4 18%, and “F” at 6 17%.',
      'Model: loss – after 0 steps. lowest possible loss 0. Attention in layer 1 of “A” at position 1. Weights: “C” at 3 19%, “D” at 4 18%, and “F” at 6 17%.',
    ],
    [
      { permutation: 'swaps', compare: 'tied', steps: 60 },
      'W_Q and W_K: loss 0.781 after 60 steps. W_K = W_Q: loss 1.058 after 60 steps. lowest possible loss 0. W_K = W_Q stays above 0.693. W_Q and W_K: “B” at 2 52%, “D” at 4 19%, and “A” at 1 10%. W_K = W_Q: “A” at 1 38%, “B” at 2 35%, and “C” at 3 9%.',
      'W_Q and W_K: loss 0.781 after 60 steps. W_K = W_Q: loss 1.058 after 60 steps. lowest possible loss 0. W_K = W_Q stays above 0.693. Attention in layer 1 of “A” at position 1. W_Q and W_K: “B” at 2 52%, “D” at 4 19%, and “A” at 1 10%. W_K = W_Q: “A” at 1 38%, “B” at 2 35%, and “C” at 3 9%.',
    ],
  ],
  cost: [
    [
      { n: 16384 },
      'To scale: the 16,384 × 16,384 matrix of scores takes 1 GiB. A tile of it in streaming attention, 128 × 90, takes 45 KiB, and 110.1 KiB with its queries and their outputs. The output takes 4 MiB. Plain attention on this site needs four such matrices at once: 4.004 GiB in all. Streaming attention needs 4.186 MiB.',
    ],
    [
      { figure: 'work', d: 512, n: 16384 },
      'Multiply-adds over n for d = 512. At n = 16,384, the scores take 16 times the work of the projections. They are equal at n = 1,024.',
    ],
    [
      { figure: 'cache', words: 8 },
      '“the girls that liked the man were tired”, written word by word. Keys computed: 36 without a cache, 8 with one. The outputs differ by ε at most.',
    ],
    [
      { figure: 'time' },
      'Nothing is measured yet. A run takes some seconds, and the page stays responsive.',
    ],
  ],
};

it('every lesson is among the cases', () => {
  expect(Object.keys(TOLD).sort()).toEqual(verifiedLessons.map(({ id }) => id).sort());
});

describe.each(verifiedLessons.map(({ id }) => id))('the lesson %s', (id) => {
  const cases = (TOLD[id] ?? []).map(([change, spoken, figure = spoken]) => ({
    change,
    spoken,
    figure,
  }));

  it.each(cases)('for $change', async ({ change, spoken, figure }) => {
    const { stage } = await definitionOf(id);
    const scene = await sceneOf(id, change);
    expect(exact(stage.spoken(scene))).toBe(spoken);
    expect(exact(descriptionsIn(stage.figure(scene)).join(' '))).toBe(figure);
  });

  it.each(i18ns)('describes every figure in the language $language', async (i18n) => {
    const { stage, verify } = await definitionOf(id);
    const scene = await sceneOf(id, {}, i18n);
    const { details } = await verify();
    const told = [
      stage.spoken(scene),
      ...descriptionsIn(stage.figure(scene)),
      ...descriptionsIn(details?.(scene, () => html``)),
    ];
    expect(told.length).toBeGreaterThan(1);
    for (const text of told) {
      expect(text).not.toMatch(/undefined|NaN|\[object|[{}]/);
      expect(/\p{Script=Han}/u.test(text), text).toBe(i18n.language !== 'en');
    }
  });
});

describe('Verify of masking', () => {
  it('groups the masking methods that keep the same keys', async () => {
    const rows = { lensKind: 'rows' };
    const fills = async (change: object) =>
      describeFills((await sceneOf('masking', change)) as unknown as MaskingScene);
    expect(await fills(rows)).toMatch(/“,”\. 0% with excluded, .*, and .*\.$/);
    expect(await fills({ ...rows, size: 1e21 })).toBe(
      'Weight of the hidden keys for “,”. 0% with excluded and −∞. 100% with −10⁴, −10⁶, −10⁹, −10²⁰, and score − 10⁹.',
    );
  });
});
