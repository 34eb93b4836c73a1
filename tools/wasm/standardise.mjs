// SPDX-License-Identifier: MIT
// The last step of the build with relaxed SIMD: `node tools/wasm/standardise.mjs <file.wasm>`. Emscripten before 3.1.26
// emits relaxed multiply-adds with pre-standard opcodes, which browsers no longer accept, so this step replaces them.
import { readFileSync, writeFileSync } from 'node:fs';
import { standardise } from './multiply-adds.mjs';

const [path = ''] = process.argv.slice(2);
const wasm = readFileSync(path);
const { rewritten, found } = standardise(wasm);
if (found === 0) {
  console.error(`${path} has no relaxed multiply-add, so it would equal the plain module`);
  process.exitCode = 1;
} else if (rewritten > 0) writeFileSync(path, wasm);
