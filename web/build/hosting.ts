// SPDX-License-Identifier: MIT
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { headersFor, metaTags } from './headers.ts';
import { hostFiles } from './host-files.ts';

/** Writes the configuration files for hosts into those folders of the site that exist. */
async function writeHostFiles(folder: string): Promise<void> {
  for (const [path, text] of Object.entries(hostFiles)) {
    const file = join(folder, path);
    if (existsSync(dirname(file))) await writeFile(file, text);
  }
}

/** Writes the configuration files for hosts again, for a build that adds a folder to the site. */
export const hostingAnew = (folder: string): Plugin => ({
  name: 'attention-lab:hosting-anew',
  closeBundle: () => writeHostFiles(folder),
});

/**
 * The page for frames gets no policy in a `<meta>` element. In a sandboxed frame, some WebKit versions ignore 'self'
 * (WebKit bug 316847), and a host could only add to a policy in the page, not relax it. So only the host's headers set
 * its policy.
 */
const FRAME = '/embed.html';
/** The page for missing files contains its own, stricter policy in a `<meta>` element, because it loads no files. */
const MISSING = '/404.html';

/**
 * Prepares the built site for any host: writes the configuration files with headers, and adds the policy to the pages
 * for hosts that send no headers. The preview server sends the same headers.
 */
export function hosting(): Plugin {
  let folder = '';
  return {
    name: 'attention-lab:hosting',
    configResolved(config) {
      folder = config.build.outDir;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { server, path }) =>
        // No policy in development, because the development server injects inline styles.
        server || [FRAME, MISSING].includes(path)
          ? []
          : metaTags.map((attrs) => ({
              tag: 'meta',
              attrs: { ...attrs },
              injectTo: 'head-prepend',
            })),
    },
    closeBundle: () => writeHostFiles(folder),
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://any').pathname.slice(1);
        // A missing file may be added later, so its response gets the headers of the path '', which limit caching.
        const known = existsSync(join(folder, path)) ? path : '';
        for (const [name, value] of Object.entries(headersFor(known)))
          response.setHeader(name, value);
        next();
      });
    },
  };
}
