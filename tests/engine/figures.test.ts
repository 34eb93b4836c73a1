// SPDX-License-Identifier: MIT
// Checks figures: they show the answer to a question only after a guess, and the numbers of a changed state.
import { describe, expect, it, vi } from 'vitest';
import { lessons } from '../../web/src/lessons/registry.ts';
import { type State, scenesOf } from './scenes.ts';
import { sumOf } from './support.ts';

vi.mock('../../web/src/lesson/define.ts', () => ({
  defineLesson: (definition: unknown) => definition,
}));

async function sceneAt(path: string) {
  const [lesson = '', id] = path.split('/');
  const found = (await scenesOf(lesson, 'en')).find(({ step }) => step.id === id);
  if (found === undefined) throw new Error(`there is no scene ${path}`);
  return found;
}

/** The texts of a figure and of the line below it, and after them the names of its parts and classes. */
function said(html: string): string {
  const parts = [...html.matchAll(/(?:data-part|class)="(\w+)"/g)].map(([, part]) => `[${part}]`);
  const text = html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<');
  return `${text} ${parts.join('')}`.replace(/\s+/g, ' ');
}

/** Every figure in English, in both layouts, after the question has been answered. */
async function allFigures() {
  const scenes = await Promise.all(lessons.map(({ id }) => scenesOf(id, 'en')));
  return scenes.flat().flatMap(({ definition, step, draw }) =>
    (['wide', 'phone'] as const).map((layout) => ({
      path: `${definition.id}/${step.id}, ${layout}`,
      html: draw(layout, undefined, true),
    })),
  );
}

/** For each step with a question: a pattern that matches the answer in the text of the figure. */
const ANSWERS: Readonly<Record<string, RegExp>> = {
  'block/guess': /3,072/,
  'cost/guess': /× 3/,
  'kernel-regression/guess': /92\.2%/,
  'learning/half': /ln 2 = 0\.693/,
  'masking/hide': /\b100%? >99/,
  'masking/padding': /11%? 11/,
  'multi-head/guess': /\[weights\]/,
  'order/distance': /= = = = =/,
  'query-key/guess': /\[one\]/,
  'scaling/guess': /\[whole\]/,
  'scoring/length': /distance (scores )?42\.8%/,
  'scoring/network': /−7 7/,
  'self-attention/output': /\[inside\]/,
  'similarity/guess': /57\.5%/,
  'similarity/people': /7501.*8596.*8838/,
  'softmax/guess': /17\.5% 17\.5% 17\.5% 47\.5%/,
  'writing/off': /0\.019/,
};

it('the answer to every question is in the figure only after a guess', async () => {
  const asked = await Promise.all(
    lessons.map(async ({ id }) =>
      (await scenesOf(id, 'en')).flatMap(({ step, draw }) =>
        step.question ? [{ path: `${id}/${step.id}`, draw }] : [],
      ),
    ),
  );
  expect(asked.flat().map(({ path }) => path)).toEqual(
    expect.arrayContaining(Object.keys(ANSWERS)),
  );
  for (const { path, draw } of asked.flat())
    for (const layout of ['wide', 'phone'] as const) {
      expect(said(draw(layout)), path).not.toMatch(ANSWERS[path] as RegExp);
      expect(said(draw(layout, undefined, true)), path).toMatch(ANSWERS[path] as RegExp);
    }
});

it.each<[path: string, change: State, shown: RegExp]>([
  ['block/alone', { depth: 1 }, /(?=.*84\.5%).*after 1 layer /],
  ['block/network', { word: 9 }, /1 (of|\/) 9.*1 (of|\/) 9/],
  ['cost/square', { n: 16_384 }, /268,435,456 scores 1 GiB.*1,073,741,824 scores 4 GiB/],
  ['cost/tiles', { read: 4 }, /5 1\.65 2\.92.*(\[kept\].*){4}/],
  ['cost/parts', { n: 24_576 }, /= 50%/],
  ['cost/cache', { words: 3 }, /1 \+ 2 \+ 3 = 6/],
  ['cost/answer', { n: 64 }, /together .* × 2\.01/],
  ['kernel-regression/bandwidth', { query: 57.1 }, /47\.97 kg/],
  ['kernel-regression/bandwidth', { sigma: 100 }, /48 kg 43\.67 kg/],
  ['kernel-regression/plane', { waist: 51, chest: 70 }, /q (\(51, 70\) )?40 kg 155 cm/],
  ['learning/falls', { steps: 300 }, /A → B 99\.4% · Loss 0\.006/],
  ['learning/sentence', { words: ['the', 'girl', 'near', 'the', 'dogs'] }, /next was/],
  ['masking/leak', { fill: 'fill6' }, /to hidden words (0% ){9}|% 100 >99.*−19,997 >/],
  [
    'masking/leak',
    { fill: 'fill6', lowered: 2e6 },
    /(to hidden words (100% ){8}0%|% 0 13).*−1,999,997 </,
  ],
  ['masking/answer', {}, /0 ?÷ ?0/],
  ['masking/before', { row: 2 }, /= >99\.9%/],
  ['multi-head/two', {}, /99\.7%.*94\.5%/],
  ['multi-head/count', { heads: '16' }, /1,048,576.*160,000/],
  ['order/mask', { layers: 2 }, /= ≠ ≠ ≠ ≠/],
  ['order/add', {}, /≠ ≠ ≠ ≠ ≠/],
  ['order/turn', { query: 6 }, /k at place 4 q at place 6.*= 9\.57/],
  ['order/turn', { apart: 2 }, /= 0\.11/],
  ['query-key/score', { key: 5 }, /6\.12/],
  ['scaling/product', {}, /1\.04/],
  ['scaling/width', { d: 256 }, /width (√256 = )?16/],
  ['scoring/flip', { turn: 0 }, /82\.1%/],
  ['scoring/training', { steps: 0 }, /without a bias, 34\.6%/],
  ['similarity/cosine', {}, /cosine 0\.92.*cosine 0\.59/],
  ['similarity/recipes', { search: 'milk' }, /0\.41 .*1\.00 .*0\.41 .*0\.00 .*0\.00 .*0\.83 /],
  ['similarity/guess', { minutes: 10 }, /14\.3 minutes/],
  ['similarity/soft', { temperature: 50 }, /26\.4 minutes/],
  ['softmax/raise', { scores: [1, 1, 1, 1] }, /25% 25% 25% 25%/],
  ['softmax/temperature', { temperature: 4 }, /1\.25.*17\.5% 17\.5% 17\.5% 47\.5%/],
])('%s with %j', async (path, change, shown) => {
  const { draw } = await sceneAt(path);
  for (const layout of ['wide', 'phone'] as const) {
    expect(said(draw(layout, change, true))).toMatch(shown);
    if (Object.keys(change).length > 0)
      expect(said(draw(layout, undefined, true))).not.toMatch(shown);
  }
});

