// SPDX-License-Identifier: MIT
// Checks that each lesson and page has a title and a summary in every language, and that both are plain text.
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { proseHead } from '../../web/build/compile-prose.ts';
import { lessonNames } from '../../web/build/lesson-names.ts';
import { languages } from '../../web/src/i18n/languages.ts';
import { siteFiles } from './support/files.ts';

const SOURCE = fileURLToPath(new URL('../../web/src', import.meta.url));
const ids = siteFiles(/^src\/lessons\/[^/]+\/lesson\.json$/).map(({ path }) => path.split('/')[2]);

describe('the names of the lessons', () => {
  it.each(languages)('exist in %s, for the other pages too', (language) => {
    const names = lessonNames(SOURCE, language);
    expect(Object.keys(names).sort()).toEqual([...ids, 'review', 'documents', 'teach'].sort());
    for (const { title, summary } of Object.values(names)) {
      expect(title.length).toBeGreaterThan(1);
      expect(summary.length).toBeGreaterThan(10);
    }
  });
});

describe('title and summary of a text', () => {
  it('can be read without the rest', () => {
    const source = '# Order\n\nSee why √d holds.\n\n## What? {#question}\n\nA $broken formula.\n';
    expect(proseHead(source, 'text.en.md')).toEqual({
      title: 'Order',
      summary: 'See why √d holds.',
    });
  });

  it.each(['A $x$.', 'A **word**.', 'A [[key]].', 'Two\nlines.'])(
    'are plain text, and "%s" is not',
    (summary) => {
      expect(() => proseHead(`# Order\n\n${summary}\n`, 'text.en.md')).toThrow(
        /text\.en\.md:3: .*plain text/,
      );
    },
  );
});
