// SPDX-License-Identifier: MIT
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin } from 'vite';
import { cachedFont, fontLicence, replaceFile } from './cached-font.ts';
import { compileProse, proseFile } from './compile-prose.ts';
import { liveCharacters, mathCharacters } from './math-characters.ts';
import { subsetMathFont } from './subset-math-font.ts';

const require = createRequire(import.meta.url);
const PACKAGE = '@fontsource/stix-two-math';
const FONT_FILE = require.resolve(`${PACKAGE}/files/stix-two-math-latin-400-normal.woff2`);
const RULES_FILE = fileURLToPath(new URL('./math.css', import.meta.url));
const RECIPE = fileURLToPath(new URL('./subset-math-font.ts', import.meta.url));

const VIRTUAL = /^virtual:math-font\.css(?=\?|$)/;
const MODULE = 'virtual:math-font';
const RESOLVED_MODULE = `\0${MODULE}`;

/**
 * Provides `import 'virtual:math-font.css'`: the font face "AL Math", reduced to the glyphs that the prose below
 * `<root>/src` and formulas with changing numbers need, and the rules of math.css. A build also emits the font's
 * licence. `import { url, rules } from 'virtual:math-font'` provides the URL and the rules separately, because a shadow
 * root cannot declare font faces. The font is cached in Vite's cache folder under a hash of its inputs.
 * @param folder  the folder of the licence within the output, with a slash at its end
 */
export function mathFont(folder = ''): Plugin {
  let sources = '';
  let cache = '';
  let used = false;

  return {
    name: 'attention-lab:math-font',
    configResolved(config) {
      sources = join(config.root, 'src');
      cache = join(config.cacheDir, 'math-font');
    },
    resolveId: {
      filter: { id: /^virtual:math-font(?:\.css)?(?=\?|$)/ },
      async handler(id) {
        used = true;
        if (id === MODULE) return RESOLVED_MODULE;
        const { file } = await writeStyleSheet(sources, cache);
        return id.replace(VIRTUAL, () => file);
      },
    },
    load: {
      filter: { id: /^\0virtual:math-font$/ },
      async handler() {
        const { font } = await writeStyleSheet(sources, cache);
        const code = [
          `export { default as url } from ${JSON.stringify(`${normalizePath(font)}?url`)};`,
          `export { default as rules } from ${JSON.stringify(`${normalizePath(RULES_FILE)}?inline`)};`,
        ].join('\n');
        return { code, moduleType: 'js' };
      },
    },
    async hotUpdate({ file, modules }) {
      if (!used || !proseFile.test(file)) return;
      const sheet = await writeStyleSheet(sources, cache);
      const importers = this.environment.moduleGraph.getModulesByFile(sheet.file) ?? [];
      return sheet.changed ? [...modules, ...importers] : modules;
    },
    generateBundle() {
      if (used) this.emitFile(fontLicence(PACKAGE, folder));
    },
  };
}

/** Writes the style sheet, and the font if it is missing, to Vite's cache folder, as ordinary files for Vite. */
async function writeStyleSheet(sources: string, cache: string) {
  const characters = [...new Set([...liveCharacters, ...(await proseCharacters(sources))])].sort();
  const font = await readFile(FONT_FILE);
  const name = await cachedFont(cache, 'al-math.woff2', {
    source: font,
    recipe: (await readFile(RECIPE, 'utf8')) + characters.join(''),
    make: (source) => subsetMathFont(source, characters),
  });
  const face = `@font-face {
  font-family: "AL Math";
  src: url("./${name}") format("woff2");
  font-display: swap;
}
`;
  const file = join(cache, 'math-font.css');
  const sheet = face + (await readFile(RULES_FILE, 'utf8'));
  const changed = !existsSync(file) || (await readFile(file, 'utf8')) !== sheet;
  if (changed) await replaceFile(file, sheet);
  return { file: normalizePath(file), font: join(cache, name), changed };
}

async function proseCharacters(sources: string): Promise<Set<string>> {
  const files = existsSync(sources) ? await readdir(sources, { recursive: true }) : [];
  const found = new Set<string>();
  for (const name of files.filter((file) => proseFile.test(file))) {
    const { summary, sections } = compileProse(await readFile(join(sources, name), 'utf8'), name);
    const html = [summary, ...Object.values(sections).map((section) => section.html)].join('');
    for (const character of mathCharacters(html)) found.add(character);
  }
  return found;
}
