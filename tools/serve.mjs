// SPDX-License-Identifier: MIT
import { parseArgs } from 'node:util';
import { WEB } from './process.mjs';

/** The default ports of Vite. If a port is in use, Vite tries the next ones. */
const PORTS = { preview: 4173, dev: 5173 };

/**
 * Returns a function that serves the built site (`preview`) or the sources (`dev`).
 * @param {keyof typeof PORTS} mode
 * @param {string[]} args  [--port N] [--host ADDRESS]
 */
export function server(mode, args) {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: process.env.PORT ?? `${PORTS[mode]}` },
      host: { type: 'string' },
    },
  });
  const { host } = values;
  const port = Number(values.port);
  if (!(port > 0 && port < 65536))
    throw new TypeError(`port: expected 1 to 65535, got ${values.port}`);
  return async () => {
    const { createServer, preview } = await import('vite');
    const options = { port, ...(host && { host }) };
    const started =
      mode === 'preview'
        ? await preview({ root: WEB, preview: options })
        : await (await createServer({ root: WEB, server: options })).listen();
    const { local = [], network = [] } = started.resolvedUrls ?? {};
    console.log(`\nAttention Lab: ${[...local, ...network].join('  ')}\n(Ctrl+C stops it)`);
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
      process.once(signal, () => started.close().finally(() => process.exit(0)));
  };
}
