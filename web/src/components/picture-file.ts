// SPDX-License-Identifier: MIT
// Saves a plot as a picture. This module is imported when the reader saves the first one.
import { drawingOf } from './standalone-svg.ts';
import { svgFile } from './svg-text.ts';

/** Number of image pixels per CSS pixel, so that pictures are sharp on high-density screens and on paper. */
const SCALE = 2;

/**
 * Creates an image file of a plot.
 * @param language  BCP 47 tag of the plot's title and description
 * @throws if the browser cannot draw the image
 */
export async function pictureFile(
  plot: Element,
  format: 'svg' | 'png',
  language: string,
): Promise<Blob> {
  const { width, height } = plot.getBoundingClientRect();
  const svg = svgFile({
    width,
    height,
    background: groundOf(plot),
    title: headingOf(plot),
    description: plot.querySelector('svg[aria-label]')?.getAttribute('aria-label') ?? '',
    language,
    content: drawingOf(plot),
  });
  return format === 'png' ? pngOf(svg) : new Blob([svg.text], { type: 'image/svg+xml' });
}

async function pngOf(svg: { text: string; width: number; height: number }): Promise<Blob> {
  const image = new Image(svg.width, svg.height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = svg.width * SCALE;
  canvas.height = svg.height * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob ? resolve(blob) : reject(new Error('the browser could not encode the PNG image')),
      'image/png',
    );
  });
}

/**
 * The background colour of an element. If it is fully transparent, the background colour of the nearest ancestor whose
 * colour is not; `none` if there is no such ancestor.
 */
function groundOf(element: Element): string {
  for (let around: Element | null = element; around; around = around.parentElement) {
    const { backgroundColor } = getComputedStyle(around);
    if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
  }
  return 'none';
}

/** The text of the last heading before an element, or of the lesson's title, if the element is in its stage. */
function headingOf(element: Element): string {
  const title = element.closest('.stage')?.closest('.lesson')?.querySelector('h1');
  if (title) return textOf(title);
  for (let around = element.parentElement; around; around = around.parentElement) {
    const before = Array.from(around.querySelectorAll('h1, h2, h3')).findLast(
      (heading) =>
        (heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    );
    if (before) return textOf(before);
  }
  return '';
}

const textOf = (element: Element): string => element.textContent?.replace(/\s+/g, ' ').trim() ?? '';
