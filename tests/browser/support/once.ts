// SPDX-License-Identifier: MIT
// `once` is a test that runs only in Chromium (see `inOneEngine`).
import { inOneEngine, test } from './test.ts';

export { expect, test } from './test.ts';
export const once = inOneEngine(test);
