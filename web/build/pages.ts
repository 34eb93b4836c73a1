// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The pages of the site: the main page and the page for frames. */
export function pages(): Plugin {
  return {
    name: 'attention-lab:pages',
    config: ({ root = '' }) => ({
      build: {
        rolldownOptions: { input: ['index.html', 'embed.html'].map((page) => join(root, page)) },
      },
    }),
  };
}
