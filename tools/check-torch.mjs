// SPDX-License-Identifier: MIT
// The lessons' PyTorch programs against the library: `node tools/check-torch.mjs`. Ends with 0 when all numbers agree, with
// 1 when some differ, with 2 where there is no PyTorch to ask.
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
      'Elsewhere: pip install torch, and name that Python in PYTHON.',
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
