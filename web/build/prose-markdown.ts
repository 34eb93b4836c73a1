// SPDX-License-Identifier: MIT
import MarkdownIt from 'markdown-it';
import { markdownLive } from './markdown-live.ts';
import { markdownMath } from './markdown-math.ts';
import { isTerm, markdownTerms } from './markdown-terms.ts';
import { renderMath } from './mathml.ts';

type Token = ReturnType<MarkdownIt['parse']>[number];
type CoreRule = Parameters<MarkdownIt['core']['ruler']['push']>[1];
type RenderRule = NonNullable<MarkdownIt['renderer']['rules'][string]>;

/** The environment that markdown-it passes to the rules of `proseMarkdown`. */
export interface ProseEnvironment {
  readonly file: string;
  /** Accessible name of formulas on separate lines. */
  readonly formula: string;
}

/** An error with the file name and, if `token` has a position, the line number, counted from 1. */
export function proseError(file: string, token: Token | undefined, message: string): Error {
  const line = token?.map ? `:${token.map[0] + 1}` : '';
  return new Error(`${file}${line}: ${message}`);
}

/**
 * Markdown parser for prose files, with formulas and glossary terms. HTML, images, style attributes, and unclosed
 * formulas or emphasis are errors: parsing throws an error that contains the file name and the line.
 */
export const proseMarkdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
proseMarkdown.use(markdownMath);
proseMarkdown.use(markdownTerms);
proseMarkdown.use(markdownLive);

const finish: CoreRule = (state) => {
  const { file } = state.env as ProseEnvironment;
  for (const block of state.tokens) {
    try {
      if (block.type === 'math_block') block.content = renderMath(block.content, true);
      for (const [index, token] of block.children?.entries() ?? []) {
        finishInline(token);
        if (token.type === 'link_open') finishPhrase(token, block.children?.slice(index) ?? []);
        if (token.type === 'math_inline' || token.type === 'term')
          keepPunctuation(token, block.children?.[index + 1]);
      }
    } catch (error) {
      throw proseError(file, block, error instanceof Error ? error.message : String(error));
    }
  }
};

/** A space between a number and its unit. */
const unitSpace = /(?<=\d) (?=(?:cm|kg|[KMG]iB)\b|厘米|千克|公分|公斤)/g;

function finishInline(token: Token): void {
  if (token.type === 'text') token.content = token.content.replace(unitSpace, '\u00a0');
  if (token.type === 'math_inline') token.content = renderMath(token.content, false);
  // Emphasised words are those of the model's sentence in the figure, which page translators must not change.
  if (token.type === 'em_open') token.attrSet('translate', 'no');
  if (token.type === 'image') throw new Error('images are not allowed in prose');
  if (token.type === 'link_open') finishLink(token);
  if (token.type === 'term' && !isTerm(token.meta))
    throw new Error(`[[${token.content}]]: the glossary has no term "${token.meta}"`);
  if (token.type === 'text' && token.content.includes('$'))
    throw new Error(`unmatched "$": escape it as \\$, or close the formula`);
  if (token.type === 'text' && token.content.includes('**')) {
    throw new Error('unmatched "**": emphasis must not start or end with CJK punctuation');
  }
}

const closing = /^[，。、；：！？）」』”’,.;:!?)]+/;

// Moves punctuation after a formula or term into its token, so that no line break separates them.
function keepPunctuation(token: Token, next: Token | undefined): void {
  const marks = next?.type === 'text' ? closing.exec(next.content)?.[0] : undefined;
  if (next === undefined || marks === undefined) return;
  token.markup = marks;
  next.content = next.content.slice(marks.length);
}

/** Wraps an element and the punctuation after it in a span that prevents a line break between them. */
const kept = (html: string, { markup }: Token): string =>
  markup === '' ? html : `<span class="nowrap">${html}${markup}</span>`;

const phrase = /^(word|query|key|score|weight|value|output):(\w+)$/;

// A link such as [its key](key:K) becomes a phrase in the colour of a role. The phrase points at a part of the figure.
function finishPhrase(token: Token, rest: readonly Token[]): void {
  const [, role, part] = phrase.exec(String(token.attrGet('href'))) ?? [];
  if (role === undefined || part === undefined) return;
  // A <span>, because a line may break between a <button> and the punctuation after it.
  token.tag = 'span';
  token.attrs = [
    ['class', `phrase ${role}`],
    ['role', 'button'],
    ['tabindex', '0'],
    ['data-points', part],
  ];
  const end = rest.find(({ type }) => type === 'link_close');
  if (end) end.tag = 'span';
}

const lesson = /^lesson:([\w-]+)$/;

// A link such as [softmax](lesson:softmax) names a lesson. web/src/lesson/lesson-links.ts adds the address.
function finishLink(token: Token): void {
  const target = String(token.attrGet('href'));
  if (phrase.test(target)) return;
  const [, id] = lesson.exec(target) ?? [];
  if (id !== undefined) {
    token.attrs = [['data-lesson', id]];
    return;
  }
  const external = /^https?:\/\//.test(target);
  if (!external && (/^[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith('//'))) {
    throw new Error(`link to ${target}: expected https, a relative path or #…`);
  }
  if (external) token.attrSet('rel', 'noopener');
}

// This rule runs before markdown-it's rule text_join. That rule merges escaped dollar signs into the text, where they
// look like unescaped ones, which would be reported as unclosed formulas.
proseMarkdown.core.ruler.before('text_join', 'finish_prose', finish);

const { rules } = proseMarkdown.renderer;
rules.math_inline = (tokens, index) => kept(tokens[index]?.content ?? '', tokens[index] as Token);
const button = rules.term as RenderRule;
rules.term = (...all) => kept(button(...all), all[0][all[1]] as Token);
rules.math_block = (tokens, index, _options, { formula }: ProseEnvironment) => {
  const name = proseMarkdown.utils.escapeHtml(formula);
  return `<div class="math-block" tabindex="0" role="group" aria-label="${name}">${tokens[index]?.content ?? ''}</div>\n`;
};
rules.table_open = () => '<div class="prose-scroll" tabindex="0"><table>\n';
rules.table_close = () => '</table></div>\n';

// Code blocks scroll horizontally. With a tabindex, keyboard users can focus and scroll them in every browser.
for (const name of ['fence', 'code_block']) {
  const standard = rules[name] as RenderRule;
  rules[name] = (...all) => standard(...all).replace('<pre>', '<pre tabindex="0">');
}

for (const name of ['th_open', 'td_open']) {
  rules[name] = (tokens, index, options, _env, self) => {
    const token = tokens[index] as Token;
    const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
    token.attrs = align ? [['class', `align-${align}`]] : [];
    return self.renderToken(tokens, index, options);
  };
}

const cjk = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

const fullWidthMark = /[，。、；：！？）」』]$/;

// A line break becomes a space, but is removed between Chinese characters and after Chinese punctuation.
rules.softbreak = (tokens, index) => {
  const last = tokens.slice(0, index).findLast((token) => token.content !== '');
  const isKept = last?.type === 'math_inline' || last?.type === 'term';
  const before = `${last?.content ?? ''}${isKept ? last.markup : ''}`;
  if (fullWidthMark.test(before)) return '';
  const after = tokens.slice(index + 1).find((token) => token.content !== '')?.content ?? '';
  return cjk.test(before.at(-1) ?? '') && cjk.test(after.at(0) ?? '') ? '' : '\n';
};
