// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown, runnerImport } from 'vite';
import { filesAhead } from './files-ahead.ts';
import { withLessonNames } from './lesson-names.ts';
import { prose } from './prose.ts';
import { renderHtml } from './render-html.ts';

const SCRIPT = 'src/site/shell.ts';
const STYLES = 'virtual:outline.css';

/**
 * Generates HTML `<template>` elements with the outlines of all pages in each language. An outline shows the layout of
 * a page until its modules are loaded.
 */
async function templates(root: string): Promise<string> {
  const { module } = await runnerImport<typeof import('../src/site/outline.ts')>(
    join(root, 'src/site/outline.ts'),
    { root, configFile: false, plugins: [prose(), withLessonNames()], logLevel: 'error' },
  );
  return module.outlines
    .map(([language, { direction, page, places }]) => {
      const inside = Object.entries(places).map(
        ([id, place]) => `<template data-place="${id}">${renderHtml(place).trim()}</template>`,
      );
      return `<template lang="${language}" dir="${direction}"><al-shell>${renderHtml(page)}</al-shell>
${inside.join('\n')}</template>`;
    })
    .join('\n');
}

/** Bundles the script that shows the outline into one classic script, without modules. */
async function compileScript(root: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(root, SCRIPT), output: { format: 'iife' } },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  if (output.length > 1) throw new Error(`${SCRIPT} must be one script`);
  return output[0].code;
}

/**
 * Writes an outline of each page (a placeholder with the page's layout) into index.html, and a script that shows the
 * outline of the current page until the modules are loaded. `import 'virtual:outline.css'` provides the style rules of
 * a lesson, limited to outlines.
 */
export function shell(): Plugin {
  let root = '';
  let script = '';
  return {
    name: 'attention-lab:shell',
    configResolved(config) {
      root = config.root;
    },
    resolveId: { filter: { id: /^virtual:outline\.css$/ }, handler: () => `\0${STYLES}` },
    load: {
      filter: { id: /^\0virtual:outline\.css$/ },
      handler() {
        const files = ['stage-view', 'frame'].map((name) => join(root, `src/lessons/${name}.css`));
        for (const file of files) this.addWatchFile(file);
        return `.outline {${files.map((file) => readFileSync(file, 'utf8')).join('')}}`;
      },
    },
    generateBundle: {
      // Runs before Vite's own plug-ins write the HTML files, because `transformIndexHtml` needs the script's file
      // name.
      order: 'pre',
      async handler(_, bundle) {
        const ahead = JSON.stringify(filesAhead(bundle, root));
        const code = await compileScript(root);
        const source = code.replaceAll('__AHEAD__', () => ahead);
        const asset = {
          type: 'asset',
          name: 'shell.js',
          originalFileName: SCRIPT,
          source,
        } as const;
        script = this.getFileName(this.emitFile(asset));
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { filename, server, chunk }) {
        if (!filename.endsWith('/index.html')) return html;
        const outlines = await templates(root);
        // Preloads the modules that the entry module imports. Otherwise, the browser would have to load the entry
        // module to find them. They are large, so they get a low priority and do not delay the outline.
        const imported = (chunk?.imports ?? []).map(
          (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="./${file}">`,
        );
        const first = server
          ? `<script type="module" src="/${SCRIPT}"></script>`
          : `<script src="./${script}"></script>`;
        // After the `<meta>` with the content security policy, Chromium requests files that follow a classic script
        // only when that script has run. So in a build, the outline's script is the last element of the head. On the
        // development server, it is a module. Modules run in document order, so it is placed before all others.
        const place = server ? '<script type="module"' : '</head>';
        return html
          .replace('</body>', () => `${outlines}\n</body>`)
          .replace(place, (next) => [...imported, first, next].join('\n    '));
      },
    },
  };
}
