// SPDX-License-Identifier: MIT
// Reads the site's palettes from its style sheets.
import { type Colour, colour } from './colour.ts';
import { siteFiles } from './files.ts';

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Returns the palette's colour for a custom property, such as "query" for `--query`. */
export type Palette = (name: string) => Colour;

const PAIR = /^(?:var\(--al-[\w-]+, )?light-dark\((#\w+), (#\w+)\)\)?$/;

const sheet = (name: string) => siteFiles(new RegExp(`^src/components/${name}$`))[0]?.text ?? '';

/** The selectors of the site's root and of an embed's root, each followed by an attribute selector. */
const rootsWith = (attribute: string) => `:root${attribute},\n.al-root${attribute}`;

/** The custom properties of the first rule with exactly this selector. */
function properties(css: string, selector: string): Map<string, string> {
  const start = `\n${selector} {`;
  const from = css.indexOf(start);
  if (from < 0) throw new Error(`no rule for ${selector}`);
  const body = css.slice(from + start.length, css.indexOf('}', from));
  const found = body.matchAll(/--([\w-]+):\s*([^;]+);/g);
  return new Map(Array.from(found, ([, name = '', value = '']) => [name, value]));
}

/** Reads a palette in one colour scheme. The palette "usual" is in base.css; the others override its colours. */
export function readPalette(name: string, scheme: Scheme): Palette {
  const usual = properties(sheet('base.css'), rootsWith(''));
  const own =
    name === 'usual'
      ? new Map<string, string>()
      : properties(sheet('palettes.css'), rootsWith(`[data-palette="${name}"]`));
  const unknown = [...own.keys()].filter((key) => !usual.has(key));
  if (unknown.length > 0) throw new Error(`${name} sets ${unknown}, which nothing uses`);
  const of = (property: string): Colour => {
    const value = own.get(property) ?? usual.get(property) ?? '';
    const [, light, dark] = PAIR.exec(value) ?? [];
    if (light !== undefined && dark !== undefined) return colour(scheme === 'light' ? light : dark);
    throw new Error(`--${property} is no colour: "${value}"`);
  };
  return of;
}
