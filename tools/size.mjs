// SPDX-License-Identifier: MIT
// `npm run size`: what views of the built site load, compressed by Brotli, beside their limits.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Failure, ROOT } from './process.mjs';

/**
 * @typedef {{file: string, imports?: string[], css?: string[], assets?: string[]}} Chunk
 * @typedef {Record<string, Chunk>} Manifest  Vite's: chunks by their sources
 * @typedef {{name: string, files: string[], limit: number, ceiling?: number}} View  limits in bytes
 */

const DIST = join(ROOT, 'dist');
const KB = 1000;
const LANGUAGES = ['en', 'zh-Hans', 'zh-Hant'];
/**
 * A view above its target has a ceiling instead, so that it does not grow until it is reduced. The modules contain the
 * code that unwinds refused calls, so that a call never leaves the engine in a half-changed state. Only the lesson that
 * trains loads the module with training.
 */
const LIMITS = {
  site: { limit: 200 * KB },
  lesson: { limit: 150 * KB, ceiling: 199 * KB },
  /** It loads a second module once the page knows the lesson. */
  training: { limit: 290 * KB },
  wasm: { limit: 70 * KB },
  trainingWasm: { limit: 90 * KB },
};

/** @typedef {'relaxed' | 'simd'} Twin  those that some browser of today loads */

/** The module with training, and the one without. */
const ALL = 'attention';
const CORE = 'attention-core';

/** @param {Twin} twin @param {'js' | 'wasm'} kind @param {string} [name] */
const engineFile = (twin, kind, name = CORE) =>
  `../build/wasm-${twin}/cpp/bindings/${name}.${kind}`;
/** A script of the site that asks for the engine. */
const AHEAD = 'engine-ahead';
/** The home page shows its picture. */
const FIRST = 'kernel-regression';
/** The lesson that trains. */
const TRAINS = 'learning';
const LESSON = /^src\/lessons\/([^/]+)\/lesson\.ts$/;

/** @returns {Manifest} */
function readManifest() {
  try {
    return JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
  } catch {
    throw new Failure('there is no built site: npm run build');
  }
}

/**
 * The files of some sources and of all that they import before they run.
 * @param {Manifest} manifest
 * @param {string[]} sources
 */
export function filesOf(manifest, sources) {
  const seen = new Set(sources);
  /** @type {Set<string>} */
  const files = new Set();
  for (const key of seen) {
    const chunk = manifest[key];
    if (!chunk) throw new Failure(`the build has no ${key}`);
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) seen.add(imported);
    for (const sheet of chunk.css ?? []) files.add(sheet);
  }
  return [...files].sort();
}

/** @param {string} id @param {string[]} parts */
const lesson = (id, parts) => parts.map((part) => `src/lessons/${id}/${part}`);

/**
 * The views that have a limit, each with all files that it loads.
 * @param {Manifest} manifest
 * @param {string} language
 * @param {Twin} [twin]  that computes
 * @returns {View[]}
 */
export function views(manifest, language, twin = 'relaxed') {
  const preview = lesson(FIRST, ['preview.ts', `messages.${language}.json`]);
  const font = Object.keys(manifest).filter((key) => key.endsWith('.woff2'));
  const engine = [
    engineFile(twin, 'js'),
    engineFile(twin, 'wasm'),
    `src/i18n/messages/${language}.json`,
  ];
  const lessons = Object.keys(manifest).flatMap((key) => key.match(LESSON)?.[1] ?? []);
  return [
    {
      name: 'first view of the site',
      files: ['index.html', ...filesOf(manifest, ['index.html', AHEAD, ...engine, ...preview])],
      ...LIMITS.site,
    },
    ...lessons.map((id) => ({
      name: `${id} with engine, texts and font`,
      files: filesOf(manifest, [
        ...engine,
        ...font,
        ...(id === TRAINS ? [engineFile(twin, 'js', ALL), engineFile(twin, 'wasm', ALL)] : []),
        ...lesson(id, ['lesson.ts', `messages.${language}.json`, `text.${language}.md`]),
      ]),
      ...(id === TRAINS ? LIMITS.training : LIMITS.lesson),
    })),
    .../** @type {const} */ (['simd', 'relaxed']).flatMap((one) => [
      {
        name: `WebAssembly module, ${one}`,
        files: filesOf(manifest, [engineFile(one, 'wasm')]),
        ...LIMITS.wasm,
      },
      {
        name: `WebAssembly module with training, ${one}`,
        files: filesOf(manifest, [engineFile(one, 'wasm', ALL)]),
        ...LIMITS.trainingWasm,
      },
    ]),
  ];
}

/** @type {Map<string, number>} */
const sizes = new Map();

/** Fonts are compressed already, and hosts send them as they are. @param {string} file */
function sizeOf(file) {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const content = readFileSync(join(DIST, file));
  const size = Math.min(content.length, brotliCompressSync(content).length);
  sizes.set(file, size);
  return size;
}

/**
 * What is said of a size, and whether it fails.
 * @param {number} size
 * @param {{limit: number, ceiling?: number}} limits
 */
export function judge(size, { limit, ceiling = limit }) {
  if (size > ceiling) return { fails: true, text: `above ${kB(ceiling)}` };
  if (size > limit) return { fails: false, text: `not yet within ${kB(limit)}` };
  if (ceiling > limit) return { fails: true, text: `within ${kB(limit)}: drop the ceiling` };
  return { fails: false, text: `within ${kB(limit)}` };
}

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / KB).toFixed(1)} kB`;

/** Prints every view's size in each language's worst case. @throws Failure where one is above its limit */
export function checkSizes() {
  const manifest = readManifest();
  const inLanguages = LANGUAGES.map((language) => views(manifest, language));
  /** @type {string[]} */
  const failures = [];
  for (const [index, { name, limit, ceiling }] of (inLanguages[0] ?? []).entries()) {
    const all = inLanguages.map((list) => (list[index]?.files ?? []).map(sizeOf));
    const size = Math.max(...all.map((files) => files.reduce((sum, one) => sum + one, 0)));
    const { fails, text } = judge(size, { limit, ...(ceiling ? { ceiling } : {}) });
    const line = `${name}: ${kB(size)}, ${text}`;
    console.log(line);
    if (fails) failures.push(line);
  }
  if (failures.length > 0) throw new Failure(failures.join('\n'));
}
