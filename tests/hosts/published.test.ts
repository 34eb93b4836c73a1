// SPDX-License-Identifier: MIT
// Builds a copy of the project with SITE_URL, and checks the data for search engines and link previews.
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { languages } from '../../web/src/i18n/languages.ts';
import { ROOT, run } from './package.ts';

const SITE = 'https://lab.example/course';
const folder = join(ROOT, 'build/hosts/published');
const dist = join(folder, 'dist');
const read = (file: string) => readFileSync(join(dist, file), 'utf8');

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  const { stdout } = await run('git', ['ls-files', 'cpp', 'web', 'tools', '*.json', '*.ts'], {
    cwd: ROOT,
  });
  for (const file of stdout.trim().split('\n')) cpSync(join(ROOT, file), join(folder, file));
  cpSync(join(ROOT, 'build/wasm'), join(folder, 'build/wasm'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const build = ['tools/build.mjs', 'buildSite'];
  const pictures = ['tools/previews.mjs', 'takePreviews'];
  for (const [file, task] of [build, pictures]) {
    const script = `import { ${task} } from './${file}'; await ${task}(); process.exit();`;
    await run(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: folder,
      env: { ...process.env, SITE_URL: SITE },
    });
  }
});

const pages = () =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?:en|zh-Han[st])\/.*index\.html$/.test(file),
  );

it('each page names its canonical address and that of each language, and the site map lists it', () => {
  const map = read('sitemap.xml');
  expect(pages().length).toBeGreaterThan(60);
  for (const page of pages()) {
    const address = `${SITE}/${page.replace('index.html', '')}`;
    expect(read(page), page).toContain(`<link rel="canonical" href="${address}">`);
    for (const language of languages)
      expect(read(page), page).toContain(
        `hreflang="${language}" href="${SITE}/${page.replace(/^[^/]+/, language).replace('index.html', '')}"`,
      );
    expect(map).toContain(`<loc>${address}</loc>`);
  }
});

it('each page for readers but Verify has a picture of its own for link previews', () => {
  const pictures = pages().flatMap((page) => {
    const [, address] = read(page).match(/"og:image" content="([^"]*)"/) ?? [];
    expect(address === undefined, page).toBe(/\/(?:verify|teach|worksheet)\//.test(page));
    return address ?? [];
  });
  const kept = pictures.map((address) => readFileSync(join(dist, address.replace(SITE, ''))));
  for (const picture of kept) {
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
  }
  expect(new Set(kept.map((picture) => picture.toString('base64'))).size).toBe(pictures.length);
});
