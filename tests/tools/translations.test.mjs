// SPDX-License-Identifier: MIT
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ROOT } from '../../tools/process.mjs';
import { gapsOf, languagesOf } from '../../tools/translations.mjs';

const source = mkdtempSync(join(tmpdir(), 'attention-lab-translations-'));
afterAll(() => rmSync(source, { recursive: true }));

const FILES = {
  'i18n/messages/en.json':
    '{ "site": { "name": "Lab", "skip": "Skip" }, "keys_one": "", "keys_other": "" }',
  'i18n/messages/ar.json': '{ "site": { "name": "م", "skip": "ت" }, "keys_two": "" }',
  'i18n/messages/fr.json': '{ "partial": true, "site": { "name": "Labo" } }',
  'lessons/softmax/text.en.md': '# Softmax\n\nHow?\n\n## One {#one}\n\nA.\n\n## Two {#two}\n\nB.\n',
  'lessons/softmax/text.fr.md': '# Softmax\n\nComment ?\n\n## Un {#one}\n\nA.\n',
  'lessons/softmax/text.ar.md': '# س\n\nك؟\n\n## أ {#one}\n\nأ.\n\n## ب {#two}\n\nب.\n',
  'lessons/masking/messages.en.json': '{ "a": "b" }',
  'lessons/masking/messages.ar.json': '{ "a": "ب" }',
  'engine/sentences/models/en.json': '{}',
};
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(source, path)), { recursive: true });
  writeFileSync(join(source, path), text);
}

it('a language is one file of shared messages, which says whether the language is partial', () => {
  expect(languagesOf(source)).toEqual([
    { language: 'ar', isPartial: false },
    { language: 'en', isPartial: false },
    { language: 'fr', isPartial: true },
  ]);
});

it('lists the files, the keys and the sections that a language lacks', () => {
  expect(gapsOf('ar', source)).toEqual([]);
  expect(gapsOf('fr', source)).toEqual([
    { file: 'i18n/messages/fr.json', missing: ['site.skip', 'keys'] },
    { file: 'lessons/masking/messages.fr.json', missing: 'all' },
    { file: 'lessons/softmax/text.fr.md', missing: ['two'] },
  ]);
});

it('docs/translating.md lists the files of a language', () => {
  const doc = readFileSync(join(ROOT, 'docs/translating.md'), 'utf8');
  const rows = doc.matchAll(/^\| `web\/src\/(\S+\/)(\S+)`(?:, `(\S+)`)?(?:, `(\S+)`)? \|/gm);
  const listed = Array.from(rows, ([, folder, ...names]) =>
    names.flatMap((name) => (name === undefined ? [] : `${folder}${name}`)),
  ).flat();
  const named = (/** @type {string} */ file) =>
    file
      .replaceAll('\\', '/')
      .replace(/^lessons\/[^/]+\//, 'lessons/<id>/')
      .replace(/\bxx(?=\.(?:json|md)$)/, '<tag>');
  const files = new Set(gapsOf('xx').map(({ file }) => named(file)));
  expect([...files].sort()).toEqual(listed.sort());
});
