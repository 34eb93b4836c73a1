// SPDX-License-Identifier: MIT
// Tests the npm package, which is built together with the site: packs it, installs it in a separate folder, and uses it
// there with Node and with Vite.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, once } from './support/test.ts';

const run = promisify(execFile);
const ROOT = process.cwd();
const node = (cwd: string, ...args: string[]) => run(process.execPath, args, { cwd });

const PROGRAM = `
import { createEngine } from 'attention-lab/engine';
import { AttentionLab } from 'attention-lab';
const engine = await createEngine();
const { output } = engine.attention({
  precision: 'float64',
  queries: { shape: [1, 1], data: [57] },
  keys: { shape: [3, 1], data: [51, 56, 58] },
  values: { shape: [3, 1], data: [40, 43, 48] },
  score: 'gaussian',
});
const core = await createEngine({ training: false });
const training = await core.withTraining();
console.log(
  output.data[0],
  AttentionLab.observedAttributes.includes('lesson'),
  core.canTrain,
  training.canTrain,
);
`;

const TYPED = `
import { createEngine, type Engine } from 'attention-lab/engine';
import { AttentionLab, defineAttentionLab, type LabEvents } from 'attention-lab';
defineAttentionLab();
const lab: AttentionLab = Object.assign(new AttentionLab(), { lesson: 'softmax', palette: 'safe' });
export const names: readonly string[] = [lab.getState(), lab.digits, ...AttentionLab.observedAttributes];
const engine: Engine = await createEngine({ simd: 'simd', training: false });
export const trains: Promise<Engine> = engine.withTraining();
export const weights: number = engine.softmax({ precision: 'float64', logits: { shape: [1, 1], data: [0] } }).data[0] ?? 0;
export const detail = (event: CustomEvent<LabEvents['ready']>): string => event.detail.lesson;
`;

once(
  'installs from its tarball and runs in Node, with types, and in Vite',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'attention-lab-'));
    try {
      await run('npm', ['pack', '--silent', '--pack-destination', folder], {
        cwd: join(ROOT, 'build/package'),
      });
      const [tarball = ''] = await readdir(folder);
      await writeFile(join(folder, 'package.json'), '{"name":"host","type":"module"}');
      await run('npm', ['install', '--offline', '--silent', `./${tarball}`], { cwd: folder });
      expect(
        (await readdir(join(folder, 'node_modules'))).filter((name) => name[0] !== '.'),
      ).toEqual(['attention-lab']);

      await writeFile(join(folder, 'program.mjs'), PROGRAM);
      const { stdout } = await node(folder, 'program.mjs');
      expect(stdout).toBe('45.499999930947524 true false true\n');

      await writeFile(join(folder, 'typed.ts'), TYPED);
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      const options =
        '--noEmit --strict --module esnext --moduleResolution bundler --target es2022';
      await node(folder, tsc, ...options.split(' '), 'typed.ts');

      await writeFile(
        join(folder, 'index.html'),
        '<script type="module" src="program.mjs"></script>',
      );
      const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
      await node(folder, vite, 'build', '--base', './', '--logLevel', 'error');
      const built = await readdir(join(folder, 'dist/assets'));
      // The build contains three WebAssembly modules: two with training (one with relaxed SIMD, one for browsers
      // without it) and one without training.
      expect(built.filter((name) => name.endsWith('.wasm'))).toHaveLength(3);
      expect(built.filter((name) => name.startsWith('al-math'))).toHaveLength(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  180_000,
);
