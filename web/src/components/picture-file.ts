// SPDX-License-Identifier: MIT
// A picture of the page as a file. Loaded when a reader saves the first one.
import { drawingOf } from './standalone-svg.ts';
import { svgFile } from './svg-text.ts';

/** Pixels of the image for each of the picture's, as screens and paper have them. */
const SCALE = 2;

/**
 * A plot as a file.
 * @param language  of its title and description, as a BCP 47 tag
 * @throws where the browser cannot draw it
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

/** An SVG file as a PNG image, two pixels a pixel. */
async function pngOf(svg: { text: string; width: number; height: number }): Promise<Blob> {
  const image = new Image(svg.width, svg.height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = svg.width * SCALE;
  canvas.height = svg.height * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/png');
  });
}

/** The colour behind an element. */
function groundOf(element: Element): string {
  for (let around: Element | null = element; around; around = around.parentElement) {
    const { backgroundColor } = getComputedStyle(around);
    if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
  }
  return 'none';
}

/** The text of the heading under which an element stands. */
function headingOf(element: Element): string {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const before = Array.from(around.querySelectorAll('h1, h2, h3')).findLast(
      (heading) =>
        (heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    );
    if (before) return before.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  }
  return '';
}
