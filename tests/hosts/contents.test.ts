// SPDX-License-Identifier: MIT
// Checks the files of the installed npm packages. `npm run size` checks their sizes.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { installPackage, ROOT, run } from './package.ts';

let folder = '';
let files: string[] = [];
beforeAll(async () => {
  ({ folder } = await installPackage('contents'));
  const root = join(folder, 'node_modules/attention-lab');
  files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => join(root, path))
    .filter((path) => statSync(path).isFile());
});

it('contains no file twice', () => {
  const hashes = files
    .filter((path) => statSync(path).size > 1000)
    .map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'));
  expect(new Set(hashes).size).toBe(hashes.length);
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

const TALES = `
import { createEngine } from 'attention-lab/engine';
const engine = await createEngine();
const refusal = await engine.talesModel().catch(({ name, message }) => [name, message].join(': '));
await import('attention-lab-tales');
const model = await engine.talesModel();
console.log(JSON.stringify({ refusal, vocabulary: model.settings.vocabulary }));
`;

it('the model of tales is a package of its own, which the engine names and finds', async () => {
  const program = ['--input-type=module', '--eval', TALES];
  const { stdout } = await run(process.execPath, program, { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({
    refusal: expect.stringMatching(/^ModelAbsentError: .*npm install attention-lab-tales,/),
    vocabulary: expect.any(Number),
  });
  const inside = readdirSync(join(folder, 'node_modules/attention-lab-tales'));
  expect(inside).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'SOURCES.md']));
});
