// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compileCode } from '../../web/build/code.ts';
import type { CodeLine } from '../../web/build/code-types.ts';
import { type Anchor, cutExcerpt } from '../../web/build/excerpts.ts';
import { highlight } from '../../web/build/highlight.ts';
import { pythonLines } from '../../web/build/python-lines.ts';
import { codeText } from '../../web/src/components/code-text.ts';
import { PROGRAMS, withInputs } from '../../web/src/lessons/code.ts';
import { verifiedLessons } from '../../web/src/lessons/registry.ts';
import { siteFiles } from './support/files.ts';

const ROOT = new URL('../../', import.meta.url);
const textOf = (lines: readonly CodeLine[]) =>
  lines.map(({ tokens }) => tokens.map(([text]) => text).join(''));

describe.each(verifiedLessons.map(({ id }) => id))('the code of %s', (lesson) => {
  const folder = fileURLToPath(new URL(`web/src/lessons/${lesson}/code`, ROOT));

  it('consists of unchanged lines of the library, and a program in each Python library', () => {
    const code = compileCode(folder);
    expect(code.cpp.length).toBeGreaterThan(0);
    for (const { path, lines } of code.cpp) {
      const source = readFileSync(new URL(path, ROOT), 'utf8').split('\n');
      for (const [i, text] of textOf(lines).entries())
        expect(source[(lines[i]?.number ?? 0) - 1]?.trimStart()).toBe(text.trimStart());
    }
    for (const program of PROGRAMS) {
      expect(code[program].some(({ terms }) => terms.length > 0)).toBe(true);
      expect(code[program].some(({ tokens }) => tokens.some((token) => token[2]))).toBe(true);
      expect(textOf(code[program]).join('\n')).not.toMatch(/SPDX|# (input|term):/);
    }
  });
});

it('programs begin with their licence and contain no text in a language of the site', () => {
  const programs = siteFiles(/^src\/lessons\/[^/]+\/code\/\w+\.py$/);
  expect(programs.length).toBeGreaterThanOrEqual(2 * verifiedLessons.length);
  for (const { path, text } of programs) {
    expect(text, path).toMatch(/^# SPDX-License-Identifier: MIT\n/);
    expect(text, path).not.toMatch(/\p{Script=Han}/u);
  }
});

describe('an excerpt', () => {
  const source = `int f() {
  return 1;
}

int g() {
  for (;;) {
    // a "note" <b> & more
    a = b;
  }
  a = c;
}
`;
  const anchor = { id: 'it', file: 'x.cpp' };
  const cut = (more: Omit<Anchor, 'id' | 'file'>) => cutExcerpt(source, { ...anchor, ...more });

  it('is a block without its common indentation', () => {
    const { lines } = cut({ from: 'for (;;)', terms: { a: ['a = b'], b: ['a = b'] } });
    expect(textOf(lines)).toEqual(['for (;;) {', '  // a "note" <b> & more', '  a = b;', '}']);
    expect(lines.map(({ number }) => number)).toEqual([6, 7, 8, 9]);
    expect(lines.map(({ terms }) => terms)).toEqual([[], [], ['a', 'b'], []]);
  });

  it('is the range between two lines of a function', () => {
    expect(textOf(cut({ within: 'int g()', from: 'a = c', to: '}' }).lines)).toEqual([
      '  a = c;',
      '}',
    ]);
    expect(textOf(cut({ from: ['a = b', '}'], to: 'a = c' }).lines)).toEqual([
      '  a = b;',
      '}',
      'a = c;',
    ]);
  });

  it.each<[string, Omit<Anchor, 'id' | 'file'>, string]>([
    ['nowhere', { from: 'h()' }, 'with "h()", found none'],
    ['twice', { from: 'a =', to: '}' }, 'with "a =", found lines 8, 10'],
    ['outside of its function', { within: 'int f()', from: 'a = c' }, 'found none'],
    [
      'with lines beyond its function',
      { within: 'int f()', from: ['return 1', '}', ''], to: '}' },
      'with ["return 1","}",""], found none',
    ],
    ['with an end that is there twice', { from: 'for', to: 'a =' }, 'found lines 8, 10'],
    ['without a block', { from: 'return 1' }, 'no block begins in line 2'],
    [
      'with a term that no line has',
      { from: 'for', terms: { a: ['x ='] } },
      'with "x =", found none',
    ],
  ])('that is %s fails the build', (_, more, problem) => {
    expect(() => cut(more)).toThrow(problem);
  });
});

describe('a program', () => {
  const lines = (source: string) => pythonLines(source, 'x.py');

  it('loses its licence and annotations, but not its comments', () => {
    const found = lines(
      '# SPDX-License-Identifier: MIT\n# why\nw = f(s)  # term: a, b\nx = 1  # one\n',
    );
    expect(textOf(found)).toEqual(['# why', 'w = f(s)', 'x = 1  # one']);
    expect(found.map(({ terms }) => terms)).toEqual([[], ['a', 'b'], []]);
    expect(found.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it.each([
    [
      'a list',
      'k = np.array([[1, 2], [3, 4]], dtype=d)',
      [[5], [6.5]],
      'k = np.array([[5], [6.5]], dtype=d)',
    ],
    ['a number', 's = 1', 1e-7, 's = 1e-7'],
    ['a negative number', 's = -1.5e-3', 2, 's = 2'],
    ['a number in a call', 'q = torch.tensor(57, dtype=d)', -3, 'q = torch.tensor(-3, dtype=d)'],
    ['a word', 'k = "boxcar"', 'dot', 'k = "dot"'],
    ['a precision', 'd = np.float64', 'float32', 'd = np.float32'],
  ])('replaces %s by the page’s input', (_, source, input, expected) => {
    const filled = withInputs(lines(`${source}  # input: it; term: t`), { it: input });
    expect(textOf(filled)).toEqual([expected]);
    expect(filled[0]?.terms).toEqual(['t']);
  });

  it('needs a literal for each input, and an input for each literal', () => {
    for (const source of ['x = f(y)', 'f(3)'])
      expect(() => lines(`${source}  # input: it`)).toThrow(
        'x.py:1: the input "it" has no literal',
      );
    expect(() => withInputs(lines('x = 1  # input: it'), {})).toThrow(
      'missing value for the input "it"',
    );
  });
});

it('highlighting does not change any character', () => {
  const source = 'template <class T>\n/* a\n   b */ T x = f<T>("<&>\'", 1e-3);\n\n#undef X\n';
  const tokens = highlight(source, 'cpp');
  expect(tokens.map((line) => line.map(([text]) => text).join('')).join('\n')).toBe(source);
  expect(tokens[1]).toEqual([['/* a', 'comment']]);
  expect(tokens[2]?.[0]).toEqual(['   b */', 'comment']);
});

it('copied code names its source', () => {
  const line = (number: number, text: string): CodeLine => ({
    number,
    tokens: [[text]],
    terms: [],
  });
  const parts = [
    { path: 'a.cpp', lines: [line(7, 'x;'), line(8, 'y;')] },
    { lines: [line(1, 'z')] },
  ];
  expect(codeText(parts)).toBe('// a.cpp, 7–8\nx;\ny;\n\nz\n');
});
