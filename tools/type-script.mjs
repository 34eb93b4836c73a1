// SPDX-License-Identifier: MIT
// Runs this repository's TypeScript modules in Node through Vite, because Node alone does not resolve their imports.
import { ROOT } from './process.mjs';

/**
 * @template T
 * @param {(load: (path: string) => Promise<Record<string, any>>) => Promise<T>} run
 *   `load` imports a module by its path in the repository, such as `/web/src/engine/index.ts`
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
