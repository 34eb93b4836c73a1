// SPDX-License-Identifier: MIT
// Tests the service worker with responses that a browser test cannot produce: wrong, late or missing
// ones.
import { expect, it, vi } from 'vitest';
import { fakeWorker, type List } from './support/fake-worker.ts';

const SCOPE = 'https://school.example/lab/';
const LIST: List = {
  version: 'two',
  entry: 'assets/page-2.js',
  files: { 'assets/page-2.js': 'sha256-x', 'en/index.html': '' },
};
const OWN = `attention-lab ${SCOPE} two`;

const page = (entry: string) => new Response(`<script src="./${entry}"></script>`);
const answers = (html: () => Promise<Response>) => async (request: Request | string) =>
  (typeof request === 'string' ? request : request.url).endsWith('.js')
    ? new Response('script')
    : html();
const get = (path: string, method = 'GET') => ({ request: new Request(SCOPE + path, { method }) });

/** A fake service worker that has installed: it has cached the files of its version. */
async function installed() {
  const worker = fakeWorker(LIST, SCOPE);
  worker.fetch.mockImplementation(answers(async () => page(LIST.entry)));
  await worker.fire('install');
  worker.fetch.mockClear();
  return worker;
}

it('caches all files, and verifies those with a content hash in their name', async () => {
  const worker = fakeWorker(LIST, SCOPE);
  worker.fetch.mockImplementation(answers(async () => page(LIST.entry)));
  await worker.fire('install');
  expect([...(worker.stores.get(OWN)?.held.keys() ?? [])].sort()).toEqual(
    Object.keys(LIST.files).map((path) => SCOPE + path),
  );
  expect(worker.fetch).toHaveBeenCalledWith(
    `${SCOPE}assets/page-2.js`,
    expect.objectContaining({ integrity: 'sha256-x' }),
  );
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
});

it.each([
  ['the page of another version', async () => page('assets/page-3.js')],
  ['no page', async () => new Response('gone', { status: 404 })],
  ['nothing', async () => Promise.reject(new TypeError('no network'))],
])('is not installed if the host sends %s', async (_, html) => {
  const worker = fakeWorker(LIST, SCOPE);
  worker.fetch.mockImplementation(answers(html));
  await expect(worker.fire('install')).rejects.toThrow();
  expect(worker.skipWaiting).not.toHaveBeenCalled();
});

it('stores a page that was redirected to its folder as a page without a redirect', async () => {
  const worker = fakeWorker(LIST, SCOPE);
  const redirected = page(LIST.entry);
  Object.defineProperty(redirected, 'redirected', { value: true });
  worker.fetch.mockImplementation(answers(async () => redirected));
  await worker.fire('install');
  worker.fetch.mockRejectedValueOnce(new TypeError('no network'));
  const shown = await worker.fire('fetch', get('en/'));
  expect(shown?.redirected).toBe(false);
  expect(await shown?.text()).toContain('page-2');
});

it.each([
  ['refuses', async () => new Response('', { status: 403 })],
  ['does not send', async () => Promise.reject(new TypeError('no network'))],
])('is installed if the host %s an icon', async (_, icon) => {
  const worker = fakeWorker({ ...LIST, files: { ...LIST.files, 'icon.png': '' } }, SCOPE);
  worker.fetch.mockImplementation(async (request) =>
    `${request}`.endsWith('.png') ? icon() : answers(async () => page(LIST.entry))(request),
  );
  await worker.fire('install');
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
  expect([...(worker.stores.get(OWN)?.held.keys() ?? [])]).not.toContain(`${SCOPE}icon.png`);
});

it("reuses a file from another version's cache instead of requesting it", async () => {
  const first = fakeWorker({ ...LIST, version: 'one' }, SCOPE);
  first.fetch.mockImplementation(answers(async () => page(LIST.entry)));
  await first.fire('install');
  const second = fakeWorker(LIST, SCOPE, first.stores);
  second.fetch.mockImplementation(answers(async () => page(LIST.entry)));
  await second.fire('install');
  expect(second.fetch.mock.calls.map(([url]) => url)).toEqual([`${SCOPE}en/index.html`]);
});

it('returns the network’s page, and the cached one if the network fails', async () => {
  const worker = await installed();
  const shown = async () => (await worker.fire('fetch', get('en/?simd=simd')))?.text();
  worker.fetch.mockResolvedValueOnce(page('assets/page-3.js'));
  expect(await shown()).toContain('page-3');
  for (const status of [500, 503]) {
    worker.fetch.mockResolvedValueOnce(new Response('busy', { status }));
    expect(await shown()).toContain('page-2');
  }
  worker.fetch.mockRejectedValueOnce(new TypeError('no network'));
  expect(await shown()).toContain('page-2');
});

it('does not wait for ever for a network without response', async () => {
  const worker = await installed();
  vi.useFakeTimers();
  worker.fetch.mockReturnValueOnce(new Promise(() => {}));
  const answer = worker.fire('fetch', get('en/index.html'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await (await answer)?.text()).toContain('page-2');
});

it('serves a cached file with a content hash without a request', async () => {
  const worker = await installed();
  expect(await (await worker.fire('fetch', get('assets/page-2.js')))?.text()).toBe('script');
  expect(worker.fetch).not.toHaveBeenCalled();
});

it.each([
  ['a frame’s page', get('embed.html#/softmax')],
  ['another page in the folder', get('notes/')],
  ['what is sent', get('en/', 'POST')],
  ['what lies above', { request: new Request('https://school.example/') }],
])('ignores %s', async (_, event) => {
  const worker = await installed();
  expect(await worker.fire('fetch', event)).toBeUndefined();
  expect(worker.fetch).not.toHaveBeenCalled();
});

it('deletes other versions when only pages of its own are open, and nothing of other sites', async () => {
  const worker = await installed();
  const [old, neighbour] = [
    `attention-lab ${SCOPE} one`,
    'attention-lab https://school.example/ one',
  ];
  for (const name of [old, neighbour]) worker.stores.set(name, new Map() as never);
  const says = (entry: string) => worker.fire('message', { data: SCOPE + entry });
  worker.windows.push({ url: `${SCOPE}en/` }, { url: 'https://school.example/other/' });
  await says('assets/page-1.js');
  expect(worker.stores.has(old)).toBe(true);
  worker.windows.push({ url: `${SCOPE}en/softmax/` });
  await says(LIST.entry);
  expect(worker.stores.has(old)).toBe(true);
  worker.windows.pop();
  await says(LIST.entry);
  expect([...worker.stores.keys()]).toEqual([OWN, neighbour]);
});
