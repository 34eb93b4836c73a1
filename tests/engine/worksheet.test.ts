// SPDX-License-Identifier: MIT
// Draws each question of the worksheets with many seeds. The working lines are evaluated as printed, so the printed
// numbers must lead to the answer that the engine has computed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import type { Catalogue } from '../../web/src/i18n/catalogue.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { languages } from '../../web/src/i18n/languages.ts';
import { lessons } from '../../web/src/lessons/registry.ts';
import { drawTask, type Task, TEXTS } from '../../web/src/worksheet/task.ts';
import { recordIn } from './record.ts';

const SEEDS = Array.from({ length: 50 }, (_, i) => i + 1);
/** Tolerances: printed numbers have four digits (RELATIVE), and percentages have one decimal (ABSOLUTE). */
const RELATIVE = 0.004;
const ABSOLUTE = 0.0016;
const ROUNDING = 1e-9;

const engine = await createEngine({ simd: 'simd' });
const source = new URL('../../web/src/', import.meta.url);
const texts = await Promise.all(
  languages.map(async (language) => {
    const i18n = await createI18n(language);
    const read = (name: string) => async () =>
      JSON.parse(
        readFileSync(new URL(`${name}/messages.${language}.json`, source), 'utf8'),
      ) as Catalogue;
    await i18n.addCatalogue('review', read('review'));
    await i18n.addCatalogue(TEXTS, read('worksheet'));
    return i18n;
  }),
);
const [english] = texts;
if (english === undefined) throw new Error('no English');

const folder = new URL('worksheet/sheets/', source);
const sheets = await Promise.all(
  readdirSync(folder).map(async (file) => {
    const { sheet } = (await import(new URL(file, folder).href)) as { sheet: readonly Task[] };
    return { lesson: file.replace('.ts', ''), sheet };
  }),
);

const recorded = recordIn<readonly string[]>('worksheets.json');

const FUNCTIONS = {
  ...{ sin: Math.sin, cos: Math.cos, tanh: Math.tanh, ln: Math.log, root: Math.sqrt },
  ...{ exp: Math.exp, abs: Math.abs },
};
const NAMES = Object.keys(FUNCTIONS);

/** The value of a printed expression, or the values of a printed vector; undefined if it has letters. */
function printedValue(printed: string): readonly number[] | undefined {
  const sum = printed
    .replaceAll(/(?<=\d),(?=\d{3})/g, '')
    .replaceAll(/([\d.]+)%/g, '($1/100)')
    .replaceAll(/([\d.]+)°/g, `($1*${Math.PI / 180})`)
    .replaceAll(/e\^\{([^}]*)\}/g, 'exp($1)')
    .replaceAll(/√([\d.]+)/g, 'root($1)')
    .replaceAll('√(', 'root(')
    .replaceAll(/\|([^|]+)\|/g, 'abs($1)')
    .replaceAll('·', '*')
    .replaceAll('÷', '/')
    .replaceAll('−', '-');
  const unknown = sum.replaceAll(new RegExp(`\\b(?:${NAMES.join('|')})\\(`, 'g'), '(');
  if (/[^\d\s.()+*/,-]/.test(unknown) || !/\d/.test(unknown)) return undefined;
  const isVector = /^\s*\(.*,.*\)\s*$/.test(sum);
  const text = isVector ? `[${sum.trim().slice(1, -1)}]` : sum;
  const value: unknown = new Function(...NAMES, `return ${text}`)(...Object.values(FUNCTIONS));
  return [value].flat() as number[];
}

const isNear = (one: number, other: number, isExact: boolean) =>
  Math.abs(one - other) <=
  (isExact ? ROUNDING : ABSOLUTE) + (isExact ? ROUNDING : RELATIVE) * Math.abs(other);

/** The neighbouring expressions of a working line that are joined by "=" or "≈" but have different values. */
function problemsOf(line: string): string[] {
  const [first = '', ...others] = line.split(/\s([=≈<>])\s/);
  const sums = [first, ...others.filter((_, i) => i % 2 === 1)];
  const signs = others.filter((_, i) => i % 2 === 0);
  const values = sums.map(printedValue);
  return values.flatMap((value, i) => {
    const [before, sign = ''] = [values[i - 1], signs[i - 1]];
    if (value === undefined || before === undefined || !'=≈'.includes(sign)) return [];
    const isEqual = value.every((x, j) => isNear(before[j] ?? Number.NaN, x, sign === '='));
    return isEqual && value.length === before.length ? [] : [`${sums[i - 1]} ${sign} ${sums[i]}`];
  });
}

