// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { engineAhead } from './files-ahead.ts';

const SCRIPT = 'src/site/shell.ts';

/** Bundles src/site/shell.ts into one classic script, without modules. */
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

/** Adds the script src/site/shell.ts to each page. */
export function shell(): Plugin {
  let root = '';
  let script = '';
  return {
    name: 'attention-lab:shell',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      // Runs before Vite's plug-ins write the HTML files, because `transformIndexHtml` needs the script's file name.
      order: 'pre',
      async handler(_, bundle) {
        const ahead = JSON.stringify(engineAhead(bundle, root));
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
      handler: (html, { filename, server }) => {
        if (!filename.endsWith('/page.html')) return html;
        const first = server
          ? `<script type="module" src="/${SCRIPT}"></script>`
          : `<script src="./${script}"></script>`;
        // After the `<meta>` with the content security policy, Chromium requests files that follow a classic script
        // only when that script has run. So in a build, this script is the last element of the head. On the development
        // server, it is a module. Modules run in document order, so it is placed before all others.
        const place = server ? '<script type="module"' : '</head>';
        return html.replace(place, (next) => `${first}\n    ${next}`);
      },
    },
  };
}
