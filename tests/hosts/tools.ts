// SPDX-License-Identifier: MIT
// For each tool in docs/embedding.md: a minimal project to which its recipe is added.
import { toolScript } from './package.ts';
import type { Recipe } from './recipes.ts';

type Files = Readonly<Record<string, string>>;

export interface Tool {
  /** The project's files that are not in the recipe. */
  readonly project?: Files | ((recipe: Recipe) => Files);
  /** Files to copy from this repository, in addition to those that the recipe names. */
  readonly copies?: Recipe['copies'];
  readonly build?: readonly [command: string, ...args: string[]];
  /** The folder with the built pages, relative to the project. */
  readonly output: string;
  /**
   * The tool's own server for the built pages: script and arguments. The last argument is an option such as `--host`;
   * the address to listen on is appended to it.
   */
  readonly serve?: readonly [script: string, ...args: string[]];
  /** The path of the page that shows the lesson; by default the index. */
  readonly page?: string;
}

const node = (script: string, ...args: string[]) =>
  [process.execPath, toolScript(script), ...args] as const;

const html = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;

const application = (main: string): Files => ({
  'index.html': html(`<div id="app"></div><script type="module" src="/src/${main}"></script>`),
});
const VITE = { build: node('vite/bin/vite.js', 'build'), output: 'dist' };

const NEXT_LAYOUT: Files = {
  'app/layout.jsx': `export default ({ children }) => (
      <html lang="en">
        <head><link rel="icon" href="data:," /></head>
        <body>{children}</body>
      </html>
    );`,
};
const NEXT: Omit<Tool, 'build'> = {
  project: { 'next.config.mjs': `export default { output: 'export' };`, ...NEXT_LAYOUT },
  output: 'out',
  page: 'lesson.html',
};
/** A Next.js project with a copy of the element's files in a folder of its own site, which `asset-base` names. */
const NEXT_BASE: Omit<Tool, 'build'> = {
  ...NEXT,
  project: ({ files }) => ({
    ...(NEXT.project as Files),
    'app/lesson/page.jsx': `${files['app/lesson/page.jsx']}`.replace(
      '<attention-lab',
      '<attention-lab asset-base="/moved/"',
    ),
  }),
  copies: [['build/package/dist/embed', 'public/moved']],
};
const nextBuild = (...args: string[]) => node('next/dist/bin/next', 'build', ...args);

