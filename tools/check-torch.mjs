// SPDX-License-Identifier: MIT
// `npm run check:torch`: runs the lessons' PyTorch programs and compares their numbers with the library's.
import { buildWasm } from './build.mjs';
import { Failure } from './process.mjs';
import { findPython } from './setup/python.mjs';
import { setUp } from './setup.mjs';
import { withTypeScript } from './type-script.mjs';

async function compareAll() {
  const python = findPython('torch');
  if (python === undefined)
    throw new Failure(
      'No Python 3 with PyTorch is on the PATH. On Debian and Ubuntu: apt-get install python3-torch.\n' +
        'Elsewhere: pip install torch, and set PYTHON to that Python.',
    );
  console.log(`PyTorch of ${python}`);
  const agree = await withTypeScript(async (load) => {
    const { compareLessons } = await load('/tests/engine/code/programs.ts');
    return compareLessons('torch', console.log);
  });
  if (!agree) throw new Failure('Some numbers differ.');
}

export const steps = () => [
  { name: 'set-up', run: () => setUp('site') },
  { name: 'wasm build', run: buildWasm },
  { name: 'check:torch', run: compareAll },
];
