// SPDX-License-Identifier: MIT
// Trains tiny models with the program of `npm run train:tales` (cpp/tales), on texts of this repository.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(ROOT, 'build/native-release/cpp/tales/train-tales');

export const TINY = {
  ...{ vocabulary: 256, width: 16, layers: 2, heads: 2, hidden: 32, positions: 16, norm: 'rms' },
  ...{ activation: 'gelu', position_encoding: 'rotary', learning_rate: 0.01, beta2: 0.99 },
  ...{ weight_decay: 0.1, clip: 1, workers: 2, sequences_per_worker: 2, steps: 200, warm_up: 20 },
  ...{ min_count: 10, seed: 1 },
};

let folder = '';

export const at = (...path: string[]): string => join(folder, ...path);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'attention-tales-'));
  copyFileSync(join(ROOT, 'docs/cpp.md'), at('train.txt'));
  copyFileSync(join(ROOT, 'docs/engine.md'), at('held.txt'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Runs the training program in the folder `run`, or resumes the run in that folder.
 * @param steps  the step after which it stops; by default the last one
 * @returns the program's stderr; empty if it succeeds
 */
export function train(run: string, settings: Partial<typeof TINY> = {}, steps?: number): string {
  const file = at('settings.json');
  writeFileSync(file, JSON.stringify({ ...TINY, ...settings }));
  const args = [file, folder, at(run), ...(steps === undefined ? [] : [`${steps}`])];
  const { status, stderr } = spawnSync(PROGRAM, args, { encoding: 'utf8' });
  return status === 0 ? '' : stderr;
}

export const modelOf = (run: string): Buffer => readFileSync(at(run, 'model.safetensors'));

export const nativeTokens = (tokenizer: string, input: string): number[] =>
  JSON.parse(execFileSync(PROGRAM, [tokenizer], { input, encoding: 'utf8' }));

export const tokenizerRefusal = (tokenizer: string): string =>
  spawnSync(PROGRAM, [tokenizer], { input: 'a', encoding: 'utf8' }).stderr;
