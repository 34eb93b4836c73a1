// SPDX-License-Identifier: MIT
// Tests the engine in a Node worker without a bundler or test runner: the test strips the types from its sources, and
// Node loads the result.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TWINS } from './support.ts';

const source = new URL('../../web/src/engine/', import.meta.url);
// A folder as deep as the source folder, because the sources contain a relative path to the .wasm files.
const folder = new URL(`../../build/engine/worker-test-${process.pid}/`, import.meta.url);

const WORKER = `
  import { parentPort, workerData } from 'node:worker_threads';
  import { createEngine } from './node.js';
  const { input, ...options } = workerData;
  const engine = await createEngine(options);
  const { prediction } = engine.kernelRegression(input);
  let refused;
  try {
    engine.kernelRegression({ ...input, sigma: 0 });
  } catch (error) {
    refused = { name: error.name, kind: error.kind, message: error.message };
  }
  parentPort.postMessage({ twin: engine.twin, prediction, refused });
`;

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(source).filter((file) => /(?<!\.d)\.ts$/.test(file))) {
    const { outputText } = ts.transpileModule(readFileSync(new URL(name, source), 'utf8'), {
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        verbatimModuleSyntax: true,
        rewriteRelativeImportExtensions: true,
      },
    });
    writeFileSync(new URL(name.replace(/ts$/, 'js'), folder), outputText);
  }
  writeFileSync(new URL('worker.js', folder), WORKER);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe.each(TWINS)('in a worker, %s', (twin) => {
  it('loads, computes and throws', async () => {
    const column = (...data: number[]) => ({ shape: [data.length, 1], data });
    const input = {
      precision: 'float64',
      queries: column(57),
      keys: column(51, 56, 58),
      values: column(40, 43, 48),
    };
    const worker = new Worker(new URL('worker.js', folder), { workerData: { input, simd: twin } });
    const answer = await new Promise((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
    await worker.terminate();
    expect(answer).toEqual({
      twin,
      prediction: { shape: [1, 1], data: Float64Array.of(45.499999930947524) },
      refused: {
        name: 'AttentionError',
        kind: 'OutOfRange',
        message: 'sigma: expected a finite number > 0, got 0',
      },
    });
  });
});
