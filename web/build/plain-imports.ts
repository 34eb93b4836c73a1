// SPDX-License-Identifier: MIT
import type { Plugin } from 'vite';

/**
 * Removes Vite's preload helper. It is needed only with `modulePreload`, or for style sheets of modules that are loaded
 * on demand. Its `new URL(name, import.meta.url)` makes webpack warn about a “critical dependency”.
 */
export const plainImports = (): Plugin => ({
  name: 'attention-lab:plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
  // These functions of d3-array run when it is loaded. Without this, they and what they call would always be kept.
  config: () => ({
    build: {
      rolldownOptions: { treeshake: { manualPureFunctions: ['bisector', 'Blur2', 'shuffler'] } },
    },
  }),
});
