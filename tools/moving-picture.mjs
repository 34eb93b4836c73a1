// SPDX-License-Identifier: MIT
// Records the animated GIF of README.md, as part of `npm run screenshots`. It shows clicks on words of the home page's
// sentence, then a drag of the query in the first lesson.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error: the package has no types.
import gifenc from 'gifenc';
import { ROOT } from './process.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { applyPalette, GIFEncoder, quantize } = gifenc;
const FILE = join(ROOT, 'docs/attention-lab.gif');
const SIZE = { width: 960, height: 540 };
const MOVING = 100; // milliseconds a frame is shown
const STANDING = 1800;
const COLOURS = 127;
/** The palette index of a pixel that equals the pixel of the previous frame. */
const UNCHANGED = COLOURS;

/** @param {import('playwright-core').Browser} browser @param {string} url  the address of the site */
export async function film(browser, url) {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light' });
  const page = await context.newPage();
  const gif = GIFEncoder();
  const frame = frameWriter(page, gif);
  await filmHome(page, url, frame);
  await filmLesson(page, url, frame);
  gif.finish();
  writeFileSync(FILE, gif.bytes());
  await context.close();
}

/** @param {Page} page @param {string} url @param {(delay: number) => Promise<void>} frame */
async function filmHome(page, url, frame) {
  await page.goto(`${url}en/`);
  const sentence = page.locator('.home-sentence.live');
  await sentence.waitFor();
  await frame(STANDING);
  for (const noun of ['dogs', 'queen']) {
    await sentence.getByText(noun, { exact: true }).click();
    for (let i = 0; i < 6; i += 1) await frame(MOVING);
    await frame(STANDING);
  }
}

/** @param {Page} page @param {string} url @param {(delay: number) => Promise<void>} frame */
async function filmLesson(page, url, frame) {
  await page.goto(`${url}en/kernel-regression/#hand`);
  const query = page.locator('.scene-stage .hand .tip');
  await query.waitFor();
  await frame(STANDING);
  const box = await query.boundingBox();
  if (box === null) throw new Error('the query of the first lesson is not in the window');
  const y = box.y + box.height / 2;
  let x = box.x + box.width / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const step of [...Array(9).fill(-12), ...Array(18).fill(12), ...Array(9).fill(-12)]) {
    x += step;
    await page.mouse.move(x, y);
    await frame(MOVING);
  }
  await page.mouse.up();
  await frame(STANDING);
}

/**
 * Returns a function that adds a screenshot of the page as the next frame. Pixels that equal the previous frame are
 * transparent.
 * @param {Page} page @param {any} gif  the encoder
 */
function frameWriter(page, gif) {
  /** @type {Uint8Array | undefined} */
  let last;
  /** @param {number} delay  milliseconds */
  return async (delay) => {
    const pixels = await rgba(page, await page.screenshot());
    const palette = quantize(pixels, COLOURS);
    const index = applyPalette(pixels, palette);
    const changes = last === undefined ? index : onlyChanges(pixels, last, index);
    gif.writeFrame(changes, SIZE.width, SIZE.height, {
      palette: [...palette, ...Array(COLOURS + 1 - palette.length).fill([0, 0, 0])],
      delay,
      transparent: true,
      transparentIndex: UNCHANGED,
      dispose: 1,
    });
    last = pixels;
  };
}

/** @param {Uint8Array} pixels @param {Uint8Array} last @param {Uint8Array} index */
function onlyChanges(pixels, last, index) {
  const now = new Uint32Array(pixels.buffer);
  const before = new Uint32Array(last.buffer);
  return index.map((colour, i) => (now[i] === before[i] ? UNCHANGED : colour));
}

/** @param {Page} page @param {Buffer} png @returns {Promise<Uint8Array>} */
async function rgba(page, png) {
  const text = await page.evaluate(async (base64) => {
    const png = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([png]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    let bytes = '';
    for (const byte of data) bytes += String.fromCharCode(byte);
    return btoa(bytes);
  }, png.toString('base64'));
  return new Uint8Array(Buffer.from(text, 'base64'));
}
