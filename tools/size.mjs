// SPDX-License-Identifier: MIT
// `npm run size`: compares the size of the npm package, and the Brotli-compressed download size of each view of the
// built site and of the element, with their limits.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { LESSONS } from './lesson-list.mjs';
import { engineSize, tarballSize } from './package-size.mjs';
import { Failure, ROOT } from './process.mjs';
import { completeLanguages } from './translations.mjs';

/**
 * @typedef {Record<string, {file: string, imports?: string[], css?: string[]}>} Manifest  Vite's manifest: the built file
 *   of each source
 * @typedef {{name: string, files: string[], limit: number, ceiling?: number}} View
 *   the files of a view, such as a page with a lesson. limit: the target size in bytes; ceiling: the size in bytes
 *   above which the check fails, by default the limit
 */

const DIST = join(ROOT, 'dist');
const KB = 1000;
/**
 * The limits in bytes. A size above its target (`limit`) but not above its `ceiling` is reported, but does not fail.
 * Lessons with training load a larger WebAssembly module. The modules include stack unwinding for C++ exceptions, so
 * that a rejected call leaves the engine unchanged.
 */
const LIMITS = {
  site: { limit: 163 * KB },
  // Not part of any view: pages show texts in system fonts until these fonts are loaded.
  fonts: { limit: 55 * KB },
  lesson: { limit: 150 * KB, ceiling: 202 * KB },
  training: { limit: 150 * KB, ceiling: 240 * KB },
  // A lesson that uses the trained sentence model, and rotary positions, which only the module with training computes.
  trainingSentences: { limit: 150 * KB, ceiling: 248 * KB },
  element: { limit: 150 * KB, ceiling: 188 * KB },
  elementTraining: { limit: 150 * KB, ceiling: 224 * KB },
  wasm: { limit: 72 * KB },
  trainingWasm: { limit: 107 * KB },
  package: { limit: 850 * KB },
  engine: { limit: 90 * KB, ceiling: 92 * KB },
};

/** The file of a module in the WebAssembly build that most browsers load. @param {string} module */
const wasm = (module) => `../build/wasm/relaxed/${module}.wasm`;
/** @param {boolean | undefined} trains */
const moduleOf = (trains) => (trains ? 'attention' : 'attention-core');

const assets = () => readdirSync(join(DIST, 'assets')).map((name) => `assets/${name}`);

/** Whether a file is a font other than the math font (al-math-….woff2). @param {string} file */
const isTextFont = (file) => /(?<!\/al-math-[\w-]+)\.woff2$/.test(file);

/** A page, and the files that it links and preloads. @param {string} page */
function linkedFrom(page) {
  const links = readFileSync(join(DIST, page), 'utf8').matchAll(
    / (?:href|src)="[./]*(assets\/[^"]+)"/g,
  );
  return [page, ...new Set(Array.from(links, ([, file = '']) => file))];
}

/**
 * The built scripts, style sheets and fonts of some sources and of their static imports, at any depth.
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

/**
 * The views of the element `<attention-lab>`, each with all files that a page with one lesson downloads for it.
 * @param {string} language
 * @returns {View[]}
 */
function elementViews(language) {
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(join(ROOT, 'build/embed-manifest.json'), 'utf8'));
  const shared = [
    'src/embed/attention-lab.ts',
    'src/embed/player.ts',
    `src/i18n/messages/${language}.json`,
    ...Object.keys(manifest).filter((key) => key.endsWith('.woff2')),
  ];
  return LESSONS.map(({ id, sentences, trains }) => {
    const own = [
      `../build/wasm/simd/${moduleOf(trains)}.js`,
      `src/lessons/${id}/lesson.ts`,
      `src/lessons/${id}/text.${language}.md`,
      ...(sentences
        ? ['src/engine/sentence-model.ts', `src/engine/sentences/models/${language}.json`]
        : []),
    ];
    const files = filesOf(manifest, [...shared, ...own]).map((file) => `embed/${file}`);
    return {
      name: `element with ${id}`,
      files: [...files, wasm(moduleOf(trains))],
      ...(trains ? LIMITS.elementTraining : LIMITS.element),
    };
  });
}

