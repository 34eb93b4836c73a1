// SPDX-License-Identifier: MIT
// The host pages in examples/, beside a built "embed" folder, as their readers are told to put it. Pages of generators are
// made by what their generators are made of, or stand in for it: Markdown to HTML, raw blocks taken as they are.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { compile } from '@mdx-js/mdx';
import markdown from 'markdown-it';
import { build } from 'vite';
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
  waitFor(async () => {
    expect(await of.css('.lesson h1').text()).toBe(title);
    expect(await of.css('.result-number').nth(0).text()).toMatch(/^(−?\d|k₁)/);
  });

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
  const folder = await siteOf('reveal/slides.html', (source) =>
    source.replace('<head>', '<head><link rel="icon" href="data:," />'),
  );
  await cp('node_modules/reveal.js/dist', `${folder}/page/reveal.js/dist`, { recursive: true });
  // Slides are styled in place, which the site's own policy forbids.
  const { url, requests } = await host(folder, { headers: {} });
  await tab.open(`${url}page/`);
  await waitFor(() => tab.run(() => document.querySelector('.reveal.ready') !== null));
  expect(requests.map(({ path }) => path).join()).not.toContain('player.js');
  await tab.keys('ArrowRight');
  await hasResult(tab, 'Kernel regression');
  expect((await tab.css('.plot svg').nth(0).box()).width).toBeGreaterThan(200);
});

/** Builds a page with Vite, as React and Docusaurus have theirs built; "attention-lab" stays a file beside it. */
async function bundled(
  name: string,
  main: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await siteOf(name, () => page('<script type="module" src="main.js"></script>'));
  const source = `${folder}/source`;
  await mkdir(source, { recursive: true });
  for (const [file, text] of Object.entries({ 'main.jsx': main, ...more }))
    await writeFile(`${source}/${file}`, text);
  await build({
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: `${folder}/page`,
      emptyOutDir: false,
      minify: false,
      lib: { entry: `${source}/main.jsx`, formats: ['es'], fileName: () => 'main.js' },
      rolldownOptions: {
        external: ['attention-lab'],
        output: { paths: { 'attention-lab': '../embed/attention-lab.js' } },
      },
    },
  });
  return folder;
}

once('react/lesson.jsx shows its lesson, and hears of its states', async ({ page: tab, host }) => {
  const folder = await bundled(
    'react/lesson.jsx',
    `import { createRoot } from 'react-dom/client';
    import { Lesson } from '${process.cwd()}/examples/react/lesson.jsx';
    const onState = (state) => { window.heard = state; };
    const root = document.body.appendChild(document.createElement('div'));
    createRoot(root).render(<Lesson lesson="softmax" state="temperature=2" onState={onState} />);`,
  );
  const { url } = await host(folder);
  await tab.open(`${url}page/`);
  await hasResult(tab, 'Softmax');
  await tab
    .css('.stage')
    .get('slider', { name: /^Temperature/ })
    .press('ArrowRight');
  await waitFor(async () =>
    `${await tab.run(() => Reflect.get(window, 'heard'))}`.includes('temp'),
  );
});

once('docusaurus/lesson.mdx shows its lesson', async ({ page: tab, host }) => {
  const compiled = await compile(await readFile('examples/docusaurus/lesson.mdx', 'utf8'));
  const folder = await bundled(
    'docusaurus/lesson.mdx',
    `import { createRoot } from 'react-dom/client';
    import Page from './page.jsx';
    createRoot(document.body.appendChild(document.createElement('div'))).render(<Page />);`,
    { 'page.jsx': `${compiled}` },
  );
  const { url } = await host(folder);
  await tab.open(`${url}page/`);
  await hasResult(tab, 'Similarity');
});
