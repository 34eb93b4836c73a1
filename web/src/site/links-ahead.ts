// SPDX-License-Identifier: MIT
import type { Twin } from '../engine/twin.ts';

type Files = readonly string[];

/** The files to preload for each page. They are names relative to the folder of the script that preloads them. */
export interface Ahead {
  readonly languages: readonly string[];
  /**
   * The WebAssembly builds, the fastest first. `probe` is a minimal module that uses the build's features; `all` and
   * `core` are the engine's files with and without training.
   */
  readonly twins: readonly {
    readonly name: Twin;
    readonly probe: readonly number[];
    readonly all: Files;
    readonly core: Files;
  }[];
  /**
   * For each page, by id ('' is the home page): whether it needs training, its files, and its text files by language.
   */
  readonly places: Readonly<
    Record<
      string,
      {
        readonly trains?: boolean;
        readonly files: Files;
        readonly texts: Readonly<Record<string, Files>>;
      }
    >
  >;
}

/**
 * The attributes of a link that preloads a file other than a module, by the file's extension. The font has low priority
 * so that it does not delay the engine on a slow network.
 */
const KINDS: Readonly<Record<string, Partial<HTMLLinkElement>>> = {
  wasm: { as: 'fetch', type: 'application/wasm' },
  woff2: { as: 'font', type: 'font/woff2', fetchPriority: 'low' },
};

/** Creates the link elements that preload the engine and the files of a page. */
export function linksAhead(
  { twins, places }: Ahead,
  base: string,
  place: string,
  language: string,
): HTMLLinkElement[] {
  const { trains = false, files = [], texts = {} } = places[place] ?? places[''] ?? {};
  const forced = new URLSearchParams(location.search).get('simd');
  const twin =
    twins.find(({ name }) => name === forced) ??
    twins.find(({ probe }) => self.WebAssembly?.validate(new Uint8Array(probe)));
  const engine = twin?.[trains ? 'all' : 'core'] ?? [];
  return [...files, ...(texts[language] ?? []), ...engine].map((file) => {
    const link = document.createElement('link');
    const kind = KINDS[file.split('.').at(-1) ?? ''];
    link.rel = kind ? 'preload' : 'modulepreload';
    Object.assign(link, kind);
    link.crossOrigin = '';
    link.href = new URL(file, base).href;
    return link;
  });
}
