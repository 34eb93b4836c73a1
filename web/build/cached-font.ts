// SPDX-License-Identifier: MIT
import { hash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Makes a font from `source`, unless the cache folder already has the font for a hash of `source` and `recipe`. Returns
 * its path within the cache folder.
 */
export async function cachedFont(
  cache: string,
  name: string,
  from: {
    readonly source: Uint8Array;
    /** A text that must change whenever `make` would return another font for the same source. */
    readonly recipe: string;
    readonly make: (source: Uint8Array) => Promise<Uint8Array>;
  },
): Promise<string> {
  const key = hash('sha256', Buffer.concat([from.source, Buffer.from(from.recipe)]));
  const file = `${key.slice(0, 12)}/${name}`;
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

const require = createRequire(import.meta.url);

/**
 * The licence of a font, as a file of the build's output. The site contains only a subset of the font.
 * @param name  the font's package
 * @param folder  the folder within the output, with a slash at its end
 */
export function fontLicence(name: string, folder = '') {
  const manifest = require.resolve(`${name}/package.json`);
  const { homepage } = require(manifest) as { homepage: string };
  const notice = `A subset of this font (${homepage}) was made for this site.\n\n`;
  return {
    type: 'asset',
    fileName: `${folder}licenses/${name.replace(/^.*\//, '')}.txt`,
    source: notice + readFileSync(join(dirname(manifest), 'LICENSE'), 'utf8'),
  } as const;
}
