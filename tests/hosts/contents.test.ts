// SPDX-License-Identifier: MIT
// Checks the files of the installed npm package: their sizes and contents.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { engineSize } from '../../tools/package-size.mjs';
import { installPackage, ROOT, run } from './package.ts';

let tarball = '';
let folder = '';
let files: string[] = [];
beforeAll(async () => {
  ({ tarball, folder } = await installPackage('contents'));
  const root = join(folder, 'node_modules/attention-lab');
  files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => join(root, path))
    .filter((path) => statSync(path).isFile());
});

it('is at most 1 MB, and contains no file twice', () => {
  expect(statSync(tarball).size).toBeLessThanOrEqual(1_000_000);
  const hashes = files
    .filter((path) => statSync(path).size > 1000)
    .map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'));
  expect(new Set(hashes).size).toBe(hashes.length);
});

it('the engine alone adds at most 90 kB to an application', async () => {
  expect(await engineSize()).toBeLessThanOrEqual(90_000);
});

it('contains no file that documentation tools or servers would treat as their own', () => {
  const inside = files.map((path) => path.split('/attention-lab/')[1] ?? '');
  expect(inside.filter((path) => path.endsWith('.md'))).toEqual(['README.md']);
  expect(inside.filter((path) => /(^|\/)\./.test(path))).toEqual([]);
  expect(inside).toContain('dist/embed/licenses/third-party.txt');
});

it('has a README of its own, whose links lead to files of the package', () => {
  const root = join(folder, 'node_modules/attention-lab');
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  expect(links).toContain('LICENSE');
  expect(links.filter((link) => !files.includes(join(root, link)))).toEqual([]);
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = [...text.matchAll(/attention-lab(\/[a-z]+)(?=['`])/g)].map(
    ([, path]) => `.${path}`,
  );
  expect(new Set(named)).toEqual(new Set(['./engine', './preact', './react', './svelte', './vue']));
  expect(Object.keys(exports)).toEqual(expect.arrayContaining(named));
});

it('the README names every lesson', () => {
  const text = readFileSync(join(folder, 'node_modules/attention-lab/README.md'), 'utf8');
  const lessons = readdirSync(join(ROOT, 'web/src/lessons'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `\`${name}\``);
  expect(lessons.filter((lesson) => !text.includes(lesson))).toEqual([]);
});

const PROGRAM = `
import { createEngine, supports, TWINS } from 'attention-lab/engine';
const core = await createEngine({ training: false });
const training = await core.withTraining();
console.log(JSON.stringify({
  supported: TWINS.filter(supports),
  core: [core.twin, core.canTrain],
  training: [training.twin, training.canTrain],
}));
`;

it('has the fastest engine with training, and the smallest without', async () => {
  const flag = '--experimental-wasm-relaxed-simd';
  const program = ['--input-type=module', '--eval', PROGRAM];
  const told = async (flags: string[]) =>
    JSON.parse((await run(process.execPath, [...flags, ...program], { cwd: folder })).stdout);
  expect(await told([])).toMatchObject({ core: ['simd', false] });
  const isOld = Number(process.versions.node.split('.')[0]) < 21;
  expect(await told(isOld ? [flag] : [])).toEqual({
    supported: ['relaxed', 'simd'],
    core: ['simd', false],
    training: ['relaxed', true],
  });
});
