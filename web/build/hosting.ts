// SPDX-License-Identifier: MIT
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';
import { headersFor, metaTags } from './headers.ts';
import { hostFiles } from './host-files.ts';

/** Writes what hosts read, by the files that are in the site's folder by then. */
async function writeHostFiles(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll(sep, '/'))
    // What the build notes down for other tools is for nobody's browser.
    .filter((path) => !path.startsWith('.'))
    .sort();
  const written = new Set(Object.keys(hostFiles(paths)));
  const files = hostFiles(paths.filter((path) => !written.has(path)));
  await Promise.all(
    Object.entries(files).map(([path, text]) => writeFile(join(folder, path), text)),
  );
}

/** For builds that put one more folder into the site's. */
export const hostingAnew = (folder: string): Plugin => ({
  name: 'attention-lab:hosting-anew',
  closeBundle: () => writeHostFiles(folder),
});

/**
 * Its policy is its host's alone: in a frame without an origin some versions of WebKit (its bug 316847) take 'self' for
 * nobody, and what a page says of itself no host can mend.
 */
const FRAME = '/embed.html';

/**
 * Makes the built site ready for any host: files that hosts read headers from, and the policy in
 * the pages themselves for hosts that send none. The preview serves as such a host does.
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
        // The server that reloads a page by itself writes styles into it.
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
        // What is missing may come, so nobody is told to keep the answer.
        const known = existsSync(join(folder, path)) ? path : '';
        for (const [name, value] of Object.entries(headersFor(known)))
          response.setHeader(name, value);
        next();
      });
    },
  };
}
