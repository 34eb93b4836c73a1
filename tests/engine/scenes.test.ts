// SPDX-License-Identifier: MIT
// Checks the texts of the lessons against the engine: their numbers, and their statements about figures.
import { describe, expect, it, vi } from 'vitest';
import type { View } from '../../web/src/lesson/define.ts';
import { drawsOf } from '../../web/src/lessons/check-question.ts';
import { lessons } from '../../web/src/lessons/registry.ts';
import type { Field } from '../../web/src/state/fields.ts';
import { complete } from '../web/support/files.ts';
import { catalogueOf, lacks, numbersIn } from './lessons.ts';
import { recordIn } from './record.ts';
import { engine, modelOf, scenesOf } from './scenes.ts';

vi.mock('../../web/src/lesson/define.ts', () => ({
  defineLesson: (definition: unknown) => definition,
}));

/** A fingerprint of numbers: their count, the mean of |asinh(1000 x)|, and a mean that depends on their order. */
type Print = readonly [count: number, size: number, mean: number];
const recorded = recordIn<readonly Print[]>('scenes.json');
/** The tolerance for rounding errors on another machine, as a share of the mean magnitude. */
const ROUNDING = 1e-7;

function printOf(found: unknown): Print {
  const all = numbersIn(found);
  const finite = all.filter(Number.isFinite).map((x) => Math.asinh(1000 * x));
  const mean = (of: (x: number, i: number) => number) =>
    Number((finite.reduce((sum, x, i) => sum + of(x, i), 0) / finite.length).toPrecision(10));
  return [all.length, mean(Math.abs), mean((x, i) => x * (1 + (i % 7)))];
}

/** A random value from the range or the options of a field; its initial value if the field has no control. */
function drawn({ initial, control, within }: Field<unknown>, draw: () => number): unknown {
  if (control === undefined) return initial;
  if (control.kind === 'choice')
    return control.options[Math.floor(draw() * control.options.length)];
  const { min, max } = control.range;
  const one = () =>
    control.settings.scale === 'log' ? min * (max / min) ** draw() : min + (max - min) * draw();
  return within(Array.isArray(initial) ? initial.map(one) : one());
}

/** The lengths of all arrays in an object, at any depth. */
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

describe.each(lessons.map(({ id }) => id))('%s', (id) => {
  it.each(complete)('has the engine’s numbers in its text (%s)', async (language) => {
    for (const { i18n, step, scene, section } of await scenesOf(id, language)) {
      // JSON drops functions, so the numbers that they return, such as the points of a curve, are not compared.
      const plain = JSON.parse(JSON.stringify(scene.numbers));
      const values = [...numbersIn(plain), ...sizesIn(plain)].flatMap((x) => [x, 100 * x]);
      const isComma = i18n.typed(0.5) === '0,5';
      const isKnown = (text: string) => {
        const value = i18n.read(text);
        const decimals = text.split(isComma ? ',' : '.')[1]?.length ?? 0;
        return values
          .filter((x) => Math.abs(x - value) <= 0.51 * 10 ** -decimals)
          .some((x) => [i18n.integer(x), i18n.number(x, { decimals })].includes(text));
      };
      const numbers = isComma ? /−?\d+(?:\s\d{3})*(?:,\d+)?/g : /−?\d+(?:,\d{3})*(?:\.\d+)?/g;
      const written = textOf(section?.html ?? '').match(numbers) ?? [];
      expect(
        written.filter((one) => !isKnown(one)),
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

  it('has an answer that the reader sees only after a guess, and a text for each guess', async () => {
    for (const { definition, step } of await scenesOf(id, 'en')) {
      const view = { ...definition.parts, ...step.view } as View;
      const { guesses = [], outcome = {} } = step.question ?? {};
      expect(Object.entries(outcome).filter(([part, share]) => view[part] === share)).toEqual([]);
      const texts = guesses.flatMap((guess) => [`guess.${guess}`, `feedback.${guess}`]);
      const wanted = step.question ? [...texts, 'hint'] : [];
      const keys = wanted.map((text) => [`question.${step.id}.${text}`, []] as const);
      expect(lacks(catalogueOf(id, 'en'), keys)).toEqual([]);
    }
  });

  it('has the recorded numbers and answers in every scene, and with drawn values', async () => {
    const all = await Promise.all(complete.map((language) => scenesOf(id, language)));
    const [scenes = []] = all;
    const { definition } = scenes[0] as (typeof scenes)[number];
    const models = await Promise.all(complete.map((language) => modelOf(definition, language)));
    const draw = drawsOf(1);
    const states = scenes.map(
      ({ scene }) =>
        Object.fromEntries(
          Object.entries(definition.fields).map(([name, field]) => [name, drawn(field, draw)]),
        ) as typeof scene.state,
    );
    const answersTo = (numbers: unknown) =>
      definition.steps.flatMap(({ id: step, question }) => {
        if (question === undefined) return [];
        const answer = question.guesses.indexOf(question.right(numbers));
        expect(answer, step).toBeGreaterThanOrEqual(0);
        return answer;
      });
    const prints = [
      ...scenes.map((_, i) => all.map((own) => own[i]?.scene.numbers)),
      ...states.map((state, i) => [definition.compute(state, engine, models[i % models.length])]),
    ].map((numbers) => printOf([numbers, numbers.map(answersTo)]));
    const expected = recorded(id, prints) ?? [];
    expect(prints).toHaveLength(expected.length);
    for (const [i, [count, size, mean]] of prints.entries()) {
      const [counted, sized = Number.NaN, meant = Number.NaN] = expected[i] ?? [];
      expect([i, count]).toEqual([i, counted]);
      expect(Math.abs(size - sized), `size ${i}`).toBeLessThanOrEqual(ROUNDING * sized);
      expect(Math.abs(mean - meant), `mean ${i}`).toBeLessThanOrEqual(4 * ROUNDING * sized);
    }
  });
});

type Matrix = readonly (readonly number[])[];

it('self-attention keeps every output within the values, whatever the matrices are', async () => {
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
      ...[cells.slice(0, 6), cells.slice(6, 10), cells.slice(10, 14), cells.slice(14)],
    ];
    const state = { ...asking.scene.state, X, W_Q, W_K, W_V };
    const numbers = asking.definition.compute(state, engine, undefined);
    const { V = [], Z = [] } = (numbers as { small: Record<string, Matrix> }).small;
    // A point is inside the convex hull of `V` if in no direction it is farther than all points of `V`.
    for (let angle = 0; angle < 360; angle += 5) {
      const along = ([x = 0, y = 0]: readonly number[]) =>
        x * Math.cos((angle * Math.PI) / 180) + y * Math.sin((angle * Math.PI) / 180);
      expect(Math.max(...Z.map(along))).toBeLessThanOrEqual(Math.max(...V.map(along)) + 1e-9);
    }
  }
});
