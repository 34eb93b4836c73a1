// SPDX-License-Identifier: MIT
// What the element says of itself to editors and documentation tools.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AttentionLab } from '../../web/src/embed/attention-lab.ts';
import { siteFiles } from './support/files.ts';

interface Named {
  readonly name: string;
}

const read = (name: string) =>
  readFileSync(new URL(`../../web/src/embed/${name}`, import.meta.url), 'utf8');
const { modules } = JSON.parse(read('custom-elements.json'));
const [declaration] = modules[0].declarations;
const api = read('api.ts');

const names = (list: readonly Named[]) => list.map(({ name }) => name).sort();
const found = (pattern: RegExp, texts: readonly string[]) =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name)))].sort();
const sources = (pattern: RegExp) => siteFiles(pattern).map(({ text }) => text);

it('names the attributes', () => {
  expect(names(declaration.attributes)).toEqual([...AttentionLab.observedAttributes].sort());
});

it('names the properties and methods', () => {
  const own = Object.getOwnPropertyNames(AttentionLab.prototype);
  const inner = /^constructor$|Callback$/;
  expect(names(declaration.members)).toEqual(own.filter((name) => !inner.test(name)).sort());
  const { members } = declaration;
  const fields = members.filter(({ kind }: { kind: string }) => kind === 'field');
  expect(names(fields)).toEqual(
    own.filter((name) => Object.getOwnPropertyDescriptor(AttentionLab.prototype, name)?.set).sort(),
  );
});

it('names the events, with their types', () => {
  const [, events = ''] = /interface LabEvents \{([^}]*)\}/.exec(api) ?? [];
  const typed = [...events.matchAll(/readonly '?([\w-]+)'?: (\w+)/g)].map(([, name, type]) => [
    name,
    `CustomEvent<${type}>`,
  ]);
  expect(typed).toHaveLength(5);
  expect(
    declaration.events.map(({ name, type }: { name: string; type: { text: string } }) => [
      name,
      type.text,
    ]),
  ).toEqual(typed);
});

it('names what a host can style', () => {
  const parts = found(/ part="([\w-]+)"/g, sources(/^src\/lessons\/.*\.ts$/));
  expect(names(declaration.cssParts)).toEqual([...parts, 'lab'].sort());
  const styles = sources(/^src\/(?:components\/base|embed\/embed)\.css$/);
  expect(names(declaration.cssProperties)).toEqual(found(/var\(\s*(--al-[\w-]+)/g, styles));
});

it('has types that stand alone, for the tag too', () => {
  expect(api).not.toMatch(/^import|from '/m);
  expect(api).toContain("'attention-lab': AttentionLabElement;");
});
