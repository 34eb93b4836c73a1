// SPDX-License-Identifier: MIT
// Tests the list of files that the service worker caches, and the web app manifest.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { offlineList } from '../../web/build/offline.ts';
import { webManifest } from '../../web/build/web-manifest.ts';
import { languages } from '../../web/src/i18n/languages.ts';

const FILES = new Map<string, string>([
  ['index.html', '<script type="module" crossorigin src="./assets/choose-1.js"></script>'],
  [
    'en/index.html',
    '<link href="../manifest.en.webmanifest"><script type="module" crossorigin src="../assets/page-1.js"></script>',
  ],
  ['embed.html', '<script type="module" src="./assets/embed-1.js"></script>'],
  ['assets/choose-1.js', ''],
  ['assets/page-1.js', 'import("./lesson-1.js"); register("./sw.js")'],
  ['assets/lesson-1.js', 'new URL("attention-1.wasm", import.meta.url)'],
  ['assets/attention-1.wasm', ''],
  ['assets/embed-1.js', ''],
  ['manifest.en.webmanifest', '{"icons":[{"src":"./app-icons/icon.png"}]}'],
  ['app-icons/icon.png', ''],
  ['sw.js', ''],
]);

it('caches what the page needs, including dependencies, and nothing of an embed', () => {
  const { entry, files } = offlineList(FILES);
  expect(entry).toBe('assets/page-1.js');
  expect(Object.keys(files)).toEqual([
    'app-icons/icon.png',
    'assets/attention-1.wasm',
    'assets/choose-1.js',
    'assets/lesson-1.js',
    'assets/page-1.js',
    'en/index.html',
    'index.html',
    'manifest.en.webmanifest',
  ]);
});

it('verifies files with a content hash in their name', () => {
  const { files } = offlineList(FILES);
  // The file is empty; the hash is from: printf '' | openssl dgst -sha256 -binary | base64
  expect(files['assets/attention-1.wasm']).toBe(
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  );
  expect(files['index.html']).toBe('');
});

it('has another version if any file changes', () => {
  const { version } = offlineList(FILES);
  expect(offlineList(new Map(FILES)).version).toBe(version);
  for (const path of Object.keys(offlineList(FILES).files)) {
    const other = new Map(FILES).set(path, `${FILES.get(path)} `);
    expect(offlineList(other).version, path).not.toBe(version);
  }
});

it.each(languages)('the site is installed with its name in %s', (language) => {
  const { name, lang, icons } = webManifest(language);
  expect(lang).toBe(language);
  expect(name).toMatch(language.startsWith('zh') ? /^\p{Script=Han}+$/u : /./);
  if (language === 'en') expect(name).toBe('Attention Lab');
  for (const { src, sizes } of icons) {
    const file = fileURLToPath(new URL(`../../web/public/${src}`, import.meta.url));
    expect(existsSync(file), file).toBe(true);
    const header = readFileSync(file).subarray(16, 24);
    expect(`${header.readUInt32BE(0)}x${header.readUInt32BE(4)}`).toBe(sizes);
  }
});
