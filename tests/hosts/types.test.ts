// SPDX-License-Identifier: MIT
// Checks the metadata of the npm package, and its types for the element in templates of web frameworks.
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { installForApps, installPackage, ROOT, run, toolScript } from './package.ts';

const APPS = join(ROOT, 'tests/hosts/apps');
let tarball = '';
beforeAll(async () => {
  const installed = await installPackage('types');
  ({ tarball } = installed);
  await installForApps(installed.folder);
});

/** Runs a script in tests/hosts/apps. @throws Error with its output if it fails */
const passes = async (...args: string[]): Promise<void> => {
  await run(process.execPath, args, { cwd: APPS }).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`);
  });
};

it('React, Preact and Vue type-check the element and its attributes', () =>
  passes(toolScript('vue-tsc/bin/vue-tsc.js'), '--project', 'tsconfig.json'));

it('Svelte type-checks the element and its attributes', () =>
  passes(toolScript('svelte-check/bin/svelte-check'), '--tsconfig', 'tsconfig.json'));

it('publint reports nothing', () =>
  passes(toolScript('publint/src/cli.js'), 'run', tarball, '--strict'));

it('Are The Types Wrong reports nothing', async () => {
  await expect(
    passes(toolScript('@arethetypeswrong/cli/dist/index.js'), tarball, '--profile', 'esm-only'),
  ).resolves.toBeUndefined();
});
