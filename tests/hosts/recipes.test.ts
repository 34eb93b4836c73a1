// SPDX-License-Identifier: MIT
// Follows each recipe of docs/embedding.md in a project of its tool, builds it, and opens the page in a browser.
import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import type { Page } from '../browser/support/page.ts';
import { expect, test } from '../browser/support/test.ts';
import { waitFor } from '../browser/support/wait.ts';
import { APPLICATIONS, installPackage, ROOT, run, toolScript } from './package.ts';
import { copyAll, follow, readRecipes, writeFiles } from './recipes.ts';
import { startServer } from './servers.ts';
import { DEVELOPMENT, TOOLS } from './tools.ts';

const FOLDER = `${APPLICATIONS}/recipes`;
// The tools get only these variables, because they would read some of Vitest's, such as BASE_URL.
const { PATH, HOME } = process.env;
const ENVIRONMENT = {
  PATH,
  HOME,
  NODE_ENV: 'production',
  NO_COLOR: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
} as NodeJS.ProcessEnv;

beforeAll(async () => {
  await installPackage('recipes');
  // In a project, Node looks for a module first in `recipes/node_modules`, which contains our package, and then one
  // folder above. So a link to the tools is created there.
  const tools = join(ROOT, APPLICATIONS, 'node_modules');
  await rm(tools, { recursive: true, force: true });
  await symlink(toolScript(''), tools);
});

const recipes = await readRecipes();
const recipe = (heading: string) => {
  const found = recipes.get(heading);
  if (!found) throw new Error(`docs/embedding.md has no recipe “${heading}”`);
  return found;
};

const toolOf = (name: string) => {
  const entry = TOOLS.find(([tool]) => tool === name);
  if (!entry) throw new Error(name);
  return entry;
};

/** Creates a project for a tool in `folder`, and follows the recipe in it. */
async function create(name: string, folder: string): Promise<void> {
  const [, heading, { project = {}, copies = [] }] = toolOf(name);
  await mkdir(folder, { recursive: true });
  await writeFiles(folder, { 'package.json': '{"name":"course","type":"module","private":true}' });
  await follow(recipe(heading), folder);
  await copyAll(copies, folder);
  await writeFiles(folder, typeof project === 'function' ? project(recipe(heading)) : project);
}

/** @returns the folder of the output */
async function build(name: string): Promise<string> {
  const [, , { build: command, output }] = toolOf(name);
  const folder = join(ROOT, FOLDER, name);
  await create(name, folder);
  if (command) {
    const [program, ...args] = command;
    await run(program, args, { cwd: folder, env: ENVIRONMENT }).catch(({ stdout, stderr }) => {
      // Changes "at f (x.js:1)" to "in f (x.js:1)" in the tool's stack trace. Otherwise Vitest would parse it as the
      // trace of this error.
      throw new Error(`${stdout}${stderr}`.replaceAll(/^(\s*)at /gm, '$1in '));
    });
  }
  return `${FOLDER}/${name}/${output}`;
}

const startTool = (
  folder: string,
  [script, ...args]: readonly [string, ...string[]],
  env = ENVIRONMENT,
) =>
  startServer(
    async ({ port }) =>
      [process.execPath, toolScript(script), ...args, '127.0.0.1', '--port', `${port}`] as const,
    folder,
    '',
    // After SIGTERM, Next would wait until the test's page closes its connections.
    { cwd: folder, env, killSignal: 'SIGKILL' },
  );

/**
 * Runs in the page. Returns the text of the first figure of a lesson in the page, a shadow root or an `<iframe>`, or
 * null if there is none.
 */
const firstResult = () => {
  const find = (root: Document | ShadowRoot | null | undefined): string | undefined => {
    const found = root?.querySelector('.scene-picture svg')?.textContent;
    if (found) return found;
    for (const element of root?.querySelectorAll('*') ?? []) {
      const inner =
        element instanceof HTMLIFrameElement ? element.contentDocument : element.shadowRoot;
      const text = inner && find(inner);
      if (text) return text;
    }
    return undefined;
  };
  return find(document) ?? null;
};

