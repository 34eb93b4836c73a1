// SPDX-License-Identifier: MIT
import { type ProseEnvironment, proseError, proseMarkdown } from './prose-markdown.ts';
import type { Prose, ProseSection } from './prose-types.ts';

export type { Prose, ProseSection } from './prose-types.ts';

type Token = ReturnType<typeof proseMarkdown.parse>[number];

/** Matches the names of prose files: `text.<language>.md`. */
export const proseFile = /(?:^|[\\/])text\.[A-Za-z-]+\.md$/;

/**
 * Compiles a prose file: `# Title`, one paragraph of summary, then sections `## Heading {#id}`.
 * @param source  Markdown with `$…$` and `$$…$$` formulas
 * @param file  file name for error messages
 * @param formula  accessible name for formulas on separate lines
 * @throws Error "file:line: problem" for broken structure, broken TeX, HTML, images or a repeated id
 */
export function compileProse(source: string, file = 'text.md', formula = 'Formula'): Prose {
  const environment: ProseEnvironment = { file, formula };
  const tokens = proseMarkdown.parse(source, environment);
  const render = (part: Token[]) =>
    proseMarkdown.renderer.render(part, proseMarkdown.options, environment).trim();
  const [head = [], ...parts] = split(tokens);

  const shape = head.map((token) => token.tag || token.type).join(' ');
  if (shape !== 'h1 inline h1 p inline p') {
    throw proseError(
      file,
      head[0],
      'expected "# Title" and one paragraph of summary before the first "##"',
    );
  }
  const sections: Record<string, ProseSection> = {};
  for (const [open, inline, , ...body] of parts) {
    const { id, heading } = readHeading(inline, file);
    if (id in sections) throw proseError(file, open, `duplicate id "${id}"`);
    const stray = body.find(
      (token) => token.type === 'heading_open' && (token.tag === 'h1' || token.tag === 'h2'),
    );
    if (stray) throw proseError(file, stray, `<${stray.tag}> inside a section`);
    sections[id] = { heading, html: render(body) };
  }
  return { title: plainText(head[1], file), summary: render(head.slice(4, 5)), sections };
}

/** Title and summary of a prose file as plain text, for lists of lessons. */
export function proseHead(source: string, file: string): { title: string; summary: string } {
  const [head = ''] = source.split(/^## /m);
  const tokens = proseMarkdown.parse(head, { file, formula: '' });
  const [, title, , , summary] = tokens;
  return { title: plainText(title, file), summary: plainText(summary, file) };
}

function split(tokens: Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'heading_open' && token.tag === 'h2' && token.level === 0) parts.push([]);
    parts.at(-1)?.push(token);
  }
  return parts;
}

function readHeading(inline: Token | undefined, file: string): { id: string; heading: string } {
  const match = /^(.*\S)\s*\{#([a-z][a-z0-9-]*)\}$/.exec(plainText(inline, file));
  if (!match) throw proseError(file, inline, 'expected "## Heading {#section-id}"');
  return { heading: match[1] ?? '', id: match[2] ?? '' };
}

function plainText(inline: Token | undefined, file: string): string {
  const children = inline?.children ?? [];
  if (children.some((token) => token.type !== 'text')) {
    throw proseError(
      file,
      inline,
      'a title, a heading or a summary is one line of plain text, without markup or formulas',
    );
  }
  return children.map((token) => token.content).join('');
}
