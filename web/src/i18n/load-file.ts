// SPDX-License-Identifier: MIT

/**
 * Loads a file, of a language or a lesson, out of those that `import.meta.glob` has found.
 * @throws Error, by the promise, where there is none of that path
 */
export function loadFile<T>(files: Record<string, () => Promise<T>>, path: string): Promise<T> {
  const load = files[path];
  return load === undefined ? Promise.reject(new Error(`${path} is missing`)) : load();
}
