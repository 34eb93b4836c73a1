// SPDX-License-Identifier: MIT
// Compares the manifest of `<attention-lab>` (custom-elements.json) with the element's sources.
// tests/browser/embed-manifest.test.ts checks the events and CSS parts of the built element.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, expectTypeOf, it, vi } from 'vitest';
import { embedManifest } from '../../web/build/embed-manifest.ts';
import type { AttentionLabElement } from '../../web/src/embed/api.ts';
import { AttentionLab } from '../../web/src/embed/attention-lab.ts';
import { settingsFrom } from '../../web/src/embed/attributes.ts';
import styling from '../../web/src/embed/styling.json' with { type: 'json' };
import { siteFiles } from './support/files.ts';

interface Named {
  readonly name: string;
  readonly attribute?: string;
}
type Declaration = Readonly<Record<string, readonly Named[]>>;

const api = readFileSync(new URL('../../web/src/embed/api.ts', import.meta.url), 'utf8');
const manifestOf = (text: string) =>
  (embedManifest(text, styling) as { modules: [{ declarations: [Declaration] }] }).modules[0]
    .declarations[0];
const { attributes = [], members = [], cssProperties = [] } = manifestOf(api);
const names = (list: readonly Named[]) => list.map(({ name }) => name).sort();

it('names the attributes that the element observes and reads', () => {
  expect(names(attributes)).toEqual([...AttentionLab.observedAttributes].sort());
  // The element itself reads these two attributes. `settingsFrom`, which is loaded later, reads the others.
  const read = ['loading', 'asset-base'];
  settingsFrom((name) => {
    read.push(name);
    return null;
  }, []);
  expect(names(attributes)).toEqual([...new Set(read)].sort());
});

it('names the properties and methods', () => {
  const own = Object.getOwnPropertyNames(AttentionLab.prototype);
  const internal = /^constructor$|Callback$/;
  expect(names(members)).toEqual(own.filter((name) => !internal.test(name)).sort());
});

it('names the attribute that each property sets', () => {
  const element: AttentionLabElement = new AttentionLab();
  const setAttribute = vi.fn();
  Object.assign(element, { setAttribute });
  const fields = members.filter(({ attribute }) => attribute !== undefined);
  for (const { name } of fields) Object.assign(element, { [name]: name });
  expect(setAttribute.mock.calls).toEqual(fields.map(({ name, attribute }) => [attribute, name]));
  expect(fields).toHaveLength(attributes.length - 1); // `lang` is a property of every HTML element.
});

it('names the custom properties that the style sheets use', () => {
  const sheets = siteFiles(/^src\/(?:components\/base|embed\/embed)\.css$/);
  const used = sheets.flatMap(({ text }) => [...text.matchAll(/var\(\s*(--al-[\w-]+)/g)]);
  expect(names(cssProperties)).toEqual([...new Set(used.map(([, name]) => name))].sort());
});

it('needs a comment at everything that it names', () => {
  const uncommented = api.replace(/\/\*\* [^/]* \*\/\s*(?=exportData\(\))/, '');
  expect(() => manifestOf(uncommented)).toThrow(
    'api.ts: no comment at exportData(): LabData | undefined;',
  );
});

it('types of the element import nothing, and contain its tag', () => {
  expect(ts.preProcessFile(api).importedFiles).toEqual([]);
  expectTypeOf<HTMLElementTagNameMap['attention-lab']>().toEqualTypeOf<AttentionLabElement>();
});