const temperatureStep = (tab: Page) => tab.css('[data-step="temperature"]');
const temperature = (tab: Page) => temperatureStep(tab).get('slider', { name: /^Temperature/ });

/** Checks that the element has loaded its files from the folder in its attribute `asset-base`. */
async function loadsMovedFiles(tab: Page): Promise<void> {
  const loaded = () => performance.getEntriesByType('resource').map(({ name }) => name);
  expect((await tab.run(loaded)).join()).toContain('/moved/');
}

/** Additional checks of the page, by the name of the tool. */
const MORE: Readonly<Record<string, (tab: Page, url: string) => Promise<void>>> = {
  async react(tab) {
    await temperature(tab).press('ArrowRight');
    await waitFor(async () =>
      expect(await tab.run(() => document.title)).toMatch(/\btemperature=\d/),
    );
  },
  'next-base': loadsMovedFiles,
  'next-webpack-base': loadsMovedFiles,
  async mystmd(tab) {
    const weights = () => temperatureStep(tab).css('.scene-picture svg').text();
    const before = await weights();
    await temperature(tab).press('End');
    await waitFor(async () => expect(await weights()).not.toBe(before));
  },
  async mkdocs(tab, url) {
    await tab.open(url);
    await tab.run(() => {
      Reflect.set(window, 'isFirstPage', true);
    });
    await tab.css('.md-footer__link--next').click();
    await waitFor(async () => expect(await tab.run(firstResult)).toMatch(/\d/));
    expect(await tab.run(() => Reflect.get(window, 'isFirstPage'))).toBe(true);
  },
  async reveal(tab) {
    await tab.resize(960, 700);
    const fits = () => {
      const root = document.querySelector('attention-lab')?.shadowRoot?.querySelector('.al-root');
      const { bottom = 0, right = 0 } =
        root?.querySelector('.scenes')?.getBoundingClientRect() ?? {};
      const isWhole = root !== null && root !== undefined && root.scrollHeight <= root.clientHeight;
      return isWhole && right > 900 && right <= 960 && bottom <= 700;
    };
    await waitFor(() => tab.run(fits));
    // An arrow key that moves a lesson's slider must not change the slide of the presentation.
    const before = await tab.run(firstResult);
    await tab
      .css('.scenes')
      .get('slider', { name: /^Query/ })
      .nth(0)
      .press('ArrowRight');
    await waitFor(async () => expect(await tab.run(firstResult)).not.toBe(before));
    expect(await tab.run(() => location.hash)).toBe('#/1');
  },
};

for (const [name, , { page = '', serve }] of TOOLS)
  test(`${name} shows its lesson`, async ({ page: tab, host, onTestFinished }) => {
    const folder = await build(name);
    const started = serve && (await startTool(folder, serve));
    onTestFinished(() => started?.stop());
    const { url } = started ?? (await host(folder, { headers: {} }));
    await tab.open(url + page);
    await waitFor(async () => expect(await tab.run(firstResult)).toMatch(/\d/));
    await MORE[name]?.(tab, url);
  });

for (const [name, serve, page] of DEVELOPMENT)
  test(`${name} shows its lesson in development`, async ({ page: tab, onTestFinished }) => {
    const folder = join(FOLDER, `${name}-development`);
    await create(name, folder);
    // Copies the package into the project, because the servers do not serve files outside it.
    await cp(join(FOLDER, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
    const server = await startTool(folder, serve, { ...ENVIRONMENT, NODE_ENV: 'development' });
    onTestFinished(() => server.stop());
    await tab.open(server.url + page);
    await waitFor(async () => expect(await tab.run(firstResult)).toMatch(/\d/));
  });

test('each recipe with code is run and has at most ten lines', () => {
  // bundlers.test.ts runs the recipe for esbuild and Rollup.
  const run = new Set([...TOOLS.map(([, heading]) => heading), 'esbuild and Rollup']);
  expect([...run].sort()).toEqual([...recipes.keys()].sort());
  for (const [heading, { lines }] of recipes) expect(lines, heading).toBeLessThanOrEqual(10);
});
