// SPDX-License-Identifier: MIT
// `npm run train:tales -- --corpus DIR [--run DIR] [--settings FILE]`: trains the language model of the lesson "writing"
// on train.txt of the corpus folder, and measures it on held.txt. Resumes an interrupted run.
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cmakeBuild } from './build.mjs';
import { ROOT, run } from './process.mjs';
import { setUp } from './setup.mjs';
import { talesOf } from './tales/corpus.mjs';

/** @param {string[]} args */
export function steps(args) {
  const {
    corpus,
    run: place,
    settings,
  } = parseArgs({
    args,
    options: {
      corpus: { type: 'string', default: '' },
      run: { type: 'string', default: join(ROOT, 'build/tales') },
      settings: { type: 'string', default: join(ROOT, 'tools/tales/settings.json') },
    },
  }).values;
  if (!existsSync(join(corpus, 'train.txt')))
    throw new TypeError('train:tales needs --corpus DIR, a folder with train.txt and held.txt');
  const folder = resolve(place);
  const program = join(ROOT, 'build/native-training/cpp/tales/train-tales');

  const prepare = async () => {
    mkdirSync(folder, { recursive: true });
    for (const part of /** @type {const} */ (['train', 'held']))
      writeFileSync(join(folder, `${part}.txt`), talesOf(corpus, part));
    copyFileSync(settings, join(folder, 'settings.json'));
  };
  return [
    { name: 'set-up', run: () => setUp('native') },
    { name: 'corpus', run: prepare },
    { name: 'native build', run: () => cmakeBuild('native-training', 'attention_train_tales') },
    { name: 'training', run: () => run(program, [join(folder, 'settings.json'), folder, folder]) },
  ];
}
