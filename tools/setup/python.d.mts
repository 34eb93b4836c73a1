// SPDX-License-Identifier: MIT

/** The full path of the first Python that has a module; PYTHON goes before what is on the PATH. */
export function findPython(module: string, env?: NodeJS.ProcessEnv): string | undefined;
