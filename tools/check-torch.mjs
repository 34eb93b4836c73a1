// SPDX-License-Identifier: MIT
// `node tools/check-torch.mjs`: runs the lessons' PyTorch programs and compares their numbers with the library's. Exit
// code 0: all numbers agree; 1: some differ; 2: PyTorch is not installed, or a build failed.
import { buildWasm } from './build.mjs';
import { findPython } from './setup/python.mjs';
import { setUp } from './setup.mjs';
import { runSteps } from './steps.mjs';
import { withTypeScript } from './type-script.mjs';

const SOME_DIFFER = 1;
const UNUSABLE = 2;

const compareAll = () =>
  withTypeScript(async (load) => {
    const { compareLessons } = await load('/tests/engine/code/programs.ts');
    return compareLessons('torch', console.log);
  });

const python = findPython('torch');
if (python === undefined) {
  console.error(
    'No Python 3 with PyTorch is on the PATH. On Debian and Ubuntu: apt-get install python3-torch.\n' +
      'Elsewhere: pip install torch, and set PYTHON to that Python.',
  );
  process.exitCode = UNUSABLE;
} else {
  console.log(`PyTorch of ${python}`);
  const { ok } = await runSteps([
    { name: 'set-up', run: () => setUp('site') },
    { name: 'wasm build', run: buildWasm },
  ]);
  if (!ok) process.exitCode = UNUSABLE;
  else if (!(await compareAll())) process.exitCode = SOME_DIFFER;
}
