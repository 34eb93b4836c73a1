// SPDX-License-Identifier: MIT
// Checks the headers of the site's files. tests/hosts checks that real servers send them.
import { expect, it } from 'vitest';
import { headersFor } from '../../web/build/headers.ts';
import { hosting } from '../../web/build/hosting.ts';

const FILES = [
  '404.html',
  'assets/attention-1a2b3c4d.wasm',
  'assets/index-1a2b3c4d.js',
  'embed.html',
  'embed/assets/player-1a2b3c4d.js',
  'embed/attention-lab.js',
  'icon.svg',
  'index.html',
  'licenses/eigen.txt',
  'manifest.en.webmanifest',
  'single/softmax.html',
  'sw.js',
];

it('files are cached for ever only if their names contain a content hash', () => {
  const kept = FILES.filter((path) => headersFor(path)['Cache-Control']?.includes('immutable'));
  expect(kept).toEqual(FILES.filter((path) => /^(embed\/)?assets\//.test(path)));
});

it('other origins may load the files of an element or a frame', () => {
  const shared = FILES.filter((path) => headersFor(path)['Access-Control-Allow-Origin'] === '*');
  expect(shared).toEqual(FILES.filter((path) => /^(assets|embed)\//.test(path)));
});

it('the policy allows only the site itself and WebAssembly, and a file with its own gets no other', () => {
  expect(headersFor('index.html')['Content-Security-Policy']).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
      "font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'",
  );
  expect(headersFor('single/softmax.html')).not.toHaveProperty('Content-Security-Policy');
});

it('pages of an isolated host may embed the frame, the files and their workers', () => {
  const isolated = FILES.filter((path) => 'Cross-Origin-Embedder-Policy' in headersFor(path));
  expect(isolated).toEqual(FILES.filter((path) => /assets|^embed\.html|^single/.test(path)));
});

it('the page contains the policy, for hosts that send none', () => {
  const { handler } = hosting().transformIndexHtml as {
    handler: (html: string, context: object) => { attrs: Record<string, string> }[];
  };
  expect(handler('', {}).map(({ attrs }) => attrs)).toContainEqual({
    'http-equiv': 'Content-Security-Policy',
    content: headersFor('index.html')['Content-Security-Policy'],
  });
  expect(handler('', { server: {} })).toEqual([]);
  // The page for frames contains no Content Security Policy: only the host's headers set it (web/build/hosting.ts).
  expect(handler('', { path: '/embed.html' })).toEqual([]);
});
