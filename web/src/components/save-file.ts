// SPDX-License-Identifier: MIT

/** Long enough for a browser that asks where to put a file. */
const KEPT_MS = 60_000;
/** Pixels of the image for each of the picture's, as screens and paper have them. */
const SCALE = 2;

/** A file's name in ASCII, from parts such as a lesson's and a picture's. */
export function fileName(parts: readonly string[], extension: string): string {
  const stem = parts
    .map((part) =>
      part
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
    )
    .filter((part) => part !== '')
    .join('-');
  return `${stem || 'attention-lab'}.${extension}`;
}

/** Hands a file to the browser, to be kept as it keeps downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/**
 * An SVG file as a PNG image, two pixels a pixel.
 * @throws where the browser cannot draw it
 */
export async function pngOf(svg: { text: string; width: number; height: number }): Promise<Blob> {
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