/**
 * The views of the site that have a size limit, each with all files that it downloads. Emscripten's script of the
 * module without training is part of the chunk `app`; lessons with training also download `glue`.
 * @param {string} language
 * @returns {View[]}
 */
export function views(language) {
  const glue = assets().filter((file) => /\/attention-(?!core-)[\w-]+\.js$/.test(file));
  const filesFor = (/** @type {string} */ page, trains = false) => [
    ...linkedFrom(`${language}/${page}index.html`).filter((file) => !isTextFont(file)),
    ...(trains ? glue : []),
    wasm(moduleOf(trains)),
  ];
  return [
    { name: 'first view of the site', files: filesFor(''), ...LIMITS.site },
    ...LESSONS.map((lesson) => ({
      name: `${lesson.id} with page, engine, texts and font`,
      files: filesFor(`${lesson.id}/`, lesson.trains),
      ...limitsOf(lesson),
    })),
    { name: 'fonts of texts', files: assets().filter(isTextFont), ...LIMITS.fonts },
    ...['simd', 'relaxed'].flatMap((twin) => [
      {
        name: `WebAssembly module, ${twin}`,
        files: [`../build/wasm/${twin}/attention-core.wasm`],
        ...LIMITS.wasm,
      },
      {
        name: `WebAssembly module with training, ${twin}`,
        files: [`../build/wasm/${twin}/attention.wasm`],
        ...LIMITS.trainingWasm,
      },
    ]),
  ];
}

/** @param {typeof LESSONS[0]} lesson */
const limitsOf = ({ trains, sentences }) => {
  if (!trains) return LIMITS.lesson;
  return sentences ? LIMITS.trainingSentences : LIMITS.training;
};

/** @type {Map<string, number>} */
const sizes = new Map();

/**
 * The download size of a file, whose path is relative to dist/. Fonts are already compressed, so hosts send them without
 * Brotli.
 * @param {string} file
 */
function sizeOf(file) {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const content = readFileSync(join(DIST, file));
  const size = Math.min(content.length, brotliCompressSync(content).length);
  sizes.set(file, size);
  return size;
}

/**
 * Compares a size with its limits. A size within `limit` fails if there is still a ceiling, because the ceiling is no
 * longer needed and must be removed.
 * @param {number} size
 * @param {{limit: number, ceiling?: number}} limits
 * @returns the text to print, and whether the check fails
 */
export function judge(size, { limit, ceiling = limit }) {
  if (size > ceiling) return { fails: true, text: `above ${kB(ceiling)}` };
  if (size > limit)
    return { fails: false, text: `missed: target ${kB(limit)}, limit ${kB(ceiling)}` };
  if (ceiling > limit) return { fails: true, text: `within ${kB(limit)}: drop the ceiling` };
  return { fails: false, text: `within ${kB(limit)}` };
}

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / KB).toFixed(1)} kB`;

/**
 * Prints the size of each view in the language in which it is largest, and the sizes of the npm package.
 * @throws {Failure} if a check fails
 */
export async function checkSizes() {
  const inLanguages = completeLanguages().map((language) => [
    ...views(language),
    ...elementViews(language),
  ]);
  /** @type {string[]} */
  const failures = [];
  const report = (
    /** @type {Omit<View, 'files'> & {size: number}} */ { name, size, ...limits },
  ) => {
    const { fails, text } = judge(size, limits);
    const line = `${name}: ${kB(size)}, ${text}`;
    console.log(line);
    if (fails) failures.push(line);
  };
  for (const [index, { files: _, ...view }] of (inLanguages[0] ?? []).entries()) {
    const all = inLanguages.map((list) => (list[index]?.files ?? []).map(sizeOf));
    const size = Math.max(...all.map((files) => files.reduce((sum, one) => sum + one, 0)));
    report({ ...view, size });
  }
  report({ name: 'npm package, packed', size: tarballSize(), ...LIMITS.package });
  const engine = await engineSize();
  report({ name: 'engine alone, in a bundle', size: engine, ...LIMITS.engine });
  if (failures.length > 0) throw new Failure(failures.join('\n'));
}
