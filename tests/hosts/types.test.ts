// SPDX-License-Identifier: MIT
// Checks the metadata of the npm packages, and the types for the element in templates of web frameworks.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { installForApps, installPackage, ROOT, run, toolScript } from './package.ts';
import { readRecipes } from './recipes.ts';

const APPS = join(ROOT, 'tests/hosts/apps');
let tarballs: string[] = [];
beforeAll(async () => {
  const installed = await installPackage('types');
  tarballs = [installed.tarball, installed.tales];
  await installForApps(installed.folder);
});

/** Runs a script in tests/hosts/apps. @throws Error with its output if it fails */
const passes = async (...args: string[]): Promise<void> => {
  await run(process.execPath, args, { cwd: APPS }).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`);
  });
};

it('React, Preact and Vue type-check the element, its attributes and its events', () =>
  passes(toolScript('vue-tsc/bin/vue-tsc.js'), '--project', 'tsconfig.json'));

async function withFile(name: string, text: string, check: () => Promise<void>): Promise<void> {
  await writeFile(join(APPS, name), text);
  await check().finally(() => rm(join(APPS, name)));
}

it('the recipe for React passes as TypeScript', async () => {
  const code = (await readRecipes()).get('React')?.files['src/Lesson.jsx'];
  await withFile('Recipe.tsx', `import type {} from 'attention-lab/react';\n${code}`, () =>
    passes(toolScript('typescript/bin/tsc'), '--project', 'tsconfig.json'),
  );
});

const svelte = () =>
  passes(toolScript('svelte-check/bin/svelte-check'), '--tsconfig', 'tsconfig.json');

it('Svelte type-checks the element, its attributes and its events', svelte);

it('Svelte reports a wrong attribute and a wrong property of an event', async () => {
  const wrong = `<script lang="ts">
import type {} from 'attention-lab/svelte';
</script>
<attention-lab theme="sepia" onready={({ detail }) => detail.change}></attention-lab>`;
  const failed = await withFile('Wrong.svelte', wrong, svelte).catch(String);
  expect(failed).toMatch(/"sepia".* is not assignable/);
  expect(failed).toMatch(/'change' does not exist/);
});

it('publint reports nothing', async () => {
  for (const tarball of tarballs)
    await passes(toolScript('publint/src/cli.js'), 'run', tarball, '--strict');
});

it('Are The Types Wrong reports nothing', async () => {
  const tool = toolScript('@arethetypeswrong/cli/dist/index.js');
  for (const tarball of tarballs)
    await expect(passes(tool, tarball, '--profile', 'esm-only')).resolves.toBeUndefined();
});
