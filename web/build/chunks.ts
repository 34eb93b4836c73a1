// SPDX-License-Identifier: MIT
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

/** Matches the module of a lesson, or of the home page, which is loaded like a lesson. */
const LESSON = /\/(?:lessons|site)\/([\w-]+)\/(?:lesson|home)\.ts$/;
/** Matches modules that only the site loads. The page for frames (embed.html) shows one lesson without them. */
const SITE = /\/web\/src\/(?:site|offline)\//;
/** A module that at least this many lessons use goes into the chunk that every page loads. */
const MANY = 4;
/** Matches the modules of the trained model, which the home page needs too. */
const MODEL = /\/engine\/(?:sentences\/(?:languages|model-file)|sentence-model)\.ts/;
/** Matches the questions of the review and of worksheets. Without a group, their chunks would have names of lessons. */
const QUESTIONS = /\/review\/questions\//;
/** Matches modules of the lessons about sentences. They go into the chunk `words`, even if MANY lessons use them. */
const WORDS =
  /\/(?:engine\/sentences\/[\w-]+\.ts|lessons\/own-words|components\/(?:arc|cell-keys|heat-map|sentence|text-box|word))/;

/** Matches the parts of figures and the sentences of the course, which the home page needs too. */
const MARKS = /\/web\/src\/(?:marks\/|lesson\/sentences\.json)/;
/** Matches the modules in web/src/lesson, which display the steps of a lesson. */
const SCENES = /\/web\/src\/lesson\//;

/**
 * Matches the modules that the site loads only after a lesson's first view: dialogs and claims. Each key is the name of
 * the chunk for the matching modules and for those of their imports that no lesson uses.
 */
const LATE = {
  late: /\/(?:site\/dialogs|lessons\/claim-list)\.ts$/,
};

type Context = Rolldown.ChunkingContext;

/** The path of the glue: the script that Emscripten generates for a WebAssembly module. */
export const glueOf = (module: string): string =>
  fileURLToPath(new URL(`../../build/wasm/simd/${module}.js`, import.meta.url));

/** The module `entry` and all modules that it imports statically, at any depth. */
function closure(entry: string, context: Context): Set<string> {
  const found = new Set([entry]);
  for (const id of found)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/** Assigns modules to chunks: returns, for each module that is grouped with others, the name of its chunk. */
function filesOf(page: string, context: Context): Map<string, string> {
  const started = closure(page, context);
  const laterThan = (ids: Iterable<string>) =>
    [...ids].flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  const later = laterThan(started);
  const uses = new Map<string, string[]>();
  for (const lesson of new Set(later))
    if (LESSON.test(lesson))
      for (const id of closure(lesson, context)) uses.set(id, [...(uses.get(id) ?? []), lesson]);
  // Every page loads the glue of the module without training, except the pages of lessons with training.
  const files = new Map([[glueOf('attention-core'), 'app']]);
  for (const id of started) if (!SITE.test(id)) files.set(id, 'app');
  for (const [name, pattern] of Object.entries(LATE))
    for (const late of [...later, ...laterThan(uses.keys())])
      if (pattern.test(late))
        for (const id of closure(late, context))
          if (!files.has(id)) files.set(id, uses.has(id) ? 'app' : name);
  for (const [id, [first = '', ...others]] of uses) {
    if (files.has(id) || started.has(id)) continue;
    // Modules that only one lesson uses are grouped explicitly. Otherwise, Rolldown would split the lesson's chunk,
    // because the documents page imports only some of these modules.
    if (others.length === 0) files.set(id, LESSON.exec(first)?.[1] ?? '');
    else if (MARKS.test(id)) files.set(id, 'marks');
    else if (SCENES.test(id)) files.set(id, 'scenes');
    else if (MODEL.test(id)) files.set(id, 'model');
    else if (WORDS.test(id)) files.set(id, 'words');
    else files.set(id, others.length + 1 >= MANY ? 'app' : 'charts');
  }
  return files;
}

/** Groups modules into a few chunks (output files), because a few files load faster than many small ones. */
export function chunks(): Plugin {
  return {
    name: 'attention-lab:chunks',
    apply: 'build',
    config({ root = '' }) {
      let files: Map<string, string> | undefined;
      const name = (id: string, context: Context): string | null => {
        files ??= filesOf(resolve(root, 'src/site/main.ts'), context);
        if (id.endsWith('.css')) return null;
        // The module of the trained model is not in `files`, because lessons import it dynamically.
        const late = MODEL.test(id) ? 'model' : QUESTIONS.test(id) ? 'questions' : null;
        return files.get(id) ?? late;
      };
      const codeSplitting = {
        // With `true`, a lesson's chunk would also contain the dependencies that it shares with other lessons.
        includeDependenciesRecursively: false,
        groups: [{ name, debugName: 'app and lessons' }],
      };
      return { build: { rolldownOptions: { output: { codeSplitting } } } };
    },
  };
}
