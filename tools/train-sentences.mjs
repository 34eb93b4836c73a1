// SPDX-License-Identifier: MIT
// `npm run train:sentences`: trains one small language model on sentences for each language with the native library,
// and writes the models to web/src/engine/sentences/models.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cmakeBuild } from './build.mjs';
import { ROOT } from './process.mjs';
import { setUp } from './setup.mjs';
import { withTypeScript } from './type-script.mjs';

const FOLDER = join(ROOT, 'web/src/engine/sentences/models');

const train = () =>
  withTypeScript(async (load) => {
    const { openNative } = await load('/tests/engine/native.ts');
    const { trainSentenceModel } = await load('/web/src/engine/sentence-training.ts');
    const { SENTENCE_LANGUAGES } = await load('/web/src/engine/sentences/languages.ts');
    const { engine, close } = openNative();
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
    close();
  });

export const steps = () => [
  { name: 'set-up', run: () => setUp('native') },
  { name: 'native build', run: () => cmakeBuild('native-release', 'attention_engine') },
  { name: 'training', run: train },
];
