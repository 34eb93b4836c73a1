// SPDX-License-Identifier: MIT

/** The path of the first Python that finds a module. The environment variable PYTHON takes precedence over the PATH. */
export function findPython(module: string, env?: NodeJS.ProcessEnv): string | undefined;
