// SPDX-License-Identifier: MIT
import { ModelAbsentError } from './errors.ts';

/**
 * The URL of the model's file, for the npm package. The file is larger than the rest of the package, so it has its own
 * package. That package registers the file's URL when a page or program imports it (tales/package/index.js).
 */
export function talesFile(): URL {
  const file: unknown = Reflect.get(globalThis, Symbol.for('attention-lab.tales'));
  if (!(file instanceof URL)) throw new ModelAbsentError('attention-lab-tales');
  return file;
}
