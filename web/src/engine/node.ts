// SPDX-License-Identifier: MIT
// The engine's entry for Node. It reads the WebAssembly modules from disk, because `fetch` does not support `file:`
// URLs.
import { readFile } from 'node:fs/promises';
import { readFilesWith } from './load.ts';

readFilesWith(readFile);

export * from './index.ts';
