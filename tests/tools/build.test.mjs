// SPDX-License-Identifier: MIT
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { wasMoved } from '../../tools/build.mjs';

const folder = mkdtempSync(join(tmpdir(), 'attention-lab-build-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a build begins anew if the repository was moved since', () => {
  expect(wasMoved(folder, '/work/lab')).toBe(false);
  writeFileSync(join(folder, 'CMakeCache.txt'), 'CMAKE_HOME_DIRECTORY:INTERNAL=/work/lab\n');
  expect(wasMoved(folder, '/work/lab/')).toBe(false);
  expect(wasMoved(folder, '/work/lab-2')).toBe(true);
});
