// SPDX-License-Identifier: MIT
import type { CodeLine, Excerpt } from './code-types.ts';
import { highlight } from './highlight.ts';

/** Identifies the start of an excerpt: a text in its first line, or a list of texts in consecutive lines. */
export type Start = string | readonly string[];

/** Locates an excerpt of the C++ library by its content, so that the excerpt stays correct when lines move. */
export interface Anchor {
  readonly id: string;
  /** Path relative to the root of the repository. */
  readonly file: string;
  /** Restricts the search to the function or block that starts with this text. Default: the whole file. */
  readonly within?: Start;
  readonly from: Start;
  /** A text in the last line. By default, the excerpt ends at the end of the block that its first line opens. */
  readonly to?: string;
  /** For each quantity, such as `weights`: texts in the lines that compute it. */
  readonly terms?: Readonly<Record<string, readonly string[]>>;
}

type Range = readonly [first: number, last: number];

/**
 * Cuts an excerpt out of a file.
 * @param source  text of the file
 * @throws Error if a text of the anchor does not occur exactly once in the searched lines, or if the excerpt should
 * end with a block but its first line opens none
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
