// SPDX-License-Identifier: MIT
// Tests which files of the engine a page preloads.
import { expect, it, vi } from 'vitest';
import { PROBES, type Twin } from '../../web/src/engine/twin.ts';
import { type Ahead, linksAhead } from '../../web/src/site/links-ahead.ts';

const twin = (name: Twin) => ({
  ...{ name, probe: PROBES[name] },
  ...{ all: [`${name}.js`, `${name}.wasm`], core: [`${name}-core.wasm`] },
});
const AHEAD: Ahead = [twin('relaxed'), twin('simd')];

/** The links to preloaded files, in a browser that supports only the last `supported` builds of `AHEAD`. */
function preloaded(trains: boolean, { search = '', supported = 1 } = {}) {
  vi.stubGlobal('location', { search });
  vi.stubGlobal('document', { createElement: () => ({}) });
  const known = AHEAD.slice(AHEAD.length - supported).map(({ probe }) => probe.join());
  vi.stubGlobal('self', {
    WebAssembly: { validate: (bytes: Uint8Array) => known.includes(bytes.join()) },
  });
  return linksAhead(AHEAD, 'https://example.org/assets/', trains);
}
const names = (links: HTMLLinkElement[]) => links.map(({ href }) => href.replace(/.*assets\//, ''));

it('a page loads the engine that it needs', () => {
  expect(names(preloaded(false))).toEqual(['simd-core.wasm']);
  expect(names(preloaded(true))).toEqual(['simd.js', 'simd.wasm']);
});

it('the engine is the fastest that the browser supports, or the one that the address names', () => {
  expect(names(preloaded(false, { supported: 2 }))).toEqual(['relaxed-core.wasm']);
  expect(names(preloaded(false, { supported: 1 }))).toEqual(['simd-core.wasm']);
  expect(names(preloaded(false, { supported: 0 }))).toEqual([]);
  const named = (search: string) => names(preloaded(false, { search, supported: 2 }));
  expect(named('?simd=simd')).toEqual(['simd-core.wasm']);
  expect(named('?simd=scalar')).toEqual(['relaxed-core.wasm']);
});

it('modules and WebAssembly have the links that the browser reuses for the later request', () => {
  const [script, wasm] = preloaded(true);
  expect(script).toMatchObject({ rel: 'modulepreload', crossOrigin: '' });
  expect(wasm).toMatchObject({ rel: 'preload', as: 'fetch', type: 'application/wasm' });
});
