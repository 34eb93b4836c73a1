// SPDX-License-Identifier: MIT
// `npm run size`: compares sizes with their limits: the size of the npm package, and the download size of each view of
// the built site and of the element, compressed with Brotli.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { engineSize, tarballSize } from './package-size.mjs';
import { Failure, ROOT } from './process.mjs';
import { completeLanguages } from './translations.mjs';

/**
 * @typedef {{file: string, name?: string, imports?: string[], css?: string[], assets?: string[]}} Chunk
 * @typedef {Record<string, Chunk>} Manifest  Vite's manifest: the chunk of each source
 * @typedef {{name: string, files: string[], limit: number, ceiling?: number}} View
 *   what a reader downloads, such as a page with a lesson. limit: the target size in bytes; ceiling: the size in bytes
 *   above which the check fails, by default the limit
 */

const DIST = join(ROOT, 'dist');
const KB = 1000;
/**
 * The limits in bytes. A view whose size is above its target (`limit`) but not above its `ceiling` is reported as
 * missed, but does not fail. Lessons that need them load the WebAssembly module with training and the parts of a Transformer. The modules include
 * stack unwinding for C++ exceptions, so that a rejected call leaves the engine unchanged.
 */
const LIMITS = {
  site: { limit: 163 * KB },
  // Texts are drawn in the system's fonts until these have come, so they do not count as part of a view.
  fonts: { limit: 55 * KB },
  lesson: { limit: 150 * KB, ceiling: 202 * KB },
  training: { limit: 150 * KB, ceiling: 240 * KB },
  // Rotary positions, which are in the module with training, on a sentence in the trained model.
  trainingSentences: { limit: 150 * KB, ceiling: 248 * KB },
  element: { limit: 150 * KB, ceiling: 188 * KB },
  elementTraining: { limit: 150 * KB, ceiling: 224 * KB },
  wasm: { limit: 72 * KB },
  trainingWasm: { limit: 107 * KB },
  package: { limit: 850 * KB },
  engine: { limit: 90 * KB, ceiling: 92 * KB },
};

/** @typedef {'relaxed' | 'simd'} Twin  a build of the WebAssembly modules */

/** The names of the WebAssembly modules: ALL includes training, CORE does not. */
const ALL = 'attention';
const CORE = 'attention-core';

/** @param {Twin} twin @param {'js' | 'wasm'} kind @param {string} [name] */
const engineFile = (twin, kind, name = CORE) => `../build/wasm/${twin}/${name}.${kind}`;
/** The sources of the pages and of their first script, which every view needs. */
const PAGE = ['page.html', 'src/site/shell.ts'];
/** The sources of the element and of its part that is loaded on demand. */
const ELEMENT = ['src/embed/attention-lab.ts', 'src/embed/player.ts'];
/** The end of the key of the font of formulas. */
const MATH_FONT = 'al-math.woff2';
const TEXT = /^src\/lessons\/([^/]+)\/text\.en\.md$/;

/** @param {'site' | 'embed'} build @returns {Manifest} */
function readManifest(build) {
  try {
    return JSON.parse(readFileSync(join(ROOT, `build/${build}-manifest.json`), 'utf8'));
  } catch {
    throw new Failure('there is no built site: npm run build');
  }
}

/**
 * The built scripts and style sheets of some sources and of their static imports, at any depth.
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

/** The key of a chunk of several modules. @param {Manifest} manifest @param {string} chunk @throws {Error} if two have the name */
function merged(manifest, chunk) {
  const keys = Object.keys(manifest);
  const [found, other] = keys.filter((key) => key[0] === '_' && manifest[key]?.name === chunk);
  if (other) throw new Error(`two chunks have the name ${chunk}`);
  return found;
}

/** The keys of the trained sentence model, whose code is the chunk `model`. @param {Manifest} manifest @param {string} language */
const modelOf = (manifest, language) => [
  merged(manifest, 'model') ?? 'src/engine/sentence-model.ts',
  `src/engine/sentences/models/${language}.json`,
];

/**
 * The chunk of a lesson, its text, and the trained sentence model if it needs that.
 * @param {Manifest} manifest
 * @param {string} id
 * @param {string} language
 */
