// SPDX-License-Identifier: MIT
import type { Twin } from '../engine/twin.ts';

type Files = readonly string[];

/**
 * The WebAssembly builds, the fastest first. `probe` is a minimal module that uses the build's features; `all` and
 * `core` are the engine's files with and without training, relative to the folder of the script that preloads them.
 */
export type Ahead = readonly {
  readonly name: Twin;
  readonly probe: readonly number[];
  readonly all: Files;
  readonly core: Files;
}[];

export function linksAhead(twins: Ahead, base: string, trains: boolean): HTMLLinkElement[] {
  const forced = new URLSearchParams(location.search).get('simd');
  const twin =
    twins.find(({ name }) => name === forced) ??
    twins.find(({ probe }) => self.WebAssembly?.validate(new Uint8Array(probe)));
  return (twin?.[trains ? 'all' : 'core'] ?? []).map((file) => {
    const link = document.createElement('link');
    const isModule = file.endsWith('.js');
    link.rel = isModule ? 'modulepreload' : 'preload';
    if (!isModule) Object.assign(link, { as: 'fetch', type: 'application/wasm' });
    link.crossOrigin = '';
    link.href = new URL(file, base).href;
    return link;
  });
}
