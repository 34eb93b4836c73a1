// SPDX-License-Identifier: MIT
// Checks the number of claims in each lesson.json. Lists of lessons show this number before the claims are loaded.
import { expect, it } from 'vitest';
import { lessons } from '../../web/src/lessons/registry.ts';
import { siteFiles } from './support/files.ts';

const VERIFY = /^src\/lessons\/([^/]+)\/verify\/messages\.en\.json$/;

it('is that of the texts of the page Verify, or none without such a page', () => {
  const counts = siteFiles(VERIFY).map(({ path, text }): [string, number] => [
    VERIFY.exec(path)?.[1] ?? '',
    Object.keys(JSON.parse(text).experiment).length,
  ]);
  const all = Object.fromEntries(counts);
  const claims = (id: string, count = 0) => `${id}/lesson.json: "claims": ${count}`;
  expect(lessons.map((one) => claims(one.id, one.claims))).toEqual(
    lessons.map(({ id }) => claims(id, all[id])),
  );
});
