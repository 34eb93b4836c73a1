// SPDX-License-Identifier: MIT
// Tests, with files that it creates, that a language's missing texts are shown in English.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';
import { inEveryLanguage } from '../../web/build/every-language.ts';
import { lessonNames } from '../../web/build/lesson-names.ts';
import { textPlugins } from '../../web/build/lesson-plugins.ts';
import { withEnglish } from '../../web/build/with-english.ts';
import { loadWritten, writtenIn } from '../../web/src/i18n/load-file.ts';
import { createFormatter } from '../../web/src/i18n/number-format.ts';
import { createTranslator } from '../../web/src/i18n/translator.ts';
import { entryTexts } from '../../web/src/lessons/entry-texts.ts';

const root = mkdtempSync(join(tmpdir(), 'attention-lab-untranslated-'));
const source = join(root, 'src');
afterAll(() => rmSync(root, { recursive: true }));

const FILES = {
  'i18n/messages/en.json':
    '{ "prose": { "formula": "Formula" }, "keys_one": "one key", "keys_other": "{{count}} keys", "missing": "No page." }',
  'i18n/messages/fr.json': '{ "partial": true, "prose": {} }',
  'lessons/softmax/text.en.md': '# Softmax\n\nHow?\n\n## One {#one}\n\nA.\n\n## Two {#two}\n\nB.\n',
  'lessons/softmax/text.fr.md': '# Softmax\n\nComment ?\n\n## Un {#one}\n\nA.\n',
  'lessons/softmax/messages.en.json': '{ "a": "a", "b": { "c": "c", "d": "d" } }',
  'lessons/softmax/messages.fr.json': '{ "b": { "c": "ç" } }',
  'lessons/masking/text.en.md': '# Masking\n\nWho?\n\n## One {#one}\n\nA.\n',
};
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(source, path)), { recursive: true });
  writeFileSync(join(source, path), text);
}

/** A module of the created sources, as the build compiles it. */
async function compiled(path: string) {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: textPlugins(),
    build: {
      write: false,
      minify: false,
      lib: { entry: join(source, path), formats: ['es'], fileName: 'module' },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  const { code } = output[0];
  return await import(`data:text/javascript,${encodeURIComponent(code)}`);
}

describe('a language that is only partly there', () => {
  it('has English sections and messages where its own are missing', async () => {
    const { default: prose, messages } = await compiled('lessons/softmax/text.fr.md');
    expect(prose).toMatchObject({
      summary: 'Comment ?',
      sections: { one: { heading: 'Un' }, two: { heading: 'Two' } },
    });
    expect(messages).toEqual({ a: 'a', b: { c: 'ç', d: 'd' } });
  });

  it('has English shared messages and names of lessons where its own are missing', async () => {
    const { default: shared } = await compiled('i18n/messages/fr.json');
    expect(shared).toMatchObject({ missing: 'No page.', prose: { formula: 'Formula' } });
    expect(shared).not.toHaveProperty('partial');
    expect(lessonNames(source, 'fr')).toMatchObject({
      softmax: { summary: 'Comment ?' },
      masking: { summary: 'Who?' },
    });
    const notice = inEveryLanguage(
      '<!-- in every language: missing -->',
      join(source, 'i18n/messages'),
    );
    expect(notice).toBe('<p lang="en" dir="auto">No page.</p>');
  });

  it('keeps its own forms of a plural, and has the English ones if it has none', () => {
    const english = { keys_one: 'one key', keys_other: '{{count}} keys' };
    const own = { keys_other: '{{count}} clés', keys_many: '{{count}} de clés' };
    expect(withEnglish(own, english)).toEqual(own);
    const translator = createTranslator((language) => createFormatter(language));
    translator.add('ar', 'x', withEnglish({}, english));
    // Arabic has a plural form for 3 that English lacks.
    expect(translator.text('ar', 'x', 'keys', { count: 3 })).toContain('keys');
  });

  it('gets the English file of a page without its own, and the page knows its language', async () => {
    const file = (text: string) => async () => ({
      default: { title: text, summary: '', sections: {} },
      messages: { text },
    });
    const files = {
      './a.en.md': file('English'),
      './a.fr.md': file('Français'),
      './b.en.md': file('b'),
    };
    const a = entryTexts(files, (language) => `./a.${language}.md`);
    const b = entryTexts(files, (language) => `./b.${language}.md`);
    expect([a.writtenIn('fr'), b.writtenIn('fr'), b.writtenIn('en')]).toEqual(['fr', 'en', 'en']);
    expect((await a.prose('fr')).title).toBe('Français');
    expect(await b.messages('fr')).toEqual({ text: 'b' });
    const path = (language: string) => `./c.${language}.md`;
    expect(writtenIn(files, 'fr', path)).toBe('en');
    await expect(loadWritten(files, 'fr', path)).rejects.toThrow('./c.en.md is missing');
  });
});
