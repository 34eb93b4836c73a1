// SPDX-License-Identifier: MIT
import type MarkdownIt from 'markdown-it';
import { TERM_CARD, TERMS, type Term } from '../src/glossary/terms.ts';

type InlineRule = Parameters<MarkdownIt['inline']['ruler']['push']>[1];

const ids = new Set(TERMS.map(({ id }: Term) => id));

export const isTerm = (id: unknown): boolean => ids.has(String(id));

/**
 * Adds the syntax `[[words|id]]` to markdown-it, or `[[id]]` if the words equal the id. It renders a button that opens
 * the definition of the glossary term. The token's `content` is the words, and its `meta` is the id.
 */
export function markdownTerms(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'term', term);
  markdown.renderer.rules.term = (tokens, index) => {
    const { content = '', meta } = tokens[index] ?? {};
    const words = markdown.utils.escapeHtml(content);
    return `<button type="button" class="term" popovertarget="${TERM_CARD}" data-glossary="${meta}">${words}</button>`;
  };
}

const term: InlineRule = (state, silent) => {
  const match = /^\[\[([^[\]|]+)(?:\|([\w-]+))?\]\]/.exec(state.src.slice(state.pos, state.posMax));
  if (!match) return false;
  const [all, words = '', id = words] = match;
  if (!silent) {
    const token = state.push('term', 'button', 0);
    token.content = words;
    token.meta = id;
  }
  state.pos += all.length;
  return true;
};
