// SPDX-License-Identifier: MIT
// Checks the lessons of scenes against the engine: the numbers in their texts, and what they say about their figures.
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { compileProse } from '../../web/build/compile-prose.ts';
import { renderHtml } from '../../web/build/render-html.ts';
import { createEngine } from '../../web/src/engine/index.ts';
import { sentenceLanguage } from '../../web/src/engine/sentences/languages.ts';
import type { Catalogue } from '../../web/src/i18n/catalogue.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import type { LessonDefinition, Scene, View } from '../../web/src/lesson/define.ts';
import { drawsOf } from '../../web/src/lessons/check-question.ts';
import { lessons } from '../../web/src/lessons/registry.ts';
import type { LessonMessages } from '../../web/src/lessons/scene.ts';
import { type Field, initialState } from '../../web/src/state/fields.ts';
import { complete } from '../web/support/files.ts';
import { recordIn } from './record.ts';

vi.mock('../../web/src/lesson/define.ts', () => ({
  defineLesson: (definition: unknown) => definition,
}));

type State = Readonly<Record<string, unknown>>;
type Definition = LessonDefinition<State, unknown, View, LessonMessages, unknown>;

const LESSONS = new URL('../../web/src/lessons/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, LESSONS), 'utf8');

const engine = await createEngine({ simd: 'simd' });

/** All numbers in an object, at any depth. */
const numbersIn = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : [];
};

/** The number of numbers, the mean of their sizes, and a mean that depends on their order; sizes grow as logarithms. */
type Print = readonly [count: number, size: number, mean: number];
const recorded = recordIn<readonly Print[]>('scenes.json');
/** Of the mean size: what another machine may round differently. */
const ROUNDING = 1e-7;

function printOf(numbers: unknown): Print {
  const all = numbersIn(numbers);
  const finite = all.filter(Number.isFinite).map((x) => Math.asinh(1000 * x));
  const mean = (of: (x: number, i: number) => number) =>
    Number((finite.reduce((sum, x, i) => sum + of(x, i), 0) / finite.length).toPrecision(10));
  return [all.length, mean(Math.abs), mean((x, i) => x * (1 + (i % 7)))];
}

/** A value drawn from the range or the options of a field; its initial one if the lesson draws its own control. */
function drawn({ initial, control, within }: Field<unknown>, draw: () => number): unknown {
  if (control === undefined) return initial;
  if (control.kind === 'choice')
    return control.options[Math.floor(draw() * control.options.length)];
  const { min, max } = control.range;
  const one = () =>
    control.settings.scale === 'log' ? min * (max / min) ** draw() : min + (max - min) * draw();
  return within(Array.isArray(initial) ? initial.map(one) : one());
}

/** The numbers of rows and of columns of each matrix in an object. */
const sizesIn = (value: unknown): number[] => {
  if (value === null || typeof value !== 'object') return [];
  return [
    ...(Array.isArray(value) ? [value.length] : []),
    ...Object.values(value).flatMap(sizesIn),
  ];
};

/** The text of a part of a page, without its formulas. */
const textOf = (html: string) =>
  html.replace(/<math[\s\S]*?<\/math>/g, ' ').replace(/<[^>]+>/g, '');

const modelOf = (definition: Definition, language: (typeof complete)[number]) =>
  definition.loadModel?.(engine) ?? engine.sentenceModel(sentenceLanguage(language));

/** The scenes of a lesson in a language, in their order, each as it begins. */
async function readScenes(id: string, language: (typeof complete)[number]) {
  const definition = (await lessons.find((one) => one.id === id)?.load()) as unknown as Definition;
  const i18n = await createI18n(language);
  await i18n.addCatalogue(
    id,
    async () => JSON.parse(read(`${id}/messages.${language}.json`)) as Catalogue,
  );
  const model = await modelOf(definition, language);
  const prose = compileProse(read(`${id}/text.${language}.md`), id);
  return definition.steps.map((step) => {
    const state: State = { ...initialState(definition.fields), ...step.state };
    const numbers = definition.compute(state, engine, model);
    const t = i18n.translator<LessonMessages>(id);
    const scene: Scene<State, unknown, LessonMessages> = {
      state,
      numbers,
      i18n,
      t,
      pointed: '',
      addressOf: () => undefined,
      set: () => {},
    };
    const draw = (layout: 'wide' | 'phone') =>
      renderHtml(definition.draw(scene, { ...definition.parts, ...step.view } as View, layout));
    return { definition, i18n, step, scene, draw, section: prose.sections[step.id] };
  });
}

const known = new Map<string, ReturnType<typeof readScenes>>();
function scenesOf(id: string, language: (typeof complete)[number]) {
  const scenes = known.get(`${id} ${language}`) ?? readScenes(id, language);
  known.set(`${id} ${language}`, scenes);
  return scenes;
}

