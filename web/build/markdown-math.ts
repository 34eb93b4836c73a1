// SPDX-License-Identifier: MIT
import type MarkdownIt from 'markdown-it';

type InlineRule = Parameters<MarkdownIt['inline']['ruler']['push']>[1];
type BlockRule = Parameters<MarkdownIt['block']['ruler']['push']>[1];

/**
 * Adds formulas to markdown-it: `$…$` in a line, and `$$…$$` on separate lines. The tokens `math_inline` and
 * `math_block` contain the TeX source.
 */
export function markdownMath(markdown: MarkdownIt): void {
  markdown.inline.ruler.after('escape', 'math_inline', inlineMath);
  markdown.block.ruler.before('fence', 'math_block', blockMath, {
    alt: ['paragraph', 'blockquote', 'list'],
  });
}

const inlineMath: InlineRule = (state, silent) => {
  // An opening dollar sign before a space, and a closing one after a space or before a digit, are currency signs.
  const match = /^\$(?![\s$])((?:\\[\s\S]|[^\\$])*?(?:\\[\s\S]|[^\s\\$]))\$(?!\d)/.exec(
    state.src.slice(state.pos, state.posMax),
  );
  if (!match) return false;
  if (!silent) state.push('math_inline', 'math', 0).content = match[1] ?? '';
  state.pos += match[0].length;
  return true;
};

const blockMath: BlockRule = (state, startLine, endLine, silent) => {
  const line = (index: number) => {
    const start = (state.bMarks[index] ?? 0) + (state.tShift[index] ?? 0);
    return state.src.slice(start, state.eMarks[index]).trim();
  };
  if (!line(startLine).startsWith('$$')) return false;
  if (silent) return true;

  let text = line(startLine).slice(2);
  let next = startLine + 1;
  while (!text.endsWith('$$')) {
    if (next >= endLine) return false;
    text += `\n${line(next++)}`;
  }
  const token = state.push('math_block', 'math', 0);
  token.block = true;
  token.content = text.slice(0, -2).trim();
  token.map = [startLine, next];
  state.line = next;
  return true;
};
