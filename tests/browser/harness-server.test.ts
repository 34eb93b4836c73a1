// SPDX-License-Identifier: MIT
// Tests the test harness (./support): the responses of its server.
import { headersFor } from '../../web/build/headers.ts';
import { expect, test } from './support/test.ts';

const FIXTURE = 'tests/browser/support/fixture';

const FILES = [
  ['', 'text/html; charset=utf-8'],
  ['fixture.js', 'text/javascript; charset=utf-8'],
  ['fixture.css', 'text/css; charset=utf-8'],
  ['empty.wasm', 'application/wasm'],
];

test("files have their MIME types and the site's headers", async ({ host }) => {
  const { url } = await host(FIXTURE);
  for (const [path, type] of FILES) {
    const { status, headers } = await fetch(url + path);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    for (const [name, value] of Object.entries(headersFor(path ?? '')))
      expect(headers.get(name)).toBe(value);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('a host may send a wrong type for .wasm and allow other origins', async ({ host }) => {
  const { url } = await host(FIXTURE, { wasmType: 'text/plain', cors: true });
  const { headers } = await fetch(`${url}empty.wasm`);
  expect(headers.get('content-type')).toBe('text/plain');
  expect(headers.get('access-control-allow-origin')).toBe('*');
});

test('a site below a sub-path serves nothing outside it', async ({ host, page }) => {
  const { url, requests } = await host(FIXTURE, { mount: '/course/lab/' });
  expect(url).toMatch(/:\d+\/course\/lab\/$/);
  const outside = new URL('/fixture.js', url);
  expect((await fetch(outside)).status).toBe(404);
  const above = await fetch(`${url}..%2f..%2f..%2f..%2fsupport/test.ts`);
  expect(above.status).toBe(404);
  await page.open(url);
  await page.get('link', { name: 'Second page' }).click();
  await page.get('heading', { name: 'Second' }).text();
  expect(requests.filter(({ status }) => status !== 200)).toHaveLength(2);
  expect(requests).toContainEqual({
    method: 'GET',
    path: '/course/lab/fixture.js',
    status: 200,
    destination: 'script',
  });
});
