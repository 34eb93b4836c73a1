// SPDX-License-Identifier: MIT
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findElements } from './find.ts';
import { LACKS, type Lack } from './lacks.ts';
import { recordProblems } from './problems.ts';

const FOLDER = '/__harness/';
const { resolve } = createRequire(import.meta.url);

/** Where axe-core is served for pages that want it. */
export const AXE_PATH = `${FOLDER}axe.js`;

/** An empty page of the site's origin, on which a tab can clear the origin's storage. */
export const BLANK_PATH = `${FOLDER}blank.js`;

/** Put first into the head of every page; an external script, as the site's policy demands. */
export const AGENT_TAG = `<script src="${FOLDER}agent.js"></script>`;

/** Put before it where no service worker is wanted: it would outlive the test and answer for the server. */
export const ONLINE_TAG = `<script src="${FOLDER}online.js"></script>`;

/** Put after it, in a page of a browser that lacks something. */
export const lackTags = (lacks: readonly Lack[]): string =>
  lacks.map((lack) => `<script src="${lackPath(lack)}"></script>`).join('');

const lackPath = (lack: Lack): string => `${FOLDER}lacks-${lack}.js`;

const call = (install: () => void) => `(${install})();\n`;

/** A worker's script with the recorder before it. */
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

/** The harness's own file at a path; undefined where the path is the site's. */
export function agentFile(path: string): Promise<string> | undefined {
  const make = files[path];
  const file = made.get(path) ?? make?.();
  if (file) made.set(path, file);
  return file;
}

/** A package's CommonJS files as one script that sets a global to what the package exports. */
async function bundle(name: string, global: string): Promise<string> {
  const sources = new Map<string, string>();
  const add = async (file: string) => {
    if (sources.has(file)) return;
    const source = await readFile(file, 'utf8');
    sources.set(
      file,
      source.replace(REQUIRE, (_, id) => `require(${quote(file, id)})`),
    );
    for (const [, id = ''] of source.matchAll(REQUIRE)) await add(join(dirname(file), `${id}.js`));
  };
  const quote = (file: string, id: string) => JSON.stringify(join(dirname(file), `${id}.js`));
  const entry = resolve(name);
  await add(entry);
  const table = [...sources].map(
    ([file, source]) => `${JSON.stringify(file)}(exports, require) {${source}\n}`,
  );
  return `{
    const files = {${table.join(',\n')}}, made = {};
    const require = (file) => {
      if (!made[file]) files[file]((made[file] = {}), require);
      return made[file];
    };
    globalThis.${global} = require(${JSON.stringify(entry)});
  }\n`;
}

const REQUIRE = /\brequire\("(\.[^"]+)"\)/g;
