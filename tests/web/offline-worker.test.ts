// SPDX-License-Identifier: MIT
// The service worker where a browser cannot be brought to: hosts that answer wrongly, late, or not at all.
import { afterEach, expect, it, vi } from 'vitest';
import { fakeWorker, type List } from './support/fake-worker.ts';

const SCOPE = 'https://school.example/lab/';
const LIST: List = {
  version: 'two',
  entry: 'assets/index-2.js',
  files: { 'assets/index-2.js': 'sha256-x', 'index.html': '' },
};
const OWN = `attention-lab ${SCOPE} two`;

const page = (entry: string) => new Response(`<script src="./${entry}"></script>`);
const answers = (html: () => Promise<Response>) => async (request: Request | string) =>
  (typeof request === 'string' ? request : request.url).endsWith('.js')
    ? new Response('script')
    : html();
const get = (path: string, method = 'GET') => ({ request: new Request(SCOPE + path, { method }) });

/** A worker that has kept its version. */
async function installed() {
  const worker = fakeWorker(LIST, SCOPE);
  worker.fetch.mockImplementation(answers(async () => page(LIST.entry)));
  await worker.fire('install');
  worker.fetch.mockClear();
  return worker;
}

afterEach(() => {
  vi.useRealTimers();
});

it('keeps all files, and holds those named by content to it', async () => {
  const worker = fakeWorker(LIST, SCOPE);
  worker.fetch.mockImplementation(answers(async () => page(LIST.entry)));
  await worker.fire('install');
  expect([...(worker.stores.get(OWN)?.held.keys() ?? [])].sort()).toEqual(
    Object.keys(LIST.files).map((path) => SCOPE + path),
  );
  expect(worker.fetch).toHaveBeenCalledWith(
    `${SCOPE}assets/index-2.js`,
    expect.objectContaining({ integrity: 'sha256-x' }),
  );
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
});

it.each([
  ['the page of another version', async () => page('assets/index-3.js')],
  ['no page', async () => new Response('gone', { status: 404 })],
  ['nothing', async () => Promise.reject(new TypeError('no network'))],
])('does not take over where the host gives %s', async (_, html) => {
  const worker = fakeWorker(LIST, SCOPE);
  worker.fetch.mockImplementation(answers(html));
  await expect(worker.fire('install')).rejects.toThrow();
  expect(worker.skipWaiting).not.toHaveBeenCalled();
});

it('takes a file that another version holds already instead of asking for it', async () => {
  const first = fakeWorker({ ...LIST, version: 'one' }, SCOPE);
  first.fetch.mockImplementation(answers(async () => page(LIST.entry)));
  await first.fire('install');
  const second = fakeWorker(LIST, SCOPE, first.stores);
  second.fetch.mockImplementation(answers(async () => page(LIST.entry)));
  await second.fire('install');
  expect(second.fetch.mock.calls.map(([url]) => url)).toEqual([`${SCOPE}index.html`]);
});

it('shows the network’s page, and its own where the network has none', async () => {
  const worker = await installed();
  const shown = async () => (await worker.fire('fetch', get('?lang=en')))?.text();
  worker.fetch.mockResolvedValueOnce(page('assets/index-3.js'));
  expect(await shown()).toContain('index-3');
  worker.fetch.mockResolvedValueOnce(new Response('busy', { status: 503 }));
  expect(await shown()).toContain('index-2');
  worker.fetch.mockRejectedValueOnce(new TypeError('no network'));
  expect(await shown()).toContain('index-2');
});

it('does not wait for ever for a network that does not answer', async () => {
  const worker = await installed();
  vi.useFakeTimers();
  worker.fetch.mockReturnValueOnce(new Promise(() => {}));
  const answer = worker.fire('fetch', get('index.html'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await (await answer)?.text()).toContain('index-2');
});

it('asks no network for a file named by its content that it holds', async () => {
  const worker = await installed();
  expect(await (await worker.fire('fetch', get('assets/index-2.js')))?.text()).toBe('script');
  expect(worker.fetch).not.toHaveBeenCalled();
});

it.each([
  ['a frame’s page', get('embed.html#/softmax')],
  ['another page in the folder', get('notes/')],
  ['what is sent', get('', 'POST')],
  ['what lies above', { request: new Request('https://school.example/') }],
])('leaves %s alone', async (_, event) => {
  const worker = await installed();
  expect(await worker.fire('fetch', event)).toBeUndefined();
  expect(worker.fetch).not.toHaveBeenCalled();
});

it('forgets other versions once only a page of its own is left, and nothing of its neighbours', async () => {
  const worker = await installed();
  const [old, neighbour] = [
    `attention-lab ${SCOPE} one`,
    'attention-lab https://school.example/ one',
  ];
  for (const name of [old, neighbour]) worker.stores.set(name, new Map() as never);
  const says = (entry: string) => worker.fire('message', { data: SCOPE + entry });
  worker.windows.push({ url: SCOPE }, { url: 'https://school.example/other/' });
  await says('assets/index-1.js');
  expect(worker.stores.has(old)).toBe(true);
  worker.windows.push({ url: `${SCOPE}#/softmax` });
  await says(LIST.entry);
  expect(worker.stores.has(old)).toBe(true);
  worker.windows.pop();
  await says(LIST.entry);
  expect([...worker.stores.keys()]).toEqual([OWN, neighbour]);
});
