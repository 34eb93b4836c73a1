// SPDX-License-Identifier: MIT
// Generates SVG files as text, in which computed styles are attributes, so that no style sheet is needed.

export type Attributes = Readonly<Record<string, string>>;

/** A picture as SVG markup. Sizes are in px. */
export interface SvgPicture {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  /** Title and description are omitted if they are empty. */
  readonly title: string;
  readonly description: string;
  /** BCP 47 tag of the language of title and description. */
  readonly language: string;
  /** The SVG markup of the drawing. */
  readonly content: string;
}

/** Padding in px, for parts that are drawn outside their box. */
const PADDING = 12;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes a text for XML. Removes control characters and unpaired surrogates, which XML does not allow. */
export const escaped = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

export function markup(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return content === ''
    ? `<${name}${written.join('')}/>`
    : `<${name}${written.join('')}>${content}</${name}>`;
}

/** The text of an SVG file, with its width and height in px. */
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
 * Splits a computed colour into an opacity and an opaque colour, whose form all SVG readers support: rgb(…), rgba(…)
 * and color(srgb …) become #rrggbb. Other values, such as `none` or the URL of a gradient, stay unchanged.
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

/** The presentation attributes that elements inherit, with their initial values. */
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

/** The presentation attributes that elements do not inherit, with their initial values. */
const OWN: Attributes = { opacity: '1', 'stop-color': '#000000', 'stop-opacity': '1' };

const PAINTS = new Set(['fill', 'stroke', 'stop-color']);

/** The names of all presentation attributes that the function `presentation` returns. */
export const PRESENTATION: ReadonlySet<string> = new Set([
  ...Object.keys(INHERITED),
  ...Object.keys(OWN),
]);

/**
 * Converts a computed style to presentation attributes.
 * @param style  returns the computed value of a property
 */
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

/**
 * The attributes that must be written on an element: inheritable ones whose value differs from the parent's, and other
 * ones whose value differs from the initial value.
 * @param isStop  whether the element is a stop of a gradient; only stops get `stop-color` and `stop-opacity`
 */
export function ownAttributes(own: Attributes, parent: Attributes, isStop: boolean): Attributes {
  const isTold = ([name, value]: [string, string]) => {
    if (name in INHERITED) return value !== parent[name];
    return (isStop || name === 'opacity') && value !== OWN[name];
  };
  return Object.fromEntries(Object.entries(own).filter(isTold));
}

/** Whether a shape is invisible: its opacity is 0, or neither its fill nor its stroke is visible. */
export function isInvisible(attributes: Attributes): boolean {
  const isClear = (paint: string) =>
    attributes[paint] === 'none' || Number(attributes[`${paint}-opacity`]) === 0;
  return (isClear('fill') && isClear('stroke')) || Number(attributes.opacity) === 0;
}
