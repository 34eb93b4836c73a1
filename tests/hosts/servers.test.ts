// SPDX-License-Identifier: MIT
// Tests the built site on real web servers: headers, compression, caching and missing files.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headersFor, mimeTypes } from '../../web/build/headers.ts';
import { type RealServer, SERVERS, startServer } from './servers.ts';

const SITE = 'dist';
/** The path of the largest file in a folder whose name ends with `end`. */
const named = (folder: string, end: string): string => {
  const size = (name: string) => statSync(`${SITE}/${folder}/${name}`).size;
  const [file] = readdirSync(`${SITE}/${folder}`)
    .filter((name) => name.endsWith(end))
    .sort((one, other) => size(other) - size(one));
  if (file === undefined) throw new Error(`${folder} has no ${end}`);
  return `${folder}/${file}`;
};
const WASM = named('assets', '.wasm');
const SCRIPT = named('assets', '.js');

const FILES = [
  '',
  'index.html',
  'embed.html',
  'sw.js',
  'icon.svg',
  'manifest.zh-Hant.webmanifest',
  SCRIPT,
  WASM,
  named('assets', '.woff2'),
  named('app-icons', '.png'),
  'embed/attention-lab.js',
  named('embed/assets', '.js'),
  named('embed/assets', '.wasm'),
  'single/softmax.html',
];

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly length: number;
}

/** Sends a GET request. Unlike `fetch`, it does not decompress the body, so `length` is the transferred size. */
const get = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      let length = 0;
      response.on('data', (part: Buffer) => {
        length += part.length;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          length,
        }),
      );
    })
      .on('error', reject)
      .end();
  });

const lower = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Reduces Cache-Control to `max-age`, because lighttpd sends neither `public` nor `immutable`. */
const plain = (name: string, value: string | undefined) =>
  name === 'cache-control' ? value?.replace(/^public, |, immutable$/g, '') : value;

const PATH = '/teaching/lab';
const BELOW = 'build/hosts/below';
beforeAll(() => cp(SITE, `${BELOW}${PATH}`, { recursive: true }));
afterAll(() => rm(BELOW, { recursive: true, force: true }));

const PLACES = Object.entries(SERVERS).flatMap(([name, start]) => [
  [`${name} at the root`, start, SITE, ''] as const,
  [`${name} below a path`, start, BELOW, PATH] as const,
]);

// The tests run only on Debian, because the servers are configured with Debian's paths of modules and MIME types.
describe.runIf(existsSync('/etc/debian_version')).each(PLACES)(
  '%s',
  (_name, start, folder, path) => {
    let server: RealServer;
    beforeAll(async () => {
      server = await startServer(start, folder, path);
    });
    afterAll(() => server?.stop());

    it.each(FILES)('sends “%s” with its headers', async (path) => {
      const { status, headers } = await get(server.url + path);
      expect(status).toBe(200);
      const expected = lower(headersFor(path));
      const names = Object.keys({ ...lower(headersFor('')), ...lower(headersFor(WASM)) });
      const read = (from: Readonly<Record<string, string>>) =>
        Object.fromEntries(names.map((name) => [name, plain(name, from[name])]));
      expect(read(headers)).toEqual(read(expected));
      const type = mimeTypes[/\.\w+$/.exec(path)?.[0] ?? ''];
      const sent = headers['content-type']?.split(';')[0];
      // Some servers send application/javascript, an equivalent of text/javascript.
      if (type) expect(sent?.replace('application/javascript', 'text/javascript')).toBe(type);
    });

    it.each(['', SCRIPT, WASM])('compresses “%s” and sends a Vary header', async (path) => {
      const whole = await get(server.url + path);
      const small = await get(server.url + path, { 'accept-encoding': 'gzip, deflate, br, zstd' });
      expect(small.headers['content-encoding']).toMatch(/^(br|gzip|zstd)$/);
      expect(small.headers.vary?.toLowerCase()).toContain('accept-encoding');
      expect(small.length).toBeLessThan(0.6 * whole.length);
    });

    it('answers a repeated request for an unchanged file with 304', async () => {
      const encoding = { 'accept-encoding': 'gzip, deflate, br, zstd' };
      const { headers } = await get(`${server.url}embed/attention-lab.js`, encoding);
      const { etag, 'last-modified': modified = '' } = headers;
      const again = await get(`${server.url}embed/attention-lab.js`, {
        ...encoding,
        ...(etag ? { 'if-none-match': etag } : {}),
        'if-modified-since': modified,
      });
      expect([again.status, again.length]).toEqual([304, 0]);
    });

    it('answers with an uncached 404 for a missing file', async () => {
      const { status, headers } = await get(`${server.url}assets/gone-1a2b3c4d.js`);
      expect(status).toBe(404);
      expect(headers['cache-control'] ?? '').not.toContain('31536000');
    });
  },
);