describe.each(lessons.map(({ id }) => id))('%s', (id) => {
  it.each(complete)('has the engine’s numbers in its text (%s)', async (language) => {
    for (const { i18n, step, scene, section } of await scenesOf(id, language)) {
      const known = new Set(
        [...numbersIn(scene.numbers), ...sizesIn(scene.numbers)].flatMap((value) => [
          i18n.integer(value),
          ...[0, 1, 2, 3, 4].flatMap((decimals) => [
            i18n.number(value, { decimals }),
            i18n.number(100 * value, { decimals }),
          ]),
        ]),
      );
      const numbers =
        i18n.typed(0.5) === '0,5' ? /−?\d+(?:\s\d{3})*(?:,\d+)?/g : /−?\d+(?:,\d{3})*(?:\.\d+)?/g;
      const written = textOf(section?.html ?? '').match(numbers) ?? [];
      expect(
        written.filter((one) => !known.has(one)),
        step.id,
      ).toEqual([]);
    }
  });

  it.each(complete)('describes and draws every scene (%s)', async (language) => {
    const spoken = new Set<string>();
    const scenes = await scenesOf(id, language);
    for (const { step, scene, draw, section } of scenes) {
      expect(section?.heading, step.id).toBeTruthy();
      const text = step.spoken(scene);
      spoken.add(text);
      expect(/\p{Script=Han}/u.test(text), text).toBe(language.startsWith('zh'));
      for (const drawn of [text, draw('wide'), draw('phone')])
        expect(drawn, step.id).not.toMatch(/undefined|NaN|\[object|Infinity/);
    }
    expect(spoken.size).toBe(scenes.length);
  });

  it('has the recorded numbers in every scene, and with drawn values', async () => {
    const scenes = await scenesOf(id, 'en');
    const { definition } = scenes[0] as (typeof scenes)[number];
    const model = await modelOf(definition, 'en');
    const draw = drawsOf(1);
    const states = scenes.map(
      ({ scene }) =>
        Object.fromEntries(
          Object.entries(definition.fields).map(([name, field]) => [name, drawn(field, draw)]),
        ) as typeof scene.state,
    );
    const prints = [
      ...scenes.map(({ scene }) => printOf(scene.numbers)),
      ...states.map((state) => printOf(definition.compute(state, engine, model))),
    ];
    const expected = recorded(id, prints) ?? [];
    expect(prints).toHaveLength(expected.length);
    for (const [i, [count, size, mean]] of prints.entries()) {
      expect([i, count]).toEqual([i, expected[i]?.[0]]);
      const room = ROUNDING * (expected[i]?.[1] ?? 0);
      expect(Math.abs(size - (expected[i]?.[1] ?? Number.NaN)), `size ${i}`).toBeLessThanOrEqual(
        room,
      );
      expect(Math.abs(mean - (expected[i]?.[2] ?? Number.NaN)), `mean ${i}`).toBeLessThanOrEqual(
        4 * room,
      );
    }
  });
});

type Matrix = readonly (readonly number[])[];

const times = (a: Matrix, b: Matrix): number[][] =>
  a.map((row) =>
    (b[0] ?? []).map((_, j) => row.reduce((sum, x, k) => sum + x * (b[k]?.[j] as number), 0)),
  );

const transposed = (a: Matrix): number[][] =>
  (a[0] ?? []).map((_, j) => a.map((row) => row[j] as number));

describe('self-attention', () => {
  it('computes softmax(QKᵀ/√d)V of its three words', async () => {
    const [first] = await scenesOf('self-attention', 'en');
    const numbers = first?.scene.numbers as { small: Record<string, Matrix> } | undefined;
    const { X = [], W_Q = [], W_K = [], W_V = [], A = [], Z = [] } = numbers?.small ?? {};
    const scores = times(times(X, W_Q), transposed(times(X, W_K)));
    const weights = scores.map((row) => {
      const powers = row.map((score) => Math.exp(score / Math.SQRT2));
      const sum = powers.reduce((all, one) => all + one, 0);
      return powers.map((power) => power / sum);
    });
    const differences = [
      [A, weights],
      [Z, times(weights, times(X, W_V))],
    ].flatMap(([got = [], wanted = []]) =>
      got.flatMap((row, i) => row.map((value, j) => Math.abs(value - (wanted[i]?.[j] as number)))),
    );
    expect(differences).toHaveLength(9 + 6);
    expect(Math.max(...differences)).toBeLessThan(1e-12);
  });

  it('keeps every output within the values, whatever the matrices are', async () => {
    const scenes = await scenesOf('self-attention', 'en');
    const asking = scenes.find(({ step }) => step.id === 'output');
    if (asking === undefined) throw new Error('there is no step');
    const { data } = engine.random({
      ...{ precision: 'float64', shape: [200, 18], seed: 1 },
      ...{ distribution: 'uniform', variance: 27 },
    } as const);
    for (let draw = 0; draw < 200; draw++) {
      const cells = [...data.slice(18 * draw, 18 * draw + 18)];
      const [X, W_Q, W_K, W_V] = [
        cells.slice(0, 6),
        cells.slice(6, 10),
        cells.slice(10, 14),
        cells.slice(14),
      ];
      const state = { ...asking.scene.state, X, W_Q, W_K, W_V };
      const numbers = asking.definition.compute(state, engine, undefined);
      expect(asking.step.question?.right(numbers)).toBe('never');
      const { V = [], Z = [] } = (numbers as { small: Record<string, Matrix> }).small;
      // A point is within a convex shape if it lies nowhere beyond the farthest corner.
      for (let angle = 0; angle < 360; angle += 5) {
        const along = ([x = 0, y = 0]: readonly number[]) =>
          x * Math.cos((angle * Math.PI) / 180) + y * Math.sin((angle * Math.PI) / 180);
        const farthest = Math.max(...V.map(along));
        for (const output of Z) expect(along(output)).toBeLessThanOrEqual(farthest + 1e-9);
      }
    }
  });
});
