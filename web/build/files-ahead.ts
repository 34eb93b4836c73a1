// SPDX-License-Identifier: MIT
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Rolldown } from 'vite';
import { sentenceLanguage } from '../src/engine/sentences/languages.ts';
import { PROBES, TWINS } from '../src/engine/twin.ts';
import type { Ahead } from '../src/site/links-ahead.ts';
import type { StaticPage } from '../src/site/outline.ts';
import { glueOf } from './chunks.ts';
import { isLatin } from './language-names.ts';
import { PAGES } from './lesson-names.ts';
import { ITALIC, SANS, SERIF } from './text-fonts.ts';

type Chunk = Rolldown.OutputChunk;

/**
 * Returns functions that find output files. `closureOf`: the files of modules and of all their static imports.
 * `sheetsOf`: the style sheets that scripts import, except those of entries, which the template links.
 */
function finder(bundle: Rolldown.OutputBundle) {
  const outputs = Object.values(bundle);
  const chunks = new Map(
    outputs.filter((one): one is Chunk => one.type === 'chunk').map((one) => [one.fileName, one]),
  );
  const closure = (from: readonly Chunk[]) => {
    const found = new Set(from);
    for (const { imports } of found)
      for (const name of imports) found.add(chunks.get(name) as Chunk);
    return [...found].map(({ fileName }) => fileName);
  };
  const holding = (id: string) => {
    const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(id));
    if (chunk === undefined) throw new Error(`no file of the build contains ${id}`);
    return chunk;
  };
  return {
    closureOf: (modules: readonly string[]) => closure(modules.map(holding)),
    sheetsOf: (scripts: readonly string[]) =>
      scripts.flatMap((name) => {
        const { isEntry, viteMetadata } = chunks.get(name) as Chunk;
        return isEntry ? [] : [...(viteMetadata?.importedCss ?? [])];
      }),
    /** The output file of the asset whose source path ends with `path`. */
    asset: (path: string) => {
      const found = outputs.find(
        (one) =>
          one.type === 'asset' && one.originalFileNames.some((name) => name.endsWith(`/${path}`)),
      );
      if (found === undefined) throw new Error(`no file of the build is ${path}`);
      return found.fileName;
    },
  };
}

/** The engine's files, for the script that preloads them. */
export function engineAhead(bundle: Rolldown.OutputBundle, root: string): Ahead {
  const { closureOf, asset } = finder(bundle);
  const linked = new Set(closureOf([join(root, 'src/site/main.ts')]));
  const engine = (twin: string, name: string) => [
    ...closureOf([glueOf(name)])
      .filter((file) => !linked.has(file))
      .map((file) => basename(file)),
    basename(asset(`wasm/${twin}/${name}.wasm`)),
  ];
  return TWINS.map((name) => ({
    name,
    probe: PROBES[name],
    all: engine(name, 'attention'),
    core: engine(name, 'attention-core'),
  }));
}

/**
 * Returns a function that lists the files that a page links or preloads: its scripts, texts and style sheets, and the
 * fonts, which would otherwise be loaded too late for the first paint. `html` is the page's markup.
 */
export function pagesAhead(bundle: Rolldown.OutputBundle, root: string) {
  const { closureOf, asset, sheetsOf } = finder(bundle);
  const at = (...path: string[]) => join(root, 'src', ...path);
  /** The path of a file in a language, or of the English file if the language has none. */
  const inLanguage = (language: string, path: (of: string) => string): string =>
    [language, 'en'].map((of) => at(path(of))).find(existsSync) as string;
  return ({ lesson, view, language, written }: StaticPage, html: string): readonly string[] => {
    const folder = lesson === undefined || PAGES.includes(lesson) ? lesson : `lessons/${lesson}`;
    const verify = join(folder ?? '', 'verify');
    const own =
      folder === undefined
        ? [at('site/home/home.ts'), inLanguage(language, (of) => `site/home/messages.${of}.json`)]
        : view === 'verify'
          ? [
              at(verify, 'verify.ts'),
              at(verify, `text.${written}.md`),
              inLanguage(written, (of) => `lesson/text.${of}.md`),
            ]
          : view === 'worksheet'
            ? [
                ...['lesson-entry.ts', 'lesson.ts', `sheets/${lesson}.ts`].map((file) =>
                  at('worksheet', file),
                ),
                ...['worksheet', 'review'].map((page) =>
                  inLanguage(written, (of) => `${page}/text.${of}.md`),
                ),
              ]
            : [at(folder, 'lesson.ts'), at(folder, `text.${written}.md`)];
    const { sentences } = isLesson(folder)
      ? JSON.parse(readFileSync(at(folder, 'lesson.json'), 'utf8'))
      : { sentences: folder === undefined };
    const model = ['sentence-model.ts', `sentences/models/${sentenceLanguage(written)}.json`];
    const modules = [
      at('site/main.ts'),
      ...new Set([language, written].map((of) => at(`i18n/messages/${of}.json`))),
      ...own,
      ...(sentences ? model.map((file) => at('engine', file)) : []),
    ];
    const isStory = view !== 'verify';
    const fonts = [
      ...(isLesson(folder) ? [MATH] : []),
      ...(isLatin(language) ? [SANS] : []),
      ...(isLatin(language) && isStory ? [SERIF] : []),
      ...(isLatin(language) && isStory && /<(?:em|var)[ >]/.test(html) ? [ITALIC] : []),
    ];
    const scripts = closureOf(modules);
    return [...scripts, ...sheetsOf(scripts), ...fonts.map(asset)];
  };
}

const MATH = 'al-math.woff2';

const isLesson = (folder: string | undefined): folder is string =>
  folder?.startsWith('lessons/') ?? false;
