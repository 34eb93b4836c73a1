// SPDX-License-Identifier: MIT
import ts from 'typescript';
import { lineOf, parseSource, templateParts, walk } from './templates.ts';
import { hasWords, isMaths, isVisible } from './visible-text.ts';

/**
 * The hard-coded visible texts of a TypeScript file, which bypass the translations: texts, visible attributes and
 * strings in expressions of Lit templates; strings assigned to visible properties or attributes; and all strings with
 * Chinese characters.
 */
export function hardCodedStrings(source: string, path?: string): string[] {
  const file = parseSource(source, path);
  const inTemplates = templateParts(file).flatMap(({ attribute, value, elements, holes, node }) => {
    if (attribute !== undefined && !isVisible(attribute)) return [];
    const maths = isMaths(elements);
    const texts = [value, ...holes.flatMap(literals)];
    return texts.filter((text) => hasWords(text, maths)).map((text) => report(node, text));
  });
  const elsewhere = [...walk(file)].flatMap((node) => [...inAssignment(node), ...chinese(node)]);
  return [...new Set([...inTemplates, ...elsewhere])];
}

/** Reports a string with Chinese characters outside Lit templates, which are checked separately. */
function chinese(node: ts.Node): string[] {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateLiteralToken(node)) return [];
  const whole = ts.isTemplateSpan(node.parent) ? node.parent.parent : node.parent;
  const tagged = [node.parent, whole, whole.parent].some(ts.isTaggedTemplateExpression);
  return /\p{Script=Han}/u.test(node.text) && !tagged ? [report(node, node.text)] : [];
}

function inAssignment(node: ts.Node): string[] {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const { left, right } = node;
    return ts.isPropertyAccessExpression(left) && isVisible(left.name.text)
      ? words(node, right)
      : [];
  }
  if (ts.isCallExpression(node) && /\.setAttribute$/.test(node.expression.getText())) {
    const [name, value] = node.arguments;
    return name && value && ts.isStringLiteral(name) && isVisible(name.text)
      ? words(node, value)
      : [];
  }
  return [];
}

const words = (node: ts.Node, value: ts.Expression): string[] =>
  literals(value)
    .filter((text) => hasWords(text, false))
    .map((text) => report(node, text));

function literals(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.flatMap((span) => [
      span.literal.text,
      ...literals(span.expression),
    ]);
    return [node.head.text, ...spans];
  }
  if (ts.isConditionalExpression(node))
    return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return literals(node.expression);
  if (!ts.isBinaryExpression(node)) return [];
  const operator = node.operatorToken.getText();
  if (operator === '&&') return literals(node.right);
  return /^(?:\|\||\?\?|\+)$/.test(operator)
    ? [...literals(node.left), ...literals(node.right)]
    : [];
}

const report = (node: ts.Node, text: string): string =>
  `${lineOf(node)}: hard-coded "${text.trim().replace(/\s+/g, ' ')}"`;
