// SPDX-License-Identifier: MIT
// Each host's file says the same as the one table that the tests serve the site by.
import { describe, expect, it } from 'vitest';
import { headersFor, mimeTypes } from '../../web/build/headers.ts';
import { hostFiles } from '../../web/build/host-files.ts';
import { hosting } from '../../web/build/hosting.ts';
import { apache, iis, netlify, nginx, vercel } from './support/host-formats.ts';

const FILES = [
  'assets/attention-1a2b3c4d.wasm',
  'assets/index-1a2b3c4d.js',
  'embed/attention-lab.js',
  'icon.svg',
  'index.html',
  'licenses/eigen.txt',
  'manifest.en.webmanifest',
  'sw.js',
];
const files = hostFiles(FILES);

const hosts = { netlify, vercel, apache, iis, nginx };

describe.each(Object.entries(hosts))('%s', (name, read) => {
  it.each(['', ...FILES])('sends “%s” with its headers', (path) => {
    const { 'Content-Type': type, ...sent } = read(files, path);
    expect(sent).toEqual(headersFor(path));
    if (path.endsWith('.wasm') && name !== 'vercel') expect(type).toBe('application/wasm');
    if (type) expect(type).toBe(mimeTypes[path.match(/\.\w+$/)?.[0] ?? '']);
  });
});

it('files are kept for ever where their names say what is in them, and only there', () => {
  const kept = FILES.filter((path) => headersFor(path)['Cache-Control']?.includes('immutable'));
  expect(kept).toEqual(FILES.filter((path) => path.startsWith('assets/')));
});

it('other origins may load what an element or a frame needs', () => {
  const shared = FILES.filter((path) => headersFor(path)['Access-Control-Allow-Origin'] === '*');
  expect(shared).toEqual(FILES.filter((path) => /^(assets|embed)\//.test(path)));
});

it('the page itself says the policy, for hosts that send none', () => {
  const { handler } = hosting().transformIndexHtml as {
    handler: (html: string, context: object) => { attrs: Record<string, string> }[];
  };
  expect(handler('', {}).map(({ attrs }) => attrs)).toContainEqual({
    'http-equiv': 'Content-Security-Policy',
    content: headersFor('index.html')['Content-Security-Policy'],
  });
  expect(handler('', { server: {} })).toEqual([]);
  // That of a frame is left to its host.
  expect(handler('', { path: '/embed.html' })).toEqual([]);
});
