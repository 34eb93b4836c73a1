// SPDX-License-Identifier: MIT
// The host pages in examples/, beside a built "embed" folder, as their readers are told to put it. Pages of generators are
// made by what stands in for the generator: Markdown to HTML, raw blocks taken as they are.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import markdown from 'markdown-it';
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);
const FOLDER = 'build/examples';

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>A page</title><link rel="icon" href="data:," /></head><body>${body}</body></html>`;

/** A site with the example of a host as its only page. */
async function siteOf(name: string, html: (source: string) => string): Promise<string> {
  const folder = `${FOLDER}/${name.replace(/\/.*/, '')}`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(`${folder}/page`, { recursive: true });
  await cp('dist/embed', `${folder}/embed`, { recursive: true });
  const source = await readFile(`examples/${name}`, 'utf8');
  await writeFile(`${folder}/page/index.html`, html(source.replaceAll('"embed/', '"../embed/')));
  return folder;
}

const hasResult = (of: Page, title: string) =>
  waitFor(
    async () => {
      expect(await of.css('.lesson h1').text()).toBe(title);
      expect(await of.css('.result-number').text()).toMatch(/^−?\d/);
    },
    { timeout: 20_000 },
  );

const raw = (source: string): string => /```\{=html\}\n([\s\S]*?)```/.exec(source)?.[1] ?? '';
const rendered = (source: string): string => markdown({ html: true }).render(source);

const EXAMPLES: readonly [name: string, title: string, html: (source: string) => string][] = [
  ['plain-html/index.html', 'Scaling', (source: string) => source],
  ['mkdocs/lesson.md', 'Masking', (source: string) => page(rendered(source))],
  ['quarto/lesson.qmd', 'Softmax', (source: string) => page(raw(source))],
  [
    'jupyter-book/lesson.md',
    'Softmax',
    (source: string) => page(`<pre hidden>${source}</pre><script src="mount.js"></script>`),
  ],
];

for (const [name, title, html] of EXAMPLES)
  once(`${name} shows its lesson`, async ({ page: tab, host }) => {
    const folder = await siteOf(name, html);
    const mount = `import('../embed/anywidget.js').then(({ default: widget }) => {
    const values = JSON.parse(/\\{anywidget\\}.*\\n([\\s\\S]*?)\\n:::/.exec(document.querySelector('pre').textContent)[1]);
    const model = { get: (name) => values[name], set() {}, on() {}, off() {}, save_changes() {} };
    widget.render({ model, el: document.body });
  });`;
    await writeFile(`${folder}/page/mount.js`, mount);
    const { url } = await host(folder);
    await tab.open(`${url}page/`);
    await hasResult(tab, title);
  });

once('reveal/slides.html shows its lesson once its slide is', async ({ page: tab, host }) => {
  // As reveal.js hides slides, without its files.
  const folder = await siteOf('reveal/slides.html', (source) =>
    source
      .replace(/<link rel="stylesheet".*/, '<link rel="icon" href="data:," />')
      .replace(/<script type="module">[\s\S]*?<\/script>/, '')
      .replaceAll('<section>', '<section hidden>'),
  );
  const { url, requests } = await host(folder);
  await tab.open(`${url}page/`);
  await tab.run(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
  expect(requests.map(({ path }) => path).join()).not.toContain('player.js');
  await tab.run(() => document.querySelectorAll('section')[1]?.removeAttribute('hidden'));
  await hasResult(tab, 'Kernel regression');
  expect((await tab.css('.plot svg').nth(0).box()).width).toBeGreaterThan(200);
});
