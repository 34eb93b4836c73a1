// SPDX-License-Identifier: MIT
// Trains the sentence models and writes their files: web/src/engine/sentences/models.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './process.mjs';

const FOLDER = join(ROOT, 'web/src/engine/sentences/models');

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
  const { createEngine } = await server.ssrLoadModule('/web/src/engine/engine.ts');
  const { trainSentenceModel } = await server.ssrLoadModule('/web/src/engine/sentence-training.ts');
  const { SENTENCE_LANGUAGES } = await server.ssrLoadModule(
    '/web/src/engine/sentences/languages.ts',
  );
  // Without relaxed SIMD the same module gives the same bits on every machine.
  const engine = await createEngine({ simd: 'simd' });
  mkdirSync(FOLDER, { recursive: true });
  for (const language of SENTENCE_LANGUAGES) {
    const begun = performance.now();
    const file = trainSentenceModel(engine, language);
    const text = `${JSON.stringify(file, undefined, 2)}\n`;
    writeFileSync(join(FOLDER, `${language}.json`), text);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(
      `${language}: loss ${file.loss.toFixed(4)} (entropy ${file.floor.toFixed(4)}), ` +
        `${text.length} characters, ${seconds} s`,
    );
  }
} finally {
  await server.close();
}
