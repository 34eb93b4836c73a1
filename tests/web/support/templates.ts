// SPDX-License-Identifier: MIT
import ts from 'typescript';
import { type MarkupPart, markupParts } from './markup.ts';

/** A text or attribute of a Lit template; `holes` are the expressions in it, in order. */
export interface TemplatePart extends MarkupPart {
  readonly holes: readonly ts.Expression[];
  readonly node: ts.Node;
}

const FIRST_HOLE = 0xe000;
const HOLE = /[\ue000-\uf8ff]/g;
const TAGS = /^(?:html|svg|mathml)$/;

export const parseSource = (source: string, path = 'source.ts'): ts.SourceFile =>
  ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);

export function* walk(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* walk(child);
}

/** The texts and attributes of all Lit templates in a TypeScript file, with a space in place of each expression. */
export function templateParts(file: ts.SourceFile): TemplatePart[] {
  return [...walk(file)].flatMap((node) =>
    ts.isTaggedTemplateExpression(node) && TAGS.test(node.tag.getText()) ? partsOf(node) : [],
  );
}

function partsOf(node: ts.TaggedTemplateExpression): TemplatePart[] {
  const { template } = node;
  const spans = ts.isTemplateExpression(template) ? template.templateSpans : [];
  const first = ts.isTemplateExpression(template) ? template.head.text : template.text;
  const markup = spans.reduce(
    (text, span, index) => text + String.fromCharCode(FIRST_HOLE + index) + span.literal.text,
    first,
  );
  return markupParts(markup).map((part) => ({
    ...part,
    value: part.value.replace(HOLE, ' '),
    holes: Array.from(part.value.matchAll(HOLE), ([hole]) => spans[hole.charCodeAt(0) - FIRST_HOLE])
      .filter((span) => span !== undefined)
      .map((span) => span.expression),
    node,
  }));
}

export const lineOf = (node: ts.Node): string =>
  `line ${node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
