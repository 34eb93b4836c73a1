// SPDX-License-Identifier: MIT
import type { Plugin } from 'vite';

/**
 * Adjusts the output for applications that bundle it again. The build must have `modulePreload: false` and contain no
 * style sheets, because this plug-in removes Vite's preload helper, which would load them.
 */
export const forBundlers = (): Plugin => ({
  name: 'attention-lab:for-bundlers',
  apply: 'build',
  enforce: 'pre',
  // Replaces Vite's preload helper. The helper is needed only for style sheets, and its `new URL(name,
  // import.meta.url)` makes webpack warn about a “critical dependency”.
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
  // Renames fonts to .bin, because Docusaurus treats `new URL('….woff2', import.meta.url)` as a module and replaces it
  // with JavaScript.
  config({ build: { assetsDir = 'assets' } = {} }) {
    const name = assetsDir === '.' ? '[name]-[hash]' : `${assetsDir}/[name]-[hash]`;
    const assetFileNames = ({ names }: { names: readonly string[] }) =>
      names.some((file) => file.endsWith('.woff2')) ? `${name}.bin` : `${name}[extname]`;
    return { build: { rolldownOptions: { output: { assetFileNames } } } };
  },
});
