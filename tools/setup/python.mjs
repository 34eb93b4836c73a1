// SPDX-License-Identifier: MIT
import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { findCommand } from './find.mjs';

/**
 * The first Python that has a module. Tries the environment variable PYTHON, then every Python on the PATH. The first
 * one on the PATH often belongs to a version manager and lacks the packages of the system's Python.
 * @param {string} module
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} the full path
 */
export function findPython(module, env = process.env) {
  const named =
    env.PYTHON && findCommand([env.PYTHON], { ...env, PATH: `${delimiter}${env.PATH}` });
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter);
  const all = folders.flatMap(
    (folder) => findCommand(['python3', 'python'], { ...env, PATH: folder }) ?? [],
  );
  return [...(named ? [named] : []), ...new Set(all)].find((python) => has(python, module, env));
}

/**
 * Whether a Python finds a module. Does not import the module, because that takes much longer.
 * @param {string} python
 * @param {string} module
 * @param {NodeJS.ProcessEnv} env
 */
function has(python, module, env) {
  const look = `import importlib.util as u, sys; sys.exit(u.find_spec("${module}") is None)`;
  return spawnSync(python, ['-c', look], { env, stdio: 'ignore' }).status === 0;
}
