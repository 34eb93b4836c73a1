// SPDX-License-Identifier: MIT
// Serves the site: `node tools/serve.mjs <preview|dev> [--port N] [--host ADDRESS]`. `preview` (`npm start`) serves the
// built site, `dev` (`npm run dev`) the sources.
import { parseArgs } from 'node:util';
import { buildSite, buildWasm } from './build.mjs';
import { Failure, WEB } from './process.mjs';
import { setUp } from './setup.mjs';
import { runSteps } from './steps.mjs';

/** @type {Record<string, {port: number, isBuilt: boolean}>} */
const MODES = { preview: { port: 4173, isBuilt: true }, dev: { port: 5173, isBuilt: false } };

/** @param {string[]} argv */
function readArguments(argv) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { port: { type: 'string' }, host: { type: 'string' } },
  });
  const mode = MODES[positionals[0] ?? ''];
  if (!mode)
    throw new Failure(
      `usage: node tools/serve.mjs <${Object.keys(MODES).join('|')}> [--port N] [--host ADDRESS]`,
    );
  const wish = values.port ?? process.env.PORT ?? `${mode.port}`;
  const port = Number(wish);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Failure(`port: expected 1 to 65535, got ${wish}`);
  return { ...mode, port, host: values.host };
}

/** @param {{port: number, host: string | undefined, isBuilt: boolean}} options */
async function serve({ port, host, isBuilt }) {
  const { createServer, preview } = await import('vite');
  // If the port is in use, Vite tries the next ones.
  const options = { port, strictPort: false, ...(host ? { host } : {}) };
  const server = isBuilt
    ? await preview({ root: WEB, preview: options })
    : await (await createServer({ root: WEB, server: options })).listen();
  const { local = [], network = [] } = server.resolvedUrls ?? {};
  console.log(`\nAttention Lab: ${[...local, ...network].join('  ')}\n(Ctrl+C stops it)`);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => server.close().finally(() => process.exit(0)));
}

try {
  const options = readArguments(process.argv.slice(2));
  const steps = [
    { name: 'set-up', run: () => setUp('site') },
    { name: 'wasm build', run: buildWasm },
    ...(options.isBuilt ? [{ name: 'site build', run: () => buildSite({ ifStale: true }) }] : []),
  ];
  const { ok } = await runSteps(steps);
  if (ok) await serve(options);
  else process.exitCode = 1;
} catch (error) {
  const isUsage = error instanceof Failure || (error instanceof TypeError && 'code' in error);
  if (!isUsage) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
