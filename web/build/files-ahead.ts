// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Rolldown } from 'vite';
import { sentenceLanguage } from '../src/engine/sentences/languages.ts';
import { PROBES, TWINS } from '../src/engine/twin.ts';
import type { Ahead } from '../src/site/links-ahead.ts';
import { languagesIn } from './language-names.ts';
import { PAGES } from './lesson-names.ts';
import { glueOf } from './one-glue.ts';

type Chunk = Rolldown.OutputChunk;

/** The id of the lesson that the home page shows as a preview. */
const FIRST = 'kernel-regression';

/**
 * Returns two functions. `closureOf` finds the output files of modules and of all their static imports. `asset` finds
 * the output file of an asset.
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
    /** The output file of an asset whose source path ends with `path`, or '' if there is none. */
    asset: (path: string) =>
      outputs.find(
        (one) => one.type === 'asset' && one.originalFileNames.some((name) => name.endsWith(path)),
      )?.fileName ?? '',
  };
}

/** The files to preload for each page. They are requested before the page's modules run and import them. */
export function filesAhead(bundle: Rolldown.OutputBundle, root: string): Ahead {
  const { closureOf, asset } = finder(bundle);
  const at = (...path: string[]) => join(root, 'src', ...path);
  // index.html itself already links these files.
  const linked = new Set(closureOf([at('site/main.ts')]));
  const files = (...modules: string[]) =>
    closureOf(modules)
      .filter((file) => !linked.has(file))
      .map((file) => basename(file));
  const place = (folder: string, script: string, hasModel = false) => ({
    files: files(at(folder, script)),
    texts: Object.fromEntries(
      languagesIn(at()).map((language) => {
        const shared = at(`i18n/messages/${language}.json`);
        const model = at(`engine/sentences/models/${sentenceLanguage(language)}.json`);
        const text = at(folder, `text.${language}.md`);
        return [language, files(shared, text, ...(hasModel ? [model] : []))];
      }),
    ),
  });
  // Text with formulas would shift if their font came after the first paint.
  const font = basename(asset('al-math.woff2'));
  const lessons = readdirSync(at('lessons'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const file = readFileSync(at('lessons', name, 'lesson.json'), 'utf8');
      const { trains, sentences } = JSON.parse(file);
      const { files, texts } = place(`lessons/${name}`, 'lesson.ts', sentences);
      return [name, { ...(trains && { trains }), files: [...files, font], texts }];
    });
  const engine = (twin: string, name: string) => [
    ...files(glueOf(twin, name)),
    basename(asset(`build/wasm/${twin}/${name}.wasm`)),
  ];
  return {
    languages: languagesIn(at()),
    twins: TWINS.map((name) => ({
      name,
      probe: PROBES[name],
      all: engine(name, 'attention'),
      core: engine(name, 'attention-core'),
    })),
    places: {
      '': place(`lessons/${FIRST}`, 'preview.ts'),
      ...Object.fromEntries(lessons),
      ...Object.fromEntries(PAGES.map((id) => [id, place(id, 'lesson.ts')])),
    },
  };
}
