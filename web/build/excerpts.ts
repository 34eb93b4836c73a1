// SPDX-License-Identifier: MIT
import type { CodeLine, Excerpt } from './code-types.ts';
import { highlight } from './highlight.ts';

/** Text of the first line; as a list, of the first lines. */
export type Start = string | readonly string[];

/** Where lines of the library are found: by what they say, so that they stay found when others move. */
export interface Anchor {
  readonly id: string;
  /** From the top of the repository. */
  readonly file: string;
  /** Of the function or block in which to look; the whole file where it is absent. */
  readonly within?: Start;
  readonly from: Start;
  /** Text of the last line. Where it is absent, the excerpt ends with the block that its first line opens. */
  readonly to?: string;
  /** For each term, texts of the lines that compute it. */
  readonly terms?: Readonly<Record<string, readonly string[]>>;
}

type Range = readonly [first: number, last: number];

/**
 * The lines that an anchor names.
 * @param source  of the file
 * @throws Error for text that no line holds, or more than one
 */
export function cutExcerpt(source: string, anchor: Anchor): Excerpt {
  const texts = source.split('\n');
  const refuse = (problem: string): never => {
    throw new Error(`excerpt "${anchor.id}" of ${anchor.file}: ${problem}`);
  };

  const find = (wanted: Start, [first, last]: Range): number => {
    const parts = typeof wanted === 'string' ? [wanted] : wanted;
    const found = texts.flatMap((_, at) =>
      at >= first &&
      at + parts.length - 1 <= last &&
      parts.every((p, i) => texts[at + i]?.includes(p))
        ? [at]
        : [],
    );
    if (found.length === 1) return found[0] as number;
    const places = found.length > 0 ? `lines ${found.map((at) => at + 1).join(', ')}` : 'none';
    return refuse(`expected one place with ${JSON.stringify(wanted)}, found ${places}`);
  };

  const blockEnd = (first: number, last: number): number => {
    const indent = (text = '') => text.length - text.trimStart().length;
    const depth = indent(texts[first]);
    for (let at = first + 1; at <= last; at++) {
      const text = texts[at] ?? '';
      if (text.trim() !== '' && indent(text) < depth) break;
      if (text.startsWith('}', depth) && indent(text) === depth) return at;
    }
    return refuse(`no block begins in line ${first + 1}`);
  };

  let range: Range = [0, texts.length - 1];
  if (anchor.within !== undefined) {
    const first = find(anchor.within, range);
    range = [first, blockEnd(first, range[1])];
  }
  const first = find(anchor.from, range);
  const last =
    anchor.to === undefined ? blockEnd(first, range[1]) : find(anchor.to, [first, range[1]]);

  const terms = new Map<number, string[]>();
  for (const [term, patterns] of Object.entries(anchor.terms ?? {})) {
    for (const pattern of patterns) {
      const at = find(pattern, [first, last]);
      terms.set(at, [...(terms.get(at) ?? []), term]);
    }
  }
  const tokens = highlight(source, 'cpp');
  const lines = texts.slice(first, last + 1).map((_, i): CodeLine => {
    const at = first + i;
    return { number: at + 1, tokens: tokens[at] ?? [], terms: terms.get(at) ?? [] };
  });
  return { id: anchor.id, path: anchor.file, lines: dedent(lines) };
}

/** Takes away the spaces that all lines begin with. */
function dedent(lines: readonly CodeLine[]): CodeLine[] {
  const spaces = lines
    .map(({ tokens }) => tokens.map(([text]) => text).join(''))
    .filter((text) => text.trim() !== '')
    .map((text) => text.length - text.trimStart().length);
  const depth = Math.min(...spaces);
  return lines.map((line) => {
    const [[text, ...rest] = [''], ...others] = line.tokens;
    const cut = text.slice(Math.min(depth, text.length - text.trimStart().length));
    return { ...line, tokens: cut === '' ? others : [[cut, ...rest], ...others] };
  });
}
