// SPDX-License-Identifier: MIT
// The last step of the relaxed module's build: `node tools/wasm/standardise.mjs <file.wasm>`. Emscripten before 3.1.26 writes
// relaxed multiply-adds by opcodes from before the standard, which no browser takes any more.
import { readFileSync, writeFileSync } from 'node:fs';
import { standardise } from './multiply-adds.mjs';

const [path = ''] = process.argv.slice(2);
const wasm = readFileSync(path);
const { rewritten, found } = standardise(wasm);
if (found === 0) {
  console.error(`${path} has no relaxed multiply-add: it would be the plain module once more`);
  process.exitCode = 1;
} else if (rewritten > 0) writeFileSync(path, wasm);
