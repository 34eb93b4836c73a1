// SPDX-License-Identifier: MIT
// TypeScript of this repository in Node, through Vite: Node alone does not resolve its imports.
import { ROOT } from './process.mjs';

/**
 * @template T
 * @param {(load: (path: string) => Promise<Record<string, any>>) => Promise<T>} run  `load` takes a path from the root
 * @returns {Promise<T>}
 */
export async function withTypeScript(run) {
  const { createServer } = await import('vite');
  const server = await createServer({
    root: ROOT,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, ws: false, hmr: false },
  });
  try {
    return await run((path) => server.ssrLoadModule(path));
  } finally {
    await server.close();
  }
}
