// SPDX-License-Identifier: MIT
import { ModelAbsentError } from './errors.ts';

/**
 * The URL of the model's file, which is in the npm package attention-lab-tales because of its size. An import of that
 * package registers the URL (tales/package/index.js).
 * @throws ModelAbsentError if that package was not imported
 */
export function talesFile(): URL {
  const file: unknown = Reflect.get(globalThis, Symbol.for('attention-lab.tales'));
  if (!(file instanceof URL)) throw new ModelAbsentError('attention-lab-tales');
  return file;
}
