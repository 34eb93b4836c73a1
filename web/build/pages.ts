// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Declares the HTML pages: the main page, the page for frames, and the page for missing files (404.html). Without a
 * 404.html, some hosts answer a request for a missing file with the main page.
 */
export function pages(): Plugin {
  return {
    name: 'attention-lab:pages',
    config: ({ root = '' }) => ({
      build: {
        rolldownOptions: {
          input: ['index.html', 'embed.html', '404.html'].map((page) => join(root, page)),
        },
      },
    }),
  };
}
