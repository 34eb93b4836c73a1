// SPDX-License-Identifier: MIT
// SVG as text that needs no style sheet: what a computed style says, as attributes.

export type Attributes = Readonly<Record<string, string>>;

/** A picture that stands alone, in pixels. */
export interface SvgPicture {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  /** Left out where it is empty, as is the description. */
  readonly title: string;
  readonly description: string;
  /** The language of both, as a BCP 47 tag. */
  readonly language: string;
  /** Markup of what is drawn. */
  readonly content: string;
}

/** Air around the picture, for what its parts draw beyond their box. */
const PADDING = 12;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A text as XML has it; what XML lacks, control characters and halves of a pair, is left out. */
export const escaped = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/** An element's markup. */
export function markup(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return content === ''
    ? `<${name}${written.join('')}/>`
    : `<${name}${written.join('')}>${content}</${name}>`;
}

/** A whole SVG file, and how large it is. */
export function svgFile(picture: SvgPicture): { text: string; width: number; height: number } {
  const { background, title, description, language, content } = picture;
  const [width, height] = [picture.width, picture.height].map(
    (x) => Math.ceil(x) + 2 * PADDING,
  ) as [number, number];
  const place = { x: `${-PADDING}`, y: `${-PADDING}`, width: `${width}`, height: `${height}` };
  const { colour, opacity } = parsedColour(background);
  const text = markup(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      ...{ width: place.width, height: place.height },
      viewBox: Object.values(place).join(' '),
      'xml:lang': language,
    },
    [
      title && markup('title', {}, escaped(title)),
      description && markup('desc', {}, escaped(description)),
      opacity > 0 && markup('rect', { ...place, fill: colour }),
      content,
    ]
      .filter((part) => part !== false)
      .join('\n'),
  );
  return { text: `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`, width, height };
}

const RGB = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+%?))?\s*\)$/;
const SRGB = /^color\(srgb\s+([\d.e-]+)\s+([\d.e-]+)\s+([\d.e-]+)(?:\s*\/\s*([\d.]+%?))?\s*\)$/;

/**
 * A computed colour as every reader of SVG knows it, apart from its opacity: rgb(…), rgba(…), color(srgb …) become
 * #rrggbb; anything else, such as `none` or a gradient's url, stays.
 */
export function parsedColour(computed: string): { colour: string; opacity: number } {
  const rgb = RGB.exec(computed);
  const found = rgb ?? SRGB.exec(computed);
  if (found === null) return { colour: computed, opacity: computed === 'none' ? 0 : 1 };
  const [, red, green, blue, alpha = '1'] = found;
  const scale = rgb ? 1 : 255;
  const channels = [red, green, blue].map((channel) => {
    const byte = Math.min(Math.max(Math.round(Number(channel) * scale), 0), 255);
    return byte.toString(16).padStart(2, '0');
  });
  const opacity = alpha.endsWith('%') ? Number(alpha.slice(0, -1)) / 100 : Number(alpha);
  return { colour: `#${channels.join('')}`, opacity };
}

/** What a parent's drawing hands down to its parts, with the values at the root. */
export const INHERITED: Attributes = {
  fill: '#000000',
  'fill-opacity': '1',
  'fill-rule': 'nonzero',
  stroke: 'none',
  'stroke-opacity': '1',
  'stroke-width': '1',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'paint-order': 'normal',
  'text-anchor': 'start',
  'dominant-baseline': 'auto',
  'font-family': '',
  'font-size': '',
  'font-style': 'normal',
  'font-weight': '400',
  'letter-spacing': 'normal',
};

/** What holds for one element alone, with its usual value. */
const OWN: Attributes = { opacity: '1', 'stop-color': '#000000', 'stop-opacity': '1' };

const PAINTS = new Set(['fill', 'stroke', 'stop-color']);

/** The names of all attributes that `presentation` gives. */
export const PRESENTATION: ReadonlySet<string> = new Set([
  ...Object.keys(INHERITED),
  ...Object.keys(OWN),
]);

/** A computed style as presentation attributes. */
export function presentation(style: (property: string) => string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, usual] of Object.entries({ ...INHERITED, ...OWN })) {
    found[name] = style(name).replace(/(\d)px\b/g, '$1') || usual;
  }
  for (const name of PAINTS) {
    const { colour, opacity } = parsedColour(found[name] as string);
    const of = name === 'stop-color' ? 'stop-opacity' : `${name}-opacity`;
    found[name] = colour;
    if (colour !== 'none') found[of] = String(opacity * Number(found[of]));
  }
  return found;
}

/** Those of an element's attributes that it does not have from its parent or by default. */
export function ownAttributes(own: Attributes, parent: Attributes, isStop: boolean): Attributes {
  const isTold = ([name, value]: [string, string]) => {
    if (name in INHERITED) return value !== parent[name];
    return (isStop || name === 'opacity') && value !== OWN[name];
  };
  return Object.fromEntries(Object.entries(own).filter(isTold));
}

/** Whether nothing is seen of a shape: neither its area nor its edge. */
export function isInvisible(attributes: Attributes): boolean {
  const isClear = (paint: string) =>
    attributes[paint] === 'none' || Number(attributes[`${paint}-opacity`]) === 0;
  return (isClear('fill') && isClear('stroke')) || Number(attributes.opacity) === 0;
}
