// SPDX-License-Identifier: MIT
import type { Plugin } from 'vite';

/** Adjusts the output for applications that bundle it again. */
export const forBundlers = (): Plugin => ({
  name: 'attention-lab:for-bundlers',
  apply: 'build',
  // Renames fonts to .bin, because Docusaurus treats `new URL('….woff2', import.meta.url)` as a module and replaces it
  // with JavaScript.
  config({ build: { assetsDir = 'assets' } = {} }) {
    const name = assetsDir === '.' ? '[name]-[hash]' : `${assetsDir}/[name]-[hash]`;
    const assetFileNames = ({ names }: { names: readonly string[] }) =>
      names.some((file) => file.endsWith('.woff2')) ? `${name}.bin` : `${name}[extname]`;
    return { build: { rolldownOptions: { output: { assetFileNames } } } };
  },
});
