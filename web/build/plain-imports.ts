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
  // d3-array calls these functions when it is loaded. If they are declared pure, Rolldown drops calls with unused
  // results.
  config: () => ({
    build: {
      rolldownOptions: { treeshake: { manualPureFunctions: ['bisector', 'Blur2', 'shuffler'] } },
    },
  }),
});