/** Each tool with the heading of its recipe in docs/embedding.md. */
export const TOOLS: readonly (readonly [name: string, heading: string, tool: Tool])[] = [
  ['plain-html', 'Plain HTML', { output: '.' }],
  [
    'react',
    'React',
    {
      project: {
        ...application('main.jsx'),
        'vite.config.js': `import react from '@vitejs/plugin-react';
        export default { plugins: [react()] };`,
        'src/main.jsx': `import { createRoot } from 'react-dom/client';
        import { Lesson } from './Lesson.jsx';
        createRoot(document.getElementById('app')).render(<Lesson />);`,
      },
      ...VITE,
    },
  ],
  [
    'docusaurus',
    'Docusaurus',
    {
      project: {
        // Without "type": "module", because Docusaurus generates CommonJS files.
        'package.json': '{"name":"course","private":true}',
        'docusaurus.config.js': `module.exports = {
          title: 'A course', url: 'http://localhost', baseUrl: '/', favicon: 'data:,',
          presets: [['classic', { blog: false, docs: { routeBasePath: '/' } }]],
        };`,
        'docs/index.md': '# A course',
      },
      build: node('@docusaurus/core/bin/docusaurus.mjs', 'build'),
      output: 'build',
      page: 'lesson/',
    },
  ],
  [
    'vitepress',
    'VitePress',
    {
      project: { 'index.md': '# A course' },
      build: node('vitepress/bin/vitepress.js', 'build'),
      output: '.vitepress/dist',
      page: 'lesson.html',
    },
  ],
  ['next', 'Next', { ...NEXT, build: nextBuild() }],
  ['next-webpack', 'Next', { ...NEXT, build: nextBuild('--webpack') }],
  ['next-base', 'Next', { ...NEXT_BASE, build: nextBuild() }],
  ['next-webpack-base', 'Next', { ...NEXT_BASE, build: nextBuild('--webpack') }],
  [
    'next-start',
    'Next',
    {
      project: NEXT_LAYOUT,
      build: nextBuild(),
      output: '.',
      page: 'lesson',
      serve: ['next/dist/bin/next', 'start', '--hostname'],
    },
  ],
  [
    'starlight',
    'Starlight',
    {
      project: ({ files }) => ({
        'astro.config.mjs': `import starlight from '@astrojs/starlight';
        export default {
          integrations: [starlight({ title: 'A course', pagefind: false })],
          ${files['astro.config.mjs']}
        };`,
        'src/content.config.ts': `import { defineCollection } from 'astro:content';
        import { docsLoader } from '@astrojs/starlight/loaders';
        import { docsSchema } from '@astrojs/starlight/schema';
        export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };`,
        'src/content/docs/index.md': '---\ntitle: A course\n---\n',
        'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      }),
      build: node('astro/astro.js', 'build'),
      output: 'dist',
      page: 'lesson/',
    },
  ],
  [
    'vue',
    'Vue',
    {
      project: {
        ...application('main.js'),
        'src/main.js': `import { createApp } from 'vue';
        import Lesson from './Lesson.vue';
        createApp(Lesson).mount('#app');`,
      },
      ...VITE,
    },
  ],
  [
    'svelte',
    'Svelte',
    {
      project: {
        ...application('main.js'),
        'vite.config.js': `import { svelte } from '@sveltejs/vite-plugin-svelte';
        export default { plugins: [svelte()] };`,
        'src/main.js': `import { mount } from 'svelte';
        import Lesson from './Lesson.svelte';
        mount(Lesson, { target: document.getElementById('app') });`,
      },
      ...VITE,
    },
  ],
  [
    'mystmd',
    'Jupyter Book 2 and MyST',
    {
      project: {
        'myst.yml': 'version: 1\nproject: {}\nsite: {template: ./theme}\n',
        'index.md': '# A course',
      },
      copies: [['tests/hosts/myst-theme', 'theme']],
      build: node('mystmd/dist/myst.cjs', 'build', '--html'),
      output: '_build/html',
      page: 'lesson/',
    },
  ],
  [
    'mkdocs',
    'MkDocs',
    {
      project: {
        'mkdocs.yml': `site_name: A course
site_url: http://localhost/
theme: {name: material, font: false, features: [navigation.instant]}
plugins: []
`,
        'docs/index.md': '# A course',
      },
      build: ['mkdocs', 'build', '--quiet'],
      output: 'site',
      page: 'lesson/',
    },
  ],
  [
    'sphinx',
    'Sphinx',
    {
      project: { 'index.md': '# A course\n\n```{toctree}\nlesson\n```\n' },
      build: ['sphinx-build', '-q', '.', '_build'],
      output: '_build',
      page: 'lesson.html',
    },
  ],
  [
    'jupyter',
    'Jupyter',
    {
      project: ({ files }) => ({
        'lesson.ipynb': JSON.stringify({
          cells: [
            {
              cell_type: 'code',
              execution_count: null,
              metadata: {},
              outputs: [],
              source: files['lesson.ipynb'],
            },
          ],
          metadata: {},
          nbformat: 4,
          nbformat_minor: 4,
        }),
      }),
      // Debian's nbconvert links to two scripts by their paths on disk, which a page on a web server cannot load. Empty
      // `data:` URLs replace the links, because the lesson does not need these scripts.
      build: [
        'jupyter',
        'nbconvert',
        '--to=html',
        '--execute',
        '--HTMLExporter.require_js_url=data:,',
        '--HTMLExporter.mathjax_url=data:,',
        'lesson.ipynb',
      ],
      output: '.',
      page: 'lesson.html',
    },
  ],
  [
    'reveal',
    'reveal.js',
    {
      project: ({ files }) => ({
        'index.html': html(
          `<div class="reveal"><div class="slides">
            <section><h2>What is a query?</h2></section>
            ${files['index.html']}
          </div></div>
          <script type="module">
            import Reveal from './reveal.js/reveal.mjs';
            new Reveal(document.querySelector('.reveal')).initialize();
          </script>`,
          '<link rel="stylesheet" href="reveal.js/reveal.css">',
        ),
      }),
      copies: [['tests/hosts/node_modules/reveal.js/dist', 'reveal.js']],
      output: '.',
      page: '#/1',
    },
  ],
  [
    'lms',
    'LMS',
    {
      project: ({ files }) => ({ 'page.html': html(files['page.html'] ?? '') }),
      output: '.',
      page: 'page.html',
    },
  ],
];

const viteServer = (name: string) => [name, ['vite/bin/vite.js', '--host'], ''] as const;

/**
 * The development servers of some tools in `TOOLS`: script, arguments, and the path of the page. They are tested apart
 * from the builds because they handle the files of our npm package differently. For example, the server of Vite 5 (used
 * by VitePress) copies a dependency's scripts to a cache but leaves its other files where they are.
 */
export const DEVELOPMENT: readonly (readonly [
  name: string,
  serve: readonly [script: string, ...args: string[]],
  page: string,
])[] = [
  ['vitepress', ['vitepress/bin/vitepress.js', 'dev', '--host'], 'lesson'],
  ...['react', 'vue', 'svelte'].map(viteServer),
];
