// SPDX-License-Identifier: MIT
// `npm run icons`: renders icon.svg to PNG files in web/public/app-icons, for systems that do not support SVG icons.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './launch.mjs';
import { Failure, ROOT } from './process.mjs';

/**
 * For icons whose corners the operating system may cut off: a square background and a smaller drawing. `corner` (the
 * radius) and `mark` (the side of the drawing) are shares of the icon's side.
 */
const FULL = { corner: 0, mark: 0.68 };
const ROUNDED = { corner: 0.2, mark: 0.84 };
const ICONS = [
  { file: 'icon-192.png', size: 192, ...ROUNDED },
  { file: 'icon-512.png', size: 512, ...ROUNDED },
  { file: 'maskable-512.png', size: 512, ...FULL },
  { file: 'apple-touch-180.png', size: 180, ...FULL },
];
/**
 * The drawing in icon.svg is above the centre of its view box. To centre it, the whole SVG is moved down by this share
 * of its side.
 */
const LOWER = 0.057;
const PUBLIC = join(ROOT, 'web/public');

/** The background colour of the site's light colour scheme, for which the icon was drawn. */
function paper() {
  const css = readFileSync(join(ROOT, 'web/src/components/base.css'), 'utf8');
  const [, color] = css.match(/--paper: .*light-dark\((#\w+)/) ?? [];
  if (!color) throw new Failure('base.css does not define --paper');
  return color;
}

/** @param {typeof ICONS[0]} icon */
function drawing({ size, corner, mark }) {
  const svg = readFileSync(join(PUBLIC, 'icon.svg'), 'utf8');
  const inner = size * mark;
  const edge = (size - inner) / 2;
  const place = `x="${edge}" y="${edge + inner * LOWER}" width="${inner}" height="${inner}"`;
  return `<body style="margin: 0"><svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" style="display: block">
    <rect width="${size}" height="${size}" rx="${size * corner}" fill="${paper()}"/>
    ${svg.replace('<svg', `<svg ${place}`)}
  </svg></body>`;
}

async function draw() {
  const browser = await launch('chromium');
  const page = await browser.newPage();
  for (const icon of ICONS) {
    await page.setViewportSize({ width: icon.size, height: icon.size });
    await page.setContent(drawing(icon));
    await page.screenshot({ path: join(PUBLIC, 'app-icons', icon.file), omitBackground: true });
    console.log(icon.file);
  }
  await browser.close();
}

export const steps = () => [{ name: 'icons', run: draw }];
