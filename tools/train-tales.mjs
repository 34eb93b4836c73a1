// SPDX-License-Identifier: MIT
// `npm run train:tales -- --corpus DIR [--run DIR] [--settings FILE]`: trains the language model of the lesson "writing"
// on train.txt of the folder, and measures it on held.txt. Continues a run that was interrupted.
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cmakeBuild } from './build.mjs';
import { Failure, ROOT, run } from './process.mjs';
import { setUp } from './setup.mjs';
import { runAndExit } from './steps.mjs';
import { talesOf } from './tales/corpus.mjs';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    run: { type: 'string', default: join(ROOT, 'build/tales') },
    settings: { type: 'string', default: join(ROOT, 'tools/tales/settings.json') },
  },
});
const folder = resolve(values.run);

/** Copies everything that decides the run into its folder. */
async function prepare() {
  const { corpus } = values;
  if (!corpus || !existsSync(join(corpus, 'train.txt')))
    throw new Failure('train:tales needs --corpus DIR, a folder with train.txt and held.txt');
  mkdirSync(folder, { recursive: true });
  for (const part of /** @type {const} */ (['train', 'held']))
    writeFileSync(join(folder, `${part}.txt`), talesOf(corpus, part));
  copyFileSync(values.settings, join(folder, 'settings.json'));
}

const train = () =>
  run(join(ROOT, 'build/native-training/cpp/tales/train-tales'), [
    join(folder, 'settings.json'),
    folder,
    folder,
  ]);

await runAndExit([
  { name: 'set-up', run: () => setUp('native') },
  { name: 'corpus', run: prepare },
  { name: 'native build', run: () => cmakeBuild('native-training', 'attention_train_tales') },
  { name: 'training', run: train },
]);
