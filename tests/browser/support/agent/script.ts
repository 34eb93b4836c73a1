// SPDX-License-Identifier: MIT
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { build, type Rolldown } from 'vite';
import { findElements } from './find.ts';
import { LACKS, type Lack } from './lacks.ts';
import { recordProblems } from './problems.ts';

const FOLDER = '/__harness/';
const { resolve } = createRequire(import.meta.url);

export const AXE_PATH = `${FOLDER}axe.js`;

/**
 * An empty document. The test server serves it on each of its origins, and a tab opens it to clear the origin's
 * storage.
 */
export const BLANK_PATH = `${FOLDER}blank.js`;

/**
 * Loads the agent: the problem recorder and the finder. The test server inserts the tag at the start of
 * each page's head. The script is external, because the site's Content Security Policy forbids inline scripts.
 */
export const AGENT_TAG = `<script src="${FOLDER}agent.js"></script>`;

/**
 * Removes `navigator.serviceWorker`. The server inserts the tag unless the test is about offline use, because a
 * service worker would outlive its test and answer requests instead of the server.
 */
export const ONLINE_TAG = `<script src="${FOLDER}online.js"></script>`;

/** Script tags that remove features of the browser. The server inserts them after `AGENT_TAG`. */
export const lackTags = (lacks: readonly Lack[]): string =>
  lacks.map((lack) => `<script src="${lackPath(lack)}"></script>`).join('');

const lackPath = (lack: Lack): string => `${FOLDER}lacks-${lack}.js`;

const call = (install: () => void) => `(${install})();\n`;

export const forWorker = (script: string): string => call(recordProblems) + script;

const files: Record<string, () => Promise<string>> = {
  [`${FOLDER}agent.js`]: async () =>
    call(recordProblems) + (await bundle('dom-accessibility-api', '__names')) + call(findElements),
  [AXE_PATH]: () => readFile(resolve('axe-core/axe.min.js'), 'utf8'),
  [BLANK_PATH]: async () => '',
  [`${FOLDER}online.js`]: async () => call(withoutServiceWorker),
  ...Object.fromEntries(
    Object.entries(LACKS).map(([lack, take]) => [lackPath(lack as Lack), async () => call(take)]),
  ),
};

function withoutServiceWorker(): void {
  Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
}

const made = new Map<string, Promise<string>>();

/** The text of the harness's file at a path, or undefined if the path belongs to the site. */
export function agentFile(path: string): Promise<string> | undefined {
  const make = files[path];
  const file = made.get(path) ?? make?.();
  if (file) made.set(path, file);
  return file;
}

/** Bundles a package into one script that assigns the package's exports to a global variable. */
async function bundle(name: string, global: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry: resolve(name), formats: ['iife'], name: global } },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output[0].code;
}
