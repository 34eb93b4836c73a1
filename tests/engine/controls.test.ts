// SPDX-License-Identifier: MIT
// Checks that each control (slider, choice, …) of a lesson has the name of its field. A teacher's settings use these
// names to show and lock controls.
import { expect, it } from 'vitest';
import { lessons } from '../../web/src/lessons/registry.ts';
import { siteFiles } from '../web/support/files.ts';

const CONTROL =
  /<al-(?:slider|choice|number-box|seed-box|text-box|lines-box|search-box)\b(?: field=(?:"(\w+)"|\$\{(\w+)\}))?|\bwordChoice\(scene, '(\w+)'/g;

it.each(lessons.map(({ id }) => id))('%s: every control names a field', async (id) => {
  const entry = lessons.find((one) => one.id === id);
  const fields = (await entry?.load())?.fields ?? [];
  const folder = `src/lessons/${id}/`;
  const own = siteFiles(/\.ts$/).filter((file) => file.path.startsWith(folder));
  const found = own.flatMap((file) => [...file.text.matchAll(CONTROL)]);
  const isBound = own.some((file) => /\bbind(?:er\(fields, scene\))?\(/.test(file.text));
  expect(isBound || found.length > 0).toBe(true);
  const isNamed = ([, ...names]: RegExpExecArray) => names.some((name) => name);
  expect(found.filter((one) => !isNamed(one)).map(([text]) => text)).toEqual([]);
  const unknown = found.flatMap(([, name, , word]) => {
    const own = name ?? word;
    return own && !fields.includes(own) ? own : [];
  });
  expect(unknown).toEqual([]);
});
