// SPDX-License-Identifier: MIT
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import type english from '../src/i18n/messages/en.json';
import { compileProse, proseFile } from './compile-prose.ts';
import type { Prose } from './prose-types.ts';
import { withEnglish } from './with-english.ts';

/**
 * Makes `import prose from './text.en.md'` return a `Prose` object. It is compiled at build time, so the browser loads
 * no Markdown or TeX parser. The module also exports `messages`, the catalogue of messages in the same folder, so that
 * one request loads both. Texts that a language lacks are in English.
 */
export function prose(): Plugin {
  let catalogues = '';
  return {
    name: 'attention-lab:prose',
    configResolved({ root }) {
      catalogues = join(root, 'src/i18n/messages');
    },
    transform: {
      filter: { id: proseFile },
      handler(source, id) {
        const language = /\.([A-Za-z-]+)\.md$/.exec(id)?.[1] ?? 'en';
        const compile = (text: string, file: string, of: string) =>
          compileProse(text, relative(process.cwd(), file), formulaIn(catalogues, of));
        const own = compile(source, id, language);
        const model = id.replace(/[A-Za-z-]+\.md$/, 'en.md');
        if (model !== id) this.addWatchFile(model);
        const prose =
          model === id ? own : filled(own, compile(readFileSync(model, 'utf8'), model, 'en'));
        const messages = [language, 'en']
          .map((of) => `messages.${of}.json`)
          .find((name) => existsSync(join(dirname(id), name)));
        const code = [
          `export default ${JSON.stringify(prose)};`,
          ...(messages
            ? [`export { default as messages } from ${JSON.stringify(`./${messages}`)};`]
            : []),
        ];
        return { code: code.join('\n'), map: null, moduleType: 'js' };
      },
    },
  };
}

/** The accessible name of a formula on a line of its own. */
function formulaIn(catalogues: string, language: string): string {
  const read = (of: string) => JSON.parse(readFileSync(join(catalogues, `${of}.json`), 'utf8'));
  return (withEnglish(read(language), read('en')) as typeof english).prose.formula;
}

/** Adds the sections of `model`, the English text, that `own` lacks. */
const filled = (own: Prose, model: Prose): Prose => ({
  ...own,
  sections: { ...model.sections, ...own.sections },
});
