// SPDX-License-Identifier: MIT
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Makes a font from another one, unless the cache folder has it under a hash of its source and recipe. Returns its name
 * within the folder.
 */
export async function cachedFont(
  cache: string,
  name: string,
  from: {
    readonly source: Uint8Array;
    /** Changes whenever the same source has to give another font. */
    readonly recipe: string;
    readonly make: (source: Uint8Array) => Promise<Uint8Array>;
  },
): Promise<string> {
  const hash = createHash('sha256').update(from.source).update(from.recipe).digest('hex');
  const file = `${hash.slice(0, 12)}/${name}`;
  if (!existsSync(join(cache, file)))
    await replaceFile(join(cache, file), await from.make(from.source));
  return file;
}

/** Replaces a file atomically, because two builds may write it at the same time. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content);
  await rename(draft, file);
}
