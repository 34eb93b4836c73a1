// SPDX-License-Identifier: MIT
import ts from 'typescript';
import { placeholders } from './catalogues.ts';
import { lineOf, parseSource, walk } from './templates.ts';

/**
 * Reports the calls `t('key', {…})` in a TypeScript file whose parameters differ from the placeholders
 * of the message. Ignores calls with computed keys or parameters.
 * @param texts  the English texts by dotted key; plural forms have the keys `key_one` and `key_other`
 */
export function parameterProblems(
  source: string,
  texts: ReadonlyMap<string, string>,
  path?: string,
): string[] {
  return [...walk(parseSource(source, path))].flatMap((node) => {
    if (!ts.isCallExpression(node) || !/(?:^|\.)t$/.test(node.expression.getText())) return [];
    const [key, params] = node.arguments;
    if (!key || !ts.isStringLiteralLike(key)) return [];
    const text = texts.get(key.text) ?? texts.get(`${key.text}_other`);
    const given = params ? names(params) : [];
    if (text === undefined || !given) return [];
    const wanted = placeholders(text);
    const plural = texts.has(`${key.text}_other`);
    const needed = plural ? [...new Set([...wanted, 'count'])].sort() : wanted;
    if (given.join() === needed.join()) return [];
    return [`${lineOf(node)}: ${key.text} gets {${given}}, expected {${needed}}`];
  });
}

function names(params: ts.Expression): string[] | undefined {
  if (!ts.isObjectLiteralExpression(params)) return undefined;
  if (params.properties.some(ts.isSpreadAssignment)) return undefined;
  return params.properties.map((property) => property.name?.getText() ?? '').sort();
}
