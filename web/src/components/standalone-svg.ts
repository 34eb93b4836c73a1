// SPDX-License-Identifier: MIT
// Converts a figure on the page to SVG markup that does not depend on style sheets.
import {
  type Attributes,
  escaped,
  INHERITED,
  isInvisible,
  markup,
  ownAttributes,
  PRESENTATION,
  presentation,
} from './svg-text.ts';

/** Matches attributes that have no meaning outside the page. */
const PAGE_ONLY = /^(?:class|style|tabindex|role|focusable|pointer-events|(?:aria|data)-.*)$/;
const LEFT_OUT =
  '.visually-hidden, [role="status"], button, input, select, details, script, style, foreignObject';
const SHAPES = new Set(['rect', 'circle', 'ellipse', 'line', 'path', 'polygon', 'polyline']);

/**
 * Converts the visible svg elements and texts in an element to SVG markup, with coordinates in px relative to the
 * element. Leaves out controls such as buttons.
 */
export function drawingOf(element: Element): string {
  const origin = element.getBoundingClientRect();
  return contentOf(element, origin);
}

function contentOf(element: Element, origin: DOMRect): string {
  return Array.from(element.childNodes, (node) => {
    if (node instanceof Text) return words(node, element, origin);
    if (!(node instanceof Element) || !isSeen(node)) return '';
    if (node instanceof SVGSVGElement) return picture(node, origin);
    return ground(node, origin) + contentOf(node, origin);
  }).join('');
}

const isSeen = (element: Element): boolean =>
  !element.matches(LEFT_OUT) && element.checkVisibility({ visibilityProperty: true });

/** The position and size of a box as SVG attributes, relative to `origin`. */
function placeOf(box: DOMRect, origin: DOMRect): Attributes {
  const round = (x: number) => String(Number(x.toFixed(2)));
  return {
    x: round(box.left - origin.left),
    y: round(box.top - origin.top),
    width: round(box.width),
    height: round(box.height),
  };
}

function picture(svg: SVGSVGElement, origin: DOMRect): string {
  const place = placeOf(svg.getBoundingClientRect(), origin);
  const style = presentationOf(svg);
  const own = { ...geometryOf(svg), ...ownAttributes(style, INHERITED, false), ...place };
  return markup('svg', { ...own, overflow: getComputedStyle(svg).overflow }, partsOf(svg, style));
}

function partsOf(parent: Element, inherited: Attributes): string {
  return Array.from(parent.childNodes, (node) => {
    if (node instanceof Text) return node.data.trim() === '' ? '' : escaped(node.data);
    return node instanceof SVGElement ? part(node, inherited) : '';
  }).join('');
}

function part(element: SVGElement, inherited: Attributes): string {
  const name = element.localName;
  const computed = getComputedStyle(element);
  if (element.matches(LEFT_OUT) || (SHAPES.has(name) && computed.display === 'none')) return '';
  const style = presentationOf(element);
  if (SHAPES.has(name) && (isInvisible(style) || computed.visibility === 'hidden')) return '';
  const own = { ...geometryOf(element), ...ownAttributes(style, inherited, name === 'stop') };
  const frame = name === 'svg' ? { ...own, overflow: computed.overflow } : own;
  const content = partsOf(element, style);
  return name === 'g' && content === '' ? '' : markup(name, frame, content);
}

function presentationOf(element: Element): Record<string, string> {
  const style = getComputedStyle(element);
  return presentation((property) => style.getPropertyValue(property));
}

function geometryOf(element: Element): Attributes {
  const kept = Array.from(element.attributes).filter(
    ({ name }) => !PAGE_ONLY.test(name) && !PRESENTATION.has(name),
  );
  return Object.fromEntries(kept.map(({ name, value }) => [name, value]));
}

/** A rectangle with the background colour of an element, such as a swatch in a legend. */
function ground(element: Element, origin: DOMRect): string {
  const { backgroundColor: fill, borderTopLeftRadius: rx } = getComputedStyle(element);
  const style = presentation((property) => (property === 'fill' ? fill : ''));
  if (isInvisible(style)) return '';
  const place = placeOf(element.getBoundingClientRect(), origin);
  return markup('rect', {
    ...place,
    ...ownAttributes(style, INHERITED, false),
    rx: String(Number.parseFloat(rx)),
  });
}

/** The content of a text node, as one SVG text element per line. */
function words(node: Text, parent: Element, origin: DOMRect): string {
  const lines: { box: DOMRect; text: string }[] = [];
  for (const { 0: word, index } of node.data.matchAll(/\S+\s*/g)) {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + word.trimEnd().length);
    const box = range.getBoundingClientRect();
    const line = lines.at(-1);
    if (line && Math.abs(line.box.top - box.top) < 1) line.text += word.replace(/\s+/g, ' ');
    else if (box.width > 0) lines.push({ box, text: word.replace(/\s+/g, ' ') });
  }
  if (lines.length === 0) return '';
  const { color } = getComputedStyle(parent);
  const style = { ...presentationOf(parent), ...fillOf(color) };
  const own = ownAttributes(style, INHERITED, false);
  return lines
    .map(({ box, text }) => {
      const { x, y } = placeOf(box, origin) as { x: string; y: string };
      const baseline = Number(y) + ascent(style, box.height);
      return markup('text', { ...own, x, y: String(baseline) }, escaped(text.trimEnd()));
    })
    .join('');
}

function fillOf(color: string): Attributes {
  const { fill, 'fill-opacity': opacity } = presentation((name) => (name === 'fill' ? color : ''));
  return { fill: fill as string, 'fill-opacity': opacity as string };
}

/** The distance in px from the top of a line of text to its baseline. */
function ascent(style: Attributes, height: number): number {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return height * 0.8;
  pen.font = `${style['font-weight']} ${style['font-size']}px ${style['font-family']}`;
  return Number(pen.measureText('x').fontBoundingBoxAscent.toFixed(2));
}