interface Printed {
  readonly value: number;
  /** Half a unit of the last digit. */
  readonly rounding: number;
}

/** The numbers of an answer, without the indices of letters, as in "k_2". */
function printedIn(text: string): Printed[] {
  const plain = text.replaceAll(/(?<=\d),(?=\d{3})/g, '').replaceAll(/_\d/g, '');
  return Array.from(plain.matchAll(/([−-]?)(\d+)(?:\.(\d+))?(%?)/g), (found) => {
    const [, sign, whole = '', decimals = '', percent] = found;
    const unit = 10 ** -decimals.length / (percent ? 100 : 1);
    const size = Number(`${whole}.${decimals || 0}`) / (percent ? 100 : 1);
    return { value: sign ? -size : size, rounding: unit / 2 + ROUNDING };
  });
}

/** The numbers of an answer that are not at the end of any working line. */
function missingIn(answer: string, working: readonly string[]): number[] {
  const ends = working.flatMap((line) => printedIn(line.split(/\s[=≈]\s/).at(-1) ?? ''));
  return printedIn(answer)
    .filter(({ value, rounding }) => !ends.some((end) => Math.abs(end.value - value) <= rounding))
    .map(({ value }) => value);
}

describe.each(sheets)('the worksheet of $lesson', ({ lesson, sheet }) => {
  it('belongs to a lesson, and has five to eight questions', () => {
    expect(lessons.map(({ id }) => id)).toContain(lesson);
    expect(sheet.length).toBeGreaterThanOrEqual(5);
    expect(sheet.length).toBeLessThanOrEqual(8);
    expect(new Set(sheet.map(({ id }) => id)).size).toBe(sheet.length);
  });

  it.each(sheet.map((task) => [task.id, task] as const))(
    '%s: the printed numbers give the answer',
    (_, task) => {
      const seen = new Set<string>();
      for (const seed of SEEDS) {
        const drawn = drawTask(task, seed, engine, english);
        const { answer, working, given, text } = drawn;
        seen.add(`${text} ${JSON.stringify(given)} ${answer}`);
        expect(working.flatMap(problemsOf), `seed ${seed}: ${working.join(' | ')}`).toEqual([]);
        const shown = `${answer} ${working.join(' ')} ${text}`;
        expect(shown, `seed ${seed}`).not.toMatch(/undefined|NaN(?!\))|\{\{|task\.|check\./);
        // The given numbers in the question must equal the drawn numbers without rounding.
        for (const x of given.flatMap(([, rows]) => rows.flat()))
          expect(Number(english.number(x).replace('−', '-'))).toBe(x);
        if (working.length > 0)
          expect(
            missingIn(answer, working),
            `seed ${seed}: ${answer}, ${working.join(' | ')}`,
          ).toEqual([]);
      }
      expect(seen.size).toBeGreaterThan(1);
      const [first = ''] = seen;
      const all = createHash('sha256')
        .update([...seen].join())
        .digest('hex')
        .slice(0, 12);
      expect([first, all]).toEqual(recorded(`${lesson}/${task.id}`, [first, all]));
    },
  );

  it('is the same in every language', () => {
    for (const seed of [1, 2, 3])
      for (const task of sheet) {
        const [one, ...others] = texts.map((i18n) => drawTask(task, seed, engine, i18n));
        for (const other of others) {
          expect(other.given).toEqual(one?.given);
          expect(other.working).toEqual(one?.working);
          expect(other.text).not.toBe(one?.text);
        }
      }
  });
});

describe('the evaluation of working lines', () => {
  it('accepts what is right to the printed digits', () => {
    expect(problemsOf('α_1 = e^{2} ÷ (e^{2} + e^{0}) ≈ 7.389 ÷ 8.389 ≈ 88.1%')).toEqual([]);
    expect(problemsOf('q_1 = (1 · 2 + 0 · 3, 1 · (−1)) = (2, −1)')).toEqual([]);
    expect(problemsOf('|34 − 30| = 4')).toEqual([]);
    expect(problemsOf('√(3 · 3 + 4 · 4) = 5')).toEqual([]);
    expect(problemsOf('4 · 512 · 512 = 1,048,576')).toEqual([]);
  });

  it('reports what is wrong', () => {
    expect(problemsOf('e^{2} ≈ 7.489')).toHaveLength(1);
    expect(problemsOf('2 · 3 = 7')).toHaveLength(1);
    expect(problemsOf('(1 · 2, 3) = (2, 4)')).toHaveLength(1);
  });
});
