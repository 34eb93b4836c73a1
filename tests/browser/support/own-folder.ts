// SPDX-License-Identifier: MIT
import { inject } from 'vitest';

/**
 * The path of a folder for the files that a test writes, relative to the project's root. It differs for each browser
 * engine, because the engines run the same test files at the same time.
 */
export const ownFolder = (name: string) => `build/tests-${inject('engine')}/${name}`;