function lesson(manifest, id, language) {
  const own = `src/lessons/${id}/lesson.ts`;
  const chunk = own in manifest ? own : (merged(manifest, id) ?? own);
  return [
    chunk,
    `src/lessons/${id}/text.${language}.md`,
    ...(placeOf(id).sentences ? modelOf(manifest, language).filter((key) => key in manifest) : []),
  ];
}

/** What the folder of a lesson says of it. @param {string} id @returns {{sentences?: true, trains?: true}} */
const placeOf = (id) =>
  JSON.parse(readFileSync(join(ROOT, `web/src/lessons/${id}/lesson.json`), 'utf8'));

/** The ids of the lessons of a build. @param {Manifest} manifest */
const lessonsOf = (manifest) => Object.keys(manifest).flatMap((key) => key.match(TEXT)?.[1] ?? []);

/**
 * The views of the element `<attention-lab>`, each with all files that a page with one lesson downloads for it.
 * @param {Manifest} manifest
 * @param {string} language
 * @returns {View[]}
 */
function elementViews(manifest, language) {
  const shared = [
    ...ELEMENT,
    `src/i18n/messages/${language}.json`,
    ...Object.keys(manifest).filter((key) => key.endsWith('.woff2')),
  ];
  return lessonsOf(manifest).map((id) => {
    const name = placeOf(id).trains ? ALL : CORE;
    const engine = [engineFile('relaxed', 'js', name), engineFile('relaxed', 'wasm', name)];
    return {
      name: `element with ${id}`,
      files: filesOf(manifest, [...shared, ...engine, ...lesson(manifest, id, language)]).map(
        (file) => `embed/${file}`,
      ),
      ...(placeOf(id).trains ? LIMITS.elementTraining : LIMITS.element),
    };
  });
}

/**
 * The views of the site that have a size limit, each with all files that it downloads.
 * @param {Manifest} manifest
 * @param {string} language
 * @returns {View[]}
 */
export function views(manifest, language) {
  const fonts = Object.keys(manifest).filter((key) => key.endsWith('.woff2'));
  const mathFont = fonts.filter((key) => key.endsWith(MATH_FONT));
  const textFonts = fonts.filter((key) => !key.endsWith(MATH_FONT));
  const shared = [...PAGE, `src/i18n/messages/${language}.json`];
  // The relaxed SIMD build and the SIMD build share one Emscripten script, that of the `relaxed` build. The Emscripten
  // script of the module without training is part of the app's script.
  const engine = (/** @type {string} */ name) => [
    ...(name === ALL ? [engineFile('relaxed', 'js', name)] : []),
    engineFile('relaxed', 'wasm', name),
  ];
  return [
    {
      name: 'first view of the site',
      files: [
        `${language}/index.html`,
        ...filesOf(manifest, [
          ...shared,
          ...engine(CORE),
          merged(manifest, 'home') ?? 'home',
          `src/site/home/messages.${language}.json`,
          ...modelOf(manifest, language).filter((key) => key in manifest),
        ]),
      ],
      ...LIMITS.site,
    },
    ...lessonsOf(manifest).map((id) => ({
      name: `${id} with page, engine, texts and font`,
      files: [
        `${language}/${id}/index.html`,
        ...filesOf(manifest, [
          ...shared,
          ...mathFont,
          ...engine(placeOf(id).trains ? ALL : CORE),
          ...lesson(manifest, id, language),
        ]),
      ],
      ...limitsOf(placeOf(id)),
    })),
    { name: 'fonts of texts', files: filesOf(manifest, textFonts), ...LIMITS.fonts },
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

/** The limits of a lesson's page. @param {ReturnType<typeof placeOf>} place */
const limitsOf = ({ trains, sentences }) => {
  if (!trains) return LIMITS.lesson;
  return sentences ? LIMITS.trainingSentences : LIMITS.training;
};

/** @type {Map<string, number>} */
const sizes = new Map();

/**
 * The download size of a file in dist/. Fonts are already compressed, so hosts send them without Brotli.
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
 * Compares a size with its limits. Returns the text to print, and whether the check fails. It also fails if the size is
 * within a limit that still has a ceiling, because the ceiling is then no longer needed and must be removed.
 * @param {number} size
 * @param {{limit: number, ceiling?: number}} limits
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
  const [site, embed] = [readManifest('site'), readManifest('embed')];
  const inLanguages = completeLanguages().map((language) => [
    ...views(site, language),
    ...elementViews(embed, language),
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
