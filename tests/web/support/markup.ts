// SPDX-License-Identifier: MIT

/** A text or an attribute value in markup; `elements` are the names of its ancestors, outermost first. */
export interface MarkupPart {
  readonly attribute: string | undefined;
  readonly value: string;
  readonly elements: readonly string[];
  readonly offset: number;
}

const TOKEN =
  /<!--[\s\S]*?-->|<(style|script)\b[\s\S]*?<\/\1>|<(\/?)([A-Za-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>|[^<]+|</g;
const ATTRIBUTE = /([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** The texts and attribute values of HTML, SVG or MathML, without comments, styles and scripts. */
export function markupParts(markup: string): MarkupPart[] {
  const parts: MarkupPart[] = [];
  const open: string[] = [];
  for (const token of markup.matchAll(TOKEN)) {
    const [whole, raw, slash, tag, attributes = ''] = token;
    const offset = token.index;
    if (raw || whole.startsWith('<!--')) continue;
    if (!tag) {
      parts.push({ attribute: undefined, value: whole, elements: [...open], offset });
      continue;
    }
    const name = tag.toLowerCase();
    if (slash) {
      if (open.includes(name)) open.length = open.lastIndexOf(name);
      continue;
    }
    for (const [, attribute = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
      const value = double ?? single ?? bare ?? '';
      parts.push({ attribute: attribute.toLowerCase(), value, elements: [...open, name], offset });
    }
    if (!VOID.test(name) && !whole.endsWith('/>')) open.push(name);
  }
  return parts;
}
