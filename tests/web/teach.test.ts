// SPDX-License-Identifier: MIT
// Checks the English texts of each lesson on the page for teachers: web/src/lessons/<id>/teach.en.json.
import { expect, it } from 'vitest';
import { compileProse } from '../../web/build/compile-prose.ts';
import { siteFiles } from './support/files.ts';

const files = new Map(
  siteFiles(/^src\/lessons\/[^/]+\/(?:teach\.en\.json|text\.en\.md)$/).map(({ path, text }) => [
    path.replace('src/lessons/', ''),
    text,
  ]),
);
const lessons = siteFiles(/^src\/lessons\/[^/]+\/lesson\.json$/).map(
  ({ path }) => path.split('/')[2] ?? '',
);

it.each(lessons)('%s has two or three goals, and a question before each step', (lesson) => {
  const { goals, ask } = JSON.parse(files.get(`${lesson}/teach.en.json`) ?? '{}');
  const { sections } = compileProse(files.get(`${lesson}/text.en.md`) ?? '', lesson);
  expect(Object.keys(ask)).toEqual(Object.keys(sections));
  expect(Object.keys(goals).length).toBeGreaterThanOrEqual(2);
  expect(Object.keys(goals).length).toBeLessThanOrEqual(3);
  for (const question of Object.values<string>(ask)) expect(question).toMatch(/\?/);
});
