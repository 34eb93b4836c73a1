// SPDX-License-Identifier: MIT
// Tests how a page detects a new version: it compares its script with the script of the page that the host serves now.
import { expect, it, vi } from 'vitest';
import { hasNewVersion } from '../../web/src/device/version.ts';

const HOST = 'https://example.org/lab/';
const script = (name: string) =>
  `<script type="module" crossorigin src="./assets/${name}"></script>`;

/** Whether a page with the script `own` detects a new version if the host responds with `html`. */
async function finds(own: string, html: string, { ok = true } = {}): Promise<boolean> {
  vi.stubGlobal('location', { href: `${HOST}#?T=4` });
  vi.stubGlobal('document', { querySelector: () => ({ src: `${HOST}assets/${own}` }) });
  const fetch = vi.fn(async () => ({ ok, text: async () => html }));
  vi.stubGlobal('fetch', fetch);
  const found = await hasNewVersion();
  if (own.includes('-')) expect(fetch).toHaveBeenCalledWith(HOST, { cache: 'no-store' });
  return found;
}

it.each([
  ['another hash', 'main-Dk3x_a1Q.js', script('main-B9-fGz-w.js'), true],
  ['another hash with hyphens', 'main-Di-GIz6-.js', script('main-B9-fGz-w.js'), true],
  ['the same hash', 'main-Dk3x_a1Q.js', script('main-Dk3x_a1Q.js'), false],
  [
    'another script, as of a captive portal',
    'main-Dk3x_a1Q.js',
    script('login-B9fGzw77.js'),
    false,
  ],
  ['no script', 'main-Dk3x_a1Q.js', '<p>Log in</p>', false],
  ['a page without a hash', 'main.js', script('main-B9-fGz-w.js'), false],
  ['two pages without a hash', 'main.js', script('other.js'), false],
])('%s', async (_, own, html, expected) => {
  expect(await finds(own, html)).toBe(expected);
});

it('a failed request is no new version', async () => {
  expect(await finds('main-Dk3x_a1Q.js', script('main-B9-fGz-w.js'), { ok: false })).toBe(false);
});
