// SPDX-License-Identifier: MIT
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../../process.mjs';
import { parseShape } from '../shapes.mjs';
import { errorOf, folderOf } from './inputs.mjs';

const SCRIPT = join(ROOT, 'cpp/bench/pytorch.py');
/** Environment variables that limit BLAS libraries to one thread. PyTorch's own setting does not limit them. */
const ONE_THREAD = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' };

/** @typedef {{name: string, output?: string, problem?: string}} Form */

/**
 * Starts a PyTorch process. It runs until `stop` is called, because starting PyTorch takes seconds.
 * @param {string} python  the path of a Python with PyTorch
 * @param {(shape: string) => Record<string, number[]>} sidesOf  returns the axis lengths of a shape's inputs by name
 */
export async function startPytorch(python, sidesOf) {
  const child = spawn(python, [SCRIPT], {
    env: { ...process.env, ...ONE_THREAD },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (/** @type {Record<string, unknown>} */ request) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error('PyTorch ended');
    return JSON.parse(value);
  };
  /** @type {{version: string, blas: string}} */
  const about = await ask({ do: 'hello' });
  /** @type {import('../rounds.mjs').Driver} */
  const driver = {
    async prepare(id) {
      const folder = folderOf(id);
      const tensors = sidesOf(id);
      /** @type {Form[]} */
      const forms = await ask({ do: 'prepare', shape: parseShape(id), folder, tensors });
      return forms.map(({ output, ...form }) =>
        output === undefined ? form : { ...form, error: errorOf(id, output) },
      );
    },
    warmUp: (wanted) => ask({ do: 'warmUp', ...wanted }),
    time: (wanted) => ask({ do: 'time', ...wanted }),
  };
  return { driver, about, stop: () => child.stdin.end() };
}
