// SPDX-License-Identifier: MIT
// Checks that the configuration file for each host sends the headers of `headersFor`, which the browser tests use.
import { describe, expect, it } from 'vitest';
import { headersFor, mimeTypes } from '../../web/build/headers.ts';
import { hostFiles } from '../../web/build/host-files.ts';
import { hosting } from '../../web/build/hosting.ts';
import { apache, netlify, nginx, vercel } from './support/host-formats.ts';

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
const files = hostFiles(FILES);

const hosts = { netlify, vercel, apache, nginx };

describe.each(Object.entries(hosts))('%s', (name, read) => {
  it.each(['', ...FILES])('sends “%s” with its headers', (path) => {
    const { 'Content-Type': type, ...sent } = read(files, path);
    expect(sent).toEqual(headersFor(path));
    if (path.endsWith('.wasm') && name !== 'vercel') expect(type).toBe('application/wasm');
    if (type) expect(type).toBe(mimeTypes[path.match(/\.\w+$/)?.[0] ?? '']);
  });
});

it.each(['404', 'embed'])(
  'netlify sends “%s”, a page without its extension, with its headers',
  (path) => {
    expect(netlify(files, path)).toEqual(headersFor(`${path}.html`));
  },
);

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

it('the rules are within the limits of Cloudflare Pages', () => {
  const rules = files._headers?.match(/^\//gm) ?? [];
  expect(rules.length).toBeLessThan(100);
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
  // The page for frames contains no policy; only the host's headers set it (see web/build/hosting.ts).
  expect(handler('', { path: '/embed.html' })).toEqual([]);
});
