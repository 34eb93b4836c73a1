// SPDX-License-Identifier: MIT
import katex from 'katex';
import { styledLetters } from './math-alphabets.ts';

/** Replacements for accents of KaTeX that overlap the letter in Chromium. */
const ACCENTS: Readonly<Record<string, string>> = { '^': 'ˆ', ˉ: '‾' };

const OUTSIDE_CORE = new Set(['menclose', 'mglyph', 'mlabeledtr']);

/**
 * Converts a TeX formula to MathML Core, which Chromium, Firefox and WebKit support. Letter styles become characters,
 * and column alignment becomes classes of math.css. A hidden `<annotation>` contains the TeX source for copying.
 * @throws Error if KaTeX rejects the TeX, or if it needs a style attribute or an element outside MathML Core
 */
export function renderMath(tex: string, display: boolean): string {
  const html = katex.renderToString(tex, {
    output: 'mathml',
    displayMode: display,
    throwOnError: true,
    strict: (code: string) => (code === 'unicodeTextInMathMode' ? 'error' : 'ignore'),
  });
  return toMathMLCore(html.replace(/^<span class="katex">|<\/span>$/g, ''));
}

const TAG = /<(\/?)([a-z]+)([^>]*?)(\/?)>([^<]*)/g;

interface Table {
  readonly align: readonly string[];
  readonly gaps: readonly string[];
  column: number;
}

function toMathMLCore(markup: string): string {
  const tables: Table[] = [];
  let previous = '';
  return markup.replace(
    TAG,
    (_, slash: string, name: string, raw: string, empty: string, text: string) => {
      if (slash) {
        if (name === 'mtable') tables.pop();
        return `</${name}>${text}`;
      }
      const attributes = parseAttributes(raw);
      refuse(name, attributes);
      // Elements that page translators wrap around a letter would break the formula.
      if (name === 'math') attributes.set('translate', 'no');

      const table = tables.at(-1);
      if (name === 'mtable') tables.push(openTable(attributes));
      else if (name === 'mtr' && table) table.column = 0;
      else if (name === 'mtd' && table) addCellClasses(attributes, table);
      else if (name === 'mo' && isDelimiter(text, attributes)) closeUp(attributes);
      else if (/^[−+±]$/.test(text) && /^[([{=<>≤≥≈∝,→]$/.test(previous))
        attributes.set('form', 'prefix');
      if (text !== '') previous = text;

      const style = attributes.get('mathvariant');
      if (name === 'mo' && text in ACCENTS) return openTag(name, attributes, empty) + ACCENTS[text];
      if (style === undefined || style === 'normal') return openTag(name, attributes, empty) + text;
      attributes.delete('mathvariant');
      return openTag(name, attributes, empty) + styledLetters(text, style);
    },
  );
}

function refuse(name: string, attributes: ReadonlyMap<string, string>): void {
  if (OUTSIDE_CORE.has(name))
    throw new Error(`<${name}> is not in MathML Core: write the formula another way`);
  if (attributes.has('style'))
    throw new Error('the formula needs a style attribute, which the site does not allow');
}

/** Whether a bar is a delimiter. KaTeX sets stretchy="false" only for delimiters, not for bars that are relations. */
function isDelimiter(text: string, attributes: ReadonlyMap<string, string>): boolean {
  return /^[|∣∥‖]$/.test(text) && attributes.get('stretchy') === 'false';
}

/** Removes the spacing of a bar in the middle of a row. Browsers add it, because they treat the bar as a relation. */
function closeUp(attributes: Map<string, string>): void {
  attributes.set('lspace', '0em').set('rspace', '0em');
}

function parseAttributes(raw: string): Map<string, string> {
  return new Map(
    Array.from(raw.matchAll(/([\w:-]+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value]),
  );
}

function openTag(name: string, attributes: ReadonlyMap<string, string>, empty: string): string {
  return `<${name}${Array.from(attributes, ([key, value]) => ` ${key}="${value}"`).join('')}${empty}>`;
}

function openTable(attributes: Map<string, string>): Table {
  if (attributes.has('width'))
    throw new Error(
      '\\tag needs a table width, which is not in MathML Core: number it in the text',
    );
  const words = (name: string) => attributes.get(name)?.split(' ') ?? [];
  const table = { align: words('columnalign'), gaps: words('columnspacing'), column: 0 };
  for (const name of ['columnalign', 'columnspacing', 'rowspacing']) attributes.delete(name);
  return table;
}

function addCellClasses(attributes: Map<string, string>, table: Table): void {
  const column = table.column++;
  const align = table.align[column];
  const classes = [
    ...(align === 'left' || align === 'right' ? [`math-${align}`] : []),
    ...(table.gaps[column] === '0em' ? ['math-tight-end'] : []),
    ...(table.gaps[column - 1] === '0em' ? ['math-tight-start'] : []),
  ];
  if (classes.length > 0) attributes.set('class', classes.join(' '));
}
