// SPDX-License-Identifier: MIT
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';
import { headersFor, metaTags } from './headers.ts';
import { hostFiles } from './host-files.ts';

/** Writes the files for hosts, based on the files that are in the site's folder now. */
async function writeHostFiles(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll(sep, '/'))
    // Hidden files are build metadata for other tools, not for browsers.
    .filter((path) => !path.startsWith('.'))
    .sort();
  const written = new Set(Object.keys(hostFiles(paths)));
  const files = hostFiles(paths.filter((path) => !written.has(path)));
  await Promise.all(
    Object.entries(files).map(([path, text]) => writeFile(join(folder, path), text)),
  );
}

/** For builds that add a folder to the site. */
export const hostingAnew = (folder: string): Plugin => ({
  name: 'attention-lab:hosting-anew',
  closeBundle: () => writeHostFiles(folder),
});

/**
 * The page for frames has no policy in `<meta>`; only the host sets one. In a sandboxed frame, some WebKit versions
 * ignore 'self' (WebKit bug 316847), and a host cannot relax a policy in a page.
 */
const FRAME = '/embed.html';

/**
 * Prepares the built site for any host: writes the files with headers, and the policy into the pages for hosts that
 * send no headers. The preview server behaves like such a host.
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
        // The development server injects styles, which the policy would block.
        server || path === FRAME
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
        // A missing file may be added later, so its response must not be cached.
        const known = existsSync(join(folder, path)) ? path : '';
        for (const [name, value] of Object.entries(headersFor(known)))
          response.setHeader(name, value);
        next();
      });
    },
  };
}
