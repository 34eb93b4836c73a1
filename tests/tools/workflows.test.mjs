// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = '.github/workflows/';
const { engines, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const workflows = readdirSync(FOLDER).map((name) => readFileSync(FOLDER + name, 'utf8'));

/** The texts that the group of `pattern` matches in all workflows. Fails if there are none. */
function all(pattern) {
  const found = workflows.flatMap((text) => [...text.matchAll(pattern)].map(([, one]) => one));
  expect(found).not.toEqual([]);
  return found;
}

it('workflows pin the actions of others to commits, with their versions', () => {
  for (const action of all(/\buses: (?!\.\/)(.*)/g))
    expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

it('workflows use the oldest Node that is supported', () => {
  for (const version of all(/node-version: '(.*)'/g)) expect(engines.node).toBe(`>=${version}`);
});

it('workflows run scripts that exist', () => {
  for (const script of all(/(?:npm run |script: |\|\| ')([\w:]+)/g))
    expect(scripts).toHaveProperty(script);
});