it('a search marks the words of the titles that count', async () => {
  const html = (await sceneAt('similarity/recipes')).draw('wide', { search: 'egg' });
  const marked = [...html.matchAll(/marked">([^<]+)</g)].map(([, word]) => word);
  expect(marked).toEqual(['eggs', 'Egg', 'Egg']);
});

/** The width and height of each rectangle in the HTML of a figure, from the start of a part on. */
const sizesOf = (html: string, part: string) => {
  const [, own = ''] = html.split(`data-part="${part}"`);
  return [...own.matchAll(/<rect[^>]* width="([\d.]+)" height="([\d.]+)"/g)].map(([, ...sides]) =>
    sides.map(Number),
  );
};

const ROLES = new Map([
  ['q', 'query'],
  ['k', 'key'],
  ['v', 'value'],
  ['α', 'weight'],
]);

it('the names of queries, keys, values and weights have the colours of their roles', async () => {
  const named = /<text\b[^>]*class="([^"]*)"[^>]*>\s*([qkα]|v(?=[₀-₉]))[₀-₉]?(?= =|\s*<)/g;
  for (const { path, html } of await allFigures())
    for (const [name, classes = '', letter = ''] of html.matchAll(named))
      expect(classes.split(' '), `${path}: ${name}`).toContain(ROLES.get(letter));
});

/** Matches an innermost group of a figure: its attributes, its content, and what follows up to the next group. */
const GROUPS =
  /<g data-part="\w+"([^>]*)>((?:(?!<g\b|<\/g>)[\s\S])*)<\/g>(?=((?:(?!<g\b)[\s\S])*))/g;

/** The length of each bar or column, or the width of each band, in px, divided by the percentage beside it. */
const sizesPerPercent = (html: string, isBands: boolean): number[] =>
  [...html.matchAll(GROUPS)].flatMap(([, attributes = '', group = '', after = '']) => {
    if (attributes.includes('class="bands"') !== isBands) return [];
    const mark = isBands
      ? / stroke-width="(?<width>[\d.]+)"/g
      : /<rect class="(?:bar|pixel)"[^>]* width="(?<width>[\d.]+)" height="(?<height>[\d.]+)"/g;
    const marks = [...group.matchAll(mark)].map(({ groups }) => groups);
    const isColumns = new Set(marks.map((one) => one?.height)).size > 1;
    const size = Math.max(...marks.map((one) => Number(isColumns ? one?.height : one?.width)));
    const text = isBands ? (/moment[^>]*>[\d.]+%</.exec(after)?.[0] ?? '') : group;
    const share = Math.max(...[...text.matchAll(/>([\d.]+)%</g)].map(([, one]) => Number(one)));
    return share > 5 && size > 0 ? [size / share] : [];
  });

it('bars and bands are as large as the percentages beside them', async () => {
  let compared = 0;
  // Excludes the figure "writing/lens", which shows a percentage for only one of its bars.
  const figures = (await allFigures()).filter(({ path }) => !path.startsWith('writing/lens'));
  for (const { path, html } of figures)
    for (const isBands of [true, false]) {
      const [first = 0, ...others] = sizesPerPercent(html, isBands);
      for (const size of others) expect(Math.abs(size / first - 1), path).toBeLessThan(0.02);
      compared += others.length;
    }
  expect(compared).toBeGreaterThan(20);
});

describe('areas', () => {
  it('of weights are as long as their numbers', async () => {
    const { draw } = await sceneAt('softmax/raise');
    const [first = [], , , last = []] = sizesOf(draw('wide'), 'weights');
    expect((last[0] ?? 0) / (first[0] ?? 0)).toBeCloseTo(Math.E, 3);
  });

  it('of scores grow in both directions with the text', async () => {
    const { draw, scene } = await sceneAt('cost/parts');
    const [before = []] = sizesOf(draw('wide'), 'pairs');
    const [after = []] = sizesOf(draw('wide', { n: 3 * Number(scene.state.n) }), 'pairs');
    for (const i of [0, 1]) expect((after[i] ?? 0) / (before[i] ?? 0)).toBeCloseTo(3, 2);
    const html = draw('wide', { n: 24_576 });
    const heights = (part: string) => sizesOf(html, part).map(([, height = 0]) => height);
    expect(heights('pairs')[0]).toBeCloseTo(sumOf(heights('matrices').slice(0, 2)), 1);
  });
});
