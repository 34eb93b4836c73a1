// SPDX-License-Identifier: MIT
import hljs from 'highlight.js/lib/core';
import cpp from 'highlight.js/lib/languages/cpp';
import python from 'highlight.js/lib/languages/python';
import type { Token, TokenKind } from './code-types.ts';

hljs.registerLanguage('cpp', cpp);
hljs.registerLanguage('python', python);

/** Maps highlight.js scopes to token kinds. Functions and classes share `name`, because highlight.js confuses them. */
const KINDS: Readonly<Record<string, TokenKind>> = {
  'hljs-keyword': 'keyword',
  'hljs-literal': 'keyword',
  'hljs-type': 'keyword',
  'hljs-comment': 'comment',
  'hljs-string': 'string',
  'hljs-number': 'number',
  'hljs-title': 'name',
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
};

/** Splits source code into lines of tokens. Joined with line breaks, the texts of the tokens equal the source. */
export function highlight(source: string, language: 'cpp' | 'python'): Token[][] {
  const { value } = hljs.highlight(source, { language });
  const lines: Token[][] = [[]];
  const open: string[] = [];
  for (const [part, scope] of value.matchAll(/<span class="([\w-]+)[^>]*>|<\/span>|[^<]+/g)) {
    if (scope !== undefined) open.push(scope);
    else if (part === '</span>') open.pop();
    else {
      const text = part.replace(/&#?\w+;/g, (entity) => ENTITIES[entity] ?? entity);
      const kind = open.map((one) => KINDS[one]).findLast((one) => one !== undefined);
      for (const [i, piece] of text.split('\n').entries()) {
        if (i > 0) lines.push([]);
        if (piece !== '') append(lines.at(-1) ?? [], piece, kind);
      }
    }
  }
  return lines;
}

function append(line: Token[], text: string, kind: TokenKind | undefined): void {
  const last = line.at(-1);
  const joined = last && last[1] === kind ? (line.pop()?.[0] ?? '') + text : text;
  line.push(kind ? [joined, kind] : [joined]);
}
