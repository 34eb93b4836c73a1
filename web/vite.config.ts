// SPDX-License-Identifier: MIT
// All builds of the sources in web: `vite build web` builds the site; with `--mode <key>`, it runs a build of BUILDS.
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';
import { chunks } from './build/chunks.ts';
import { embedFiles } from './build/embed-files.ts';
import { everyLanguage } from './build/every-language.ts';
import { forBundlers } from './build/for-bundlers.ts';
import { heldFiles } from './build/held-files.ts';
import { hosting, hostingAnew } from './build/hosting.ts';
import { languageNames } from './build/language-names.ts';
import { lessonPlugins } from './build/lesson-plugins.ts';
import { mathFont } from './build/math-font.ts';
import { noFacades } from './build/no-facades.ts';
import { offline } from './build/offline.ts';
import { packageModules, SHARED, workerName } from './build/package-modules.ts';
import { pages } from './build/pages.ts';
import { shell } from './build/shell.ts';
import { MAIN, START, singleFiles } from './build/single-files.ts';
import { textFonts } from './build/text-fonts.ts';
import { wasmLicenses } from './build/wasm-licenses.ts';
import { installable } from './build/web-manifest.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SITE = here('../dist');
const EMBED = here('../dist/embed');

/** The entries of a build: their names, and their sources below web/src. */
const entries = (sources: Record<string, string>) =>
  Object.fromEntries(Object.entries(sources).map(([name, file]) => [name, here(`src/${file}.ts`)]));
const ELEMENT = ['attention-lab', 'player', 'frame-height'];
const element = (folder = '') =>
  Object.fromEntries(ELEMENT.map((name) => [`${folder}${name}`, `embed/${name}`]));

const site: UserConfig = {
  root: here('.'),
  // Relative URLs, so that the site works in any folder of a host.
  base: './',
  // The servers of Vite respond with 404 to missing files, as static hosts do, instead of with index.html.
  appType: 'mpa',
  server: { fs: { allow: [here('..')] } },
  // Workers are ES modules, because Vite's other format lacks dynamic imports, which the engine uses.
  worker: { format: 'es' },
  build: {
    outDir: SITE,
    emptyOutDir: true,
    target: 'es2022',
    // The first versions that support light-dark(). For older ones, Vite would replace it by CSS that ignores the
    // color-scheme of the page that contains an embed.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Assets are never inlined as data: URLs, because the site's Content-Security-Policy forbids fetching them.
    assetsInlineLimit: 0,
    // Vite adds no preload links: the pages link the files that every view needs, and their first script
    // (src/site/shell.ts) requests the others. An embed must not add elements to the head of the page that contains it.
    modulePreload: false,
    license: { fileName: 'licenses/third-party.txt' },
  },
};

const sitePlugins = () => [
  pages(),
  lessonPlugins(),
  mathFont(),
  textFonts(),
  everyLanguage(),
  wasmLicenses(),
  chunks(),
  noFacades(),
  languageNames(),
  shell(),
  installable(),
  offline(),
  hosting(),
];

const NUMBERS = /\/web\/src\/i18n\/(?:number-format|read-number)\./;
/**
 * Matches the modules that several lessons of the element share: controls, questions and notices. One chunk compresses
 * better than the many that Rolldown would write.
 */
const CONTROLS =
  /\/web\/src\/(?:components\/(?:choice|field-element|keep-clicks|number-box|predict|printing|reader-acts)|device\/guesses|state\/fields|lessons\/(?:failure|lost-instance|matrix|refusal|scene|words-field))\.|\/directives\/(?:keyed|live|until)\.js|\/@lit\/context\//;

const isFont = (file: string) => file.endsWith('.woff2');

/** The builds besides the site, by the mode of Vite. */
const BUILDS: Record<string, () => UserConfig> = {
  /** `<attention-lab>` for other sites in dist/embed, a folder that works without the rest of the site. */
  embed: () => ({
    plugins: [
      lessonPlugins(),
      mathFont(),
      wasmLicenses(),
      embedFiles(),
      hostingAnew(SITE),
      forBundlers(),
    ],
    build: {
      outDir: EMBED,
      manifest: true,
      rolldownOptions: {
        input: entries(element()),
        output: {
          entryFileNames: '[name].js',
          codeSplitting: {
            groups: [
              // The entry file imports these modules. In a chunk of their own, they do not make it load other modules.
              { name: 'numbers', test: NUMBERS, priority: 1 },
              { name: 'shared', test: CONTROLS },
            ],
          },
        },
      },
    },
  }),
  /** `<attention-lab>` as a notebook widget (anywidget): dist/embed/anywidget.js, a self-contained file. */
  anywidget: () => ({
    plugins: [lessonPlugins(), mathFont(), heldFiles()],
    build: {
      outDir: EMBED,
      emptyOutDir: false,
      license: false,
      assetsInlineLimit: isFont,
      rolldownOptions: {
        input: entries({ anywidget: 'embed/anywidget' }),
        output: { entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  }),
  /** One self-contained page per lesson, and one with all lessons, in dist/single. */
  single: () => ({
    plugins: [
      lessonPlugins(),
      mathFont(),
      wasmLicenses(),
      heldFiles(),
      singleFiles(),
      hostingAnew(SITE),
    ],
    build: {
      outDir: here('../dist/single'),
      assetsInlineLimit: isFont,
      rolldownOptions: {
        input: entries({ [MAIN]: `embed/single/${MAIN}`, [START]: `embed/single/${START}` }),
        // The pages use classic scripts, which have no import.meta. Emscripten's script reads import.meta.url but never
        // fetches this URL, so any URL works.
        transform: { define: { 'import.meta.url': '"file:///"', 'import.meta': '{}' } },
        output: {
          format: 'cjs',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  }),
  /** The npm package in build/package. The `<attention-lab>` element and the engine share chunks. */
  package: () => ({
    plugins: [
      packageModules(),
      lessonPlugins(),
      mathFont('embed/'),
      wasmLicenses('embed/'),
      embedFiles('embed/'),
      forBundlers(),
    ],
    build: {
      outDir: here('../build/package/dist'),
      assetsDir: SHARED,
      license: { fileName: 'embed/licenses/third-party.txt' },
      rolldownOptions: {
        input: entries({
          ...element('embed/'),
          'engine/index': 'engine/index',
          'engine/node': 'engine/node',
          [workerName('learning')]: 'lessons/learning/training/worker',
          [workerName('cost')]: 'lessons/cost/worker',
        }),
        output: { entryFileNames: '[name].js' },
        external: [/^node:/],
      },
    },
  }),
};

export default defineConfig(({ mode }) => {
  const other = BUILDS[mode]?.();
  if (other === undefined) return { ...site, plugins: sitePlugins() };
  const { rolldownOptions, ...build } = other.build ?? {};
  return {
    ...site,
    publicDir: false,
    plugins: other.plugins ?? [],
    build: {
      ...site.build,
      ...build,
      rolldownOptions: { preserveEntrySignatures: 'exports-only', ...rolldownOptions },
    },
  };
});
