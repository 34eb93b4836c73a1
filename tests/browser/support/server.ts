// SPDX-License-Identifier: MIT
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Headers } from '../../../web/build/headers.ts';
import type { Lack } from './agent/lacks.ts';
import { AGENT_TAG, agentFile, forWorker, lackTags, ONLINE_TAG } from './agent/script.ts';
import { readStatic } from './static-file.ts';

export interface ServeOptions {
  /** Sent with every file, or with one by its path below the folder: the site's `headersFor`. */
  headers?: Headers | ((path: string) => Headers);
  /** Serves below a sub-path such as `/course/lab/`; everything outside it is a 404. */
  mount?: string;
  /** Replaces the MIME type of `.wasm`, as a careless host does. */
  wasmType?: string;
  /** Sends `Access-Control-Allow-Origin: *`. */
  cors?: boolean;
  /** Pages may keep themselves by a service worker. */
  offline?: boolean;
  /** What its pages do without, frames among them. */
  lacks?: readonly Lack[];
}

export interface Request {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  /** The `Sec-Fetch-Dest` header: document, script, worker, empty (a fetch), … */
  readonly destination: string;
}

export interface Server {
  /** Where the folder's index.html is, with the sub-path and a slash at the end. */
  readonly url: string;
  /** What was asked for so far, oldest first, without the harness's own files. */
  readonly requests: readonly Request[];
  /** Whether requests fail as without a network, but for the harness's own. */
  isDown: boolean;
  /** Paths whose requests fail. */
  lost: RegExp | undefined;
  close(): Promise<void>;
}

const running = new Map<string, Server>();

/** The server of this process that listens at an origin. */
export const serverAt = (origin: string): Server | undefined => running.get(origin);

/**
 * Serves a folder on 127.0.0.1 at a free port. HTML pages get the harness's agent as the first
 * script of their head, and workers get the part of it that records problems.
 */
export async function serve(folder: string, options: ServeOptions = {}): Promise<Server> {
  const mount = options.mount ?? '/';
  const requests: Request[] = [];
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
    // What is missing may come: hosts keep long caching for what is there.
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
