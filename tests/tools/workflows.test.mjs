// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = '.github/workflows/';
const { engines, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

describe.each(readdirSync(FOLDER))('%s', (name) => {
  const text = readFileSync(FOLDER + name, 'utf8');
  const all = (pattern) => [...text.matchAll(pattern)].map(([, found]) => found);

  it('pins the actions of others to commits, with their versions', () => {
    const others = all(/\buses: (?!\.\/)(.*)/g);
    expect(others).not.toEqual([]);
    for (const action of others)
      expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('uses the oldest Node that is supported', () => {
    for (const version of all(/node-version: '(.*)'/g)) expect(engines.node).toBe(`>=${version}`);
  });

  it('runs scripts that exist', () => {
    for (const script of all(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(script);
  });
});
