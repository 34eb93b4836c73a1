// SPDX-License-Identifier: MIT
// Tests the built site on real web servers: headers, compression, caching and missing files.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headersFor, mimeTypes } from '../../web/build/headers.ts';
import { type RealServer, SERVERS, startServer, VARIANTS } from './servers.ts';

const SITE = 'dist';
/** The path of a folder's largest file whose name ends with `end`. */
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
  '404.html',
];

/** Content types by file name extension. `mimeTypes` contains those that many hosts send wrongly. */
const TYPES: Readonly<Record<string, string>> = {
  ...mimeTypes,
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
const typeOf = (path: string) => TYPES[/\.\w+$/.exec(path || 'index.html')?.[0] ?? ''];

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly length: number;
  readonly body: string;
}

/** Sends a GET request. Unlike `fetch`, it does not decompress the body, so `length` is the transferred size. */
const get = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const body = Buffer.concat(parts);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          length: body.length,
          body: `${body}`,
        });
      });
    })
      .on('error', reject)
      .end();
  });

const lower = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Reduces "public, max-age=3600, immutable" to "max-age=3600", because lighttpd sends only this part. */
const plain = (name: string, value: string | undefined) =>
  name === 'cache-control' ? value?.replace(/^public, |, immutable$/g, '') : value;

const PATH = '/teaching/lab';
const BELOW = 'build/hosts/below';
beforeAll(() => cp(SITE, `${BELOW}${PATH}`, { recursive: true }));
afterAll(() => rm(BELOW, { recursive: true, force: true }));

const PLACES = Object.entries({ ...SERVERS, ...VARIANTS }).flatMap(([name, start]) => [
  [`${name}, at the root`, start, SITE, ''] as const,
  [`${name}, below a path`, start, BELOW, PATH] as const,
]);

/** The header Accept-Encoding of current browsers. */
const ANY = 'gzip, deflate, br, zstd';
/** The encoding that a server chooses out of `ANY`. nginx of Debian has no module for Brotli. */
const best = (name: string) => {
  if (/apache with|nginx/.test(name)) return 'gzip';
  return name.startsWith('caddy') ? 'zstd' : 'br';
};

// The tests run only on Debian, because the servers are configured with Debian's paths of modules and MIME types.
describe.runIf(existsSync('/etc/debian_version')).each(PLACES)(
  '%s',
  (name, start, folder, path) => {
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
      const sent = headers['content-type']?.split(';')[0];
      // Some servers send application/javascript, an equivalent of text/javascript.
      expect(sent?.replace('application/javascript', 'text/javascript')).toBe(typeOf(path));
      expect(headers).not.toHaveProperty('content-disposition');
    });

    it.each([
      ['', ANY],
      [SCRIPT, ANY],
      [WASM, ANY],
      [SCRIPT, 'gzip'],
    ])('compresses “%s” for “%s” and sends a Vary header', async (path, accepted) => {
      const whole = await get(server.url + path);
      const small = await get(server.url + path, { 'accept-encoding': accepted });
      expect(small.headers['content-encoding']).toBe(accepted === ANY ? best(name) : accepted);
      expect(small.headers.vary?.toLowerCase()).toContain('accept-encoding');
      expect(small.length).toBeLessThan(0.6 * whole.length);
    });

    it.each([
      ['', ANY],
      ['', 'gzip'],
      ['embed/attention-lab.js', ANY],
      ['embed/attention-lab.js', 'gzip'],
    ])(
      'answers a repeated request for “%s”, unchanged, for “%s” with 304',
      async (path, accepted) => {
        const encoding = { 'accept-encoding': accepted };
        const { headers } = await get(server.url + path, encoding);
        const { etag, 'last-modified': modified = '' } = headers;
        const again = await get(server.url + path, {
          ...encoding,
          ...(etag ? { 'if-none-match': etag } : {}),
          'if-modified-since': modified,
        });
        expect([again.status, again.length]).toEqual([304, 0]);
      },
    );

    it.each(['assets/gone-1a2b3c4d.js', 'gone/', 'embed/gone.wasm'])(
      'answers with an uncached 404 for the missing file “%s”',
      async (path) => {
        const { status, headers, body } = await get(server.url + path);
        expect(status).toBe(404);
        // Browsers may cache a 404 that has a date of modification, unless a header forbids it.
        if (headers['cache-control'] === undefined)
          expect(headers).not.toHaveProperty('last-modified');
        else expect(headers['cache-control']).toBe('no-cache');
        expect(headers['content-type']).toContain('text/html');
        // Apache's ErrorDocument needs an absolute path, which .htaccess lacks because it depends on the host.
        if (!name.startsWith('apache')) expect(body).toContain('lang="zh-Hant"');
      },
    );

    it.each(['.htaccess', 'embed/.htaccess', 'assets/.htaccess'])(
      'keeps “%s” private',
      async (path) => {
        const { status, headers, body } = await get(server.url + path);
        expect([403, 404]).toContain(status);
        expect(headers['cache-control'] ?? '').not.toContain('31536000');
        expect(body).not.toContain('Header set');
      },
    );
  },
);
