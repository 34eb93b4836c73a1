// SPDX-License-Identifier: MIT
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Headers } from '../../../web/build/headers.ts';
import type { Lack } from './agent/lacks.ts';
import { AGENT_TAG, agentFile, forWorker, lackTags, ONLINE_TAG } from './agent/script.ts';
import { readStatic } from './static-file.ts';

export interface ServeOptions {
  /**
   * The headers of every response, or a function that returns them for a path below the folder, such as the site's
   * `headersFor`.
   */
  headers?: Headers | ((path: string) => Headers);
  /** The URL path below which the folder is served, such as `/course/lab/`; other paths are 404. */
  mount?: string;
  /** The MIME type of `.wasm` files, as a misconfigured host may send it. */
  wasmType?: string;
  /** Whether responses have the header `Access-Control-Allow-Origin: *`. */
  cors?: boolean;
  /** Whether pages may register a service worker; by default `navigator.serviceWorker` is removed. */
  offline?: boolean;
  /** Features of the browser to remove in the server's pages and their frames (agent/lacks.ts). */
  lacks?: readonly Lack[];
}

export interface Request {
  readonly method: string;
  /** The path with its query string. */
  readonly path: string;
  readonly status: number;
  /** The `Sec-Fetch-Dest` header: document, script, worker, …; "empty" for `fetch()`. */
  readonly destination: string;
}

export interface Server {
  /** The URL of the folder's index.html, with the sub-path and a trailing slash. */
  readonly url: string;
  /** All requests so far, oldest first, except those for the test harness's own files. */
  readonly requests: readonly Request[];
  /** If true, connections are closed without a response, except for the test harness's own files. */
  isDown: boolean;
  /** Requests for matching paths are closed without a response. */
  lost: RegExp | undefined;
  /** Responses to requests for matching paths wait until `release` is called. */
  held: RegExp | undefined;
  /** Sends the waiting responses and sets `held` to undefined. */
  release(): void;
  close(): Promise<void>;
}

const running = new Map<string, Server>();

export const serverAt = (origin: string): Server | undefined => running.get(origin);

/**
 * Serves a folder on 127.0.0.1 at a free port. Inserts the test harness's scripts (agent/script.ts) at the start of the
 * head of each HTML page, and the problem recorder at the start of each worker's script.
 */
export async function serve(folder: string, options: ServeOptions = {}): Promise<Server> {
  const mount = options.mount ?? '/';
  const requests: Request[] = [];
  const waiting: (() => void)[] = [];
  const log = (request: IncomingMessage, status: number) => {
    const { method = 'GET', url = '/', headers } = request;
    requests.push({ method, path: url, status, destination: `${headers['sec-fetch-dest'] ?? ''}` });
  };
  const http = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://any').pathname);
    const send = async () => {
      const agent = await agentFile(path);
      if (agent !== undefined)
        return end(response, 200, { 'Content-Type': 'text/javascript' }, agent);
      if (server.isDown || server.lost?.test(path)) return void request.socket.destroy();
      if (server.held?.test(path)) await new Promise<void>((resolve) => waiting.push(resolve));
      const answer = await answerOf(folder, path, mount, request);
      log(request, answer.status);
      const headers = headersOf(options, path.slice(mount.length), answer.status);
      end(response, answer.status, { ...headers, ...answer.headers }, answer.body);
    };
    send().catch((error) => {
      log(request, 500);
      end(response, 500, {}, `${error}`);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: Server = {
    url: origin + mount,
    requests,
    isDown: false,
    lost: undefined,
    held: undefined,
    release: () => {
      server.held = undefined;
      for (const send of waiting.splice(0)) send();
    },
    close: () => {
      running.delete(origin);
      http.closeAllConnections();
      return new Promise((resolve) => http.close(() => resolve()));
    },
  };
  running.set(origin, server);
  return server;

  async function answerOf(root: string, path: string, base: string, request: IncomingMessage) {
    const file = path.startsWith(base)
      ? await readStatic(root, path.slice(base.length))
      : undefined;
    if (!file) return { status: 404, headers: {}, body: `no file at ${path}` };
    if (file.redirect) return { status: 301, headers: { Location: `${path}/` }, body: '' };
    const { type, body } = file;
    const headers = {
      'Content-Type': (type === 'application/wasm' && options.wasmType) || type,
    };
    if (type.startsWith('text/html')) {
      const tag = options.offline ? AGENT_TAG : ONLINE_TAG + AGENT_TAG;
      return {
        status: 200,
        headers,
        body: withTag(`${body}`, tag + lackTags(options.lacks ?? [])),
      };
    }
    const isWorker = `${request.headers['sec-fetch-dest']}`.endsWith('worker');
    return { status: 200, headers, body: isWorker ? forWorker(`${body}`) : body };
  }
}

function headersOf({ headers, cors }: ServeOptions, path: string, status: number): Headers {
  return {
    'Cache-Control': 'no-cache',
    ...(typeof headers === 'function' ? headers(path) : headers),
    // Browsers must revalidate the response for a missing file, because the file may exist later.
    ...(status === 200 ? {} : { 'Cache-Control': 'no-cache' }),
    ...(cors ? { 'Access-Control-Allow-Origin': '*' } : {}),
  };
}

function end(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  response.writeHead(status, headers).end(body);
}

function withTag(html: string, tag: string): string {
  if (!/<head[^>]*>/i.test(html)) throw new Error('a page without <head> cannot be tested');
  return html.replace(/<head[^>]*>/i, (head) => head + tag);
}
