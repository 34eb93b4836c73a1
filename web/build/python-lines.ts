// SPDX-License-Identifier: MIT
import type { CodeLine, Token } from './code-types.ts';
import { highlight } from './highlight.ts';

const REMARK = /\s*# ((?:(?:input|term): [^;]+)(?:; (?:(?:input|term): [^;]+))*)$/;
const LICENCE = /^# SPDX-License-Identifier:/;

/**
 * Converts a Python program to the lines that the page shows. Removes the licence line and the comments for the build:
 * `# input: keys` – the page can replace the first literal after the equals sign with the lesson's keys;
 * `# term: weights` – the line computes the weights. Both: `# input: keys; term: keys`.
 * @throws Error if a line with an input contains no literal
 */
export function pythonLines(source: string, file: string): CodeLine[] {
  const remarks = new Map<number, { input?: string; terms: string[] }>();
  const texts = source.trimEnd().split('\n');
  const first = LICENCE.test(texts[0] ?? '') ? 1 : 0;
  const shown = texts.slice(first).map((text, at) => {
    const [found, all = ''] = REMARK.exec(text) ?? [];
    if (found === undefined) return text;
    const said = all.split('; ').map((one) => one.split(': ') as [string, string]);
    const input = said.find(([what]) => what === 'input')?.[1];
    const terms = said.flatMap(([what, names]) => (what === 'term' ? names.split(', ') : []));
    remarks.set(at, input === undefined ? { terms } : { input, terms });
    return text.slice(0, -found.length);
  });
  return highlight(shown.join('\n'), 'python').map((tokens, at) => {
    const { input, terms = [] } = remarks.get(at) ?? {};
    const text = shown[at] as string;
    const range = input === undefined ? undefined : literalIn(text);
    if (input !== undefined && range === undefined) {
      throw new Error(`${file}:${at + first + 1}: the input "${input}" has no literal`);
    }
    const own = range ? withInput(tokens, text, range, input as string) : tokens;
    return { number: at + 1, tokens: own, terms };
  });
}

/**
 * The range of the first literal after the equals sign: list, string, number, float32 or float64. Undefined if none.
 */
function literalIn(text: string): readonly [start: number, end: number] | undefined {
  const from = text.indexOf('=') + 1;
  const found = /\[|"[^"]*"|float(?:32|64)\b|-?\b\d[\w.]*(?:(?<=e)[+-]\d+)?/.exec(text.slice(from));
  if (from === 0 || found === null) return undefined;
  const start = from + found.index;
  if (found[0] !== '[') return [start, start + found[0].length];
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '[') depth += 1;
    if (text[at] === ']') depth -= 1;
    if (depth === 0) return [start, at + 1];
  }
  return undefined;
}

/** Replaces the characters from `start` to `end` with one token that has the name of the input. */
function withInput(
  tokens: readonly Token[],
  text: string,
  [start, end]: readonly [number, number],
  input: string,
): Token[] {
  const literal = text.slice(start, end);
  const kind = literal.startsWith('"') ? 'string' : literal.startsWith('float') ? '' : 'number';
  const part = (low: number, high: number): Token[] => {
    let at = 0;
    return tokens.flatMap(([piece, ...rest]): Token[] => {
      const cut = piece.slice(Math.max(low - at, 0), Math.max(high - at, 0));
      at += piece.length;
      return cut === '' ? [] : [[cut, ...rest]];
    });
  };
  return [...part(0, start), [literal, kind, input], ...part(end, text.length)];
}
