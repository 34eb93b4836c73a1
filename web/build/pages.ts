// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The site's pages, wherever its sources lie: a page of its own and the one for frames. */
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
