// SPDX-License-Identifier: MIT
// Tests which files a page preloads.
import { afterEach, expect, it, vi } from 'vitest';
import { PROBES, type Twin } from '../../web/src/engine/twin.ts';
import { type Ahead, linksAhead } from '../../web/src/site/links-ahead.ts';

const twin = (name: Twin) => ({
  ...{ name, probe: PROBES[name] },
  ...{ all: [`${name}.js`, `${name}.wasm`], core: [`${name}-core.wasm`] },
});
const AHEAD: Ahead = {
  languages: ['en', 'zh-Hans'],
  twins: [twin('relaxed'), twin('simd')],
  places: {
    '': { files: ['home.js'], texts: {} },
    softmax: { files: ['softmax.js'], texts: { en: ['en.js'], 'zh-Hans': ['zh.js'] } },
    learning: { trains: true, files: ['learning.js', 'math.woff2'], texts: {} },
  },
};

/** The preloaded files, for a browser that supports only the last `supported` builds of `AHEAD.twins`. */
function preloaded(place: string, { language = 'en', search = '', supported = 1 } = {}) {
  vi.stubGlobal('location', { search });
  vi.stubGlobal('document', { createElement: () => ({}) });
  const known = AHEAD.twins.slice(AHEAD.twins.length - supported).map(({ probe }) => probe.join());
  vi.stubGlobal('self', {
    WebAssembly: { validate: (bytes: Uint8Array) => known.includes(bytes.join()) },
  });
  return linksAhead(AHEAD, 'https://example.org/assets/', place, language);
}
const names = (links: HTMLLinkElement[]) => links.map(({ href }) => href.replace(/.*assets\//, ''));

afterEach(() => {
  vi.unstubAllGlobals();
});

it('a lesson loads its files, the texts of the language, and the engine that it needs', () => {
  expect(names(preloaded('softmax'))).toEqual(['softmax.js', 'en.js', 'simd-core.wasm']);
  expect(names(preloaded('softmax', { language: 'zh-Hans' }))).toContain('zh.js');
  expect(names(preloaded('learning'))).toEqual([
    'learning.js',
    'math.woff2',
    'simd.js',
    'simd.wasm',
  ]);
  expect(names(preloaded('unknown'))).toEqual(['home.js', 'simd-core.wasm']);
});

it('the engine is the fastest that the browser supports, or the one that the address names', () => {
  expect(names(preloaded('', { supported: 2 }))).toContain('relaxed-core.wasm');
  expect(names(preloaded('', { supported: 1 }))).toContain('simd-core.wasm');
  expect(names(preloaded('', { supported: 0 }))).toEqual(['home.js']);
  const named = (search: string) => names(preloaded('', { search, supported: 2 }));
  expect(named('?simd=simd')).toContain('simd-core.wasm');
  expect(named('?simd=scalar')).toContain('relaxed-core.wasm');
});

it('modules, fonts and WebAssembly have the links that the browser reuses for the later request', () => {
  const [script, font, , wasm] = preloaded('learning');
  expect(script).toMatchObject({ rel: 'modulepreload', crossOrigin: '' });
  expect(font).toMatchObject({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '' });
  expect(font).toMatchObject({ fetchPriority: 'low' });
  expect(wasm).toMatchObject({ rel: 'preload', as: 'fetch', type: 'application/wasm' });
});
