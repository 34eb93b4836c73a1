// SPDX-License-Identifier: MIT

/**
 * Loads one of the files that `import.meta.glob` found, for example of a language or a lesson.
 * @returns a promise that rejects with an Error if there is no file with this path
 */
export function loadFile<T>(files: Record<string, () => Promise<T>>, path: string): Promise<T> {
  const load = files[path];
  return load === undefined ? Promise.reject(new Error(`${path} is missing`)) : load();
}
