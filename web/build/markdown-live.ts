// SPDX-License-Identifier: MIT
import type MarkdownIt from 'markdown-it';

const LIVE = /\{\{([A-Za-z][\w.-]*)\}\}/y;

/** Adds the syntax `{{name}}` to markdown-it: a placeholder for a number of the lesson's current state. */
export function markdownLive(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('text', 'live', (state, silent) => {
    LIVE.lastIndex = state.pos;
    const match = LIVE.exec(state.src);
    if (match === null) return false;
    if (!silent) state.push('live', 'al-live', 0).content = match[1] ?? '';
    state.pos += match[0].length;
    return true;
  });
  markdown.renderer.rules.live = (tokens, index) =>
    `<al-live name="${tokens[index]?.content ?? ''}"></al-live>`;
}
