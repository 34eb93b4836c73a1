// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { vi } from 'vitest';
import type { offlineList } from '../../../web/build/offline.ts';

const SOURCE = fileURLToPath(new URL('../../../web/src/offline/worker.ts', import.meta.url));

class FakeCache {
  readonly held = new Map<string, Response>();
  put = async (url: string, response: Response) => void this.held.set(url, response);
  match = async (url: string) => this.held.get(url)?.clone();
}

export type List = ReturnType<typeof offlineList>;

export function fakeWorker(list: List, scope: string, stores = new Map<string, FakeCache>()) {
  const listeners = new Map<string, (event: object) => void>();
  const windows: { url: string }[] = [];
  const skipWaiting = vi.fn();
  const fetch = vi.fn<(request: Request | string, options?: RequestInit) => Promise<Response>>();
  const open = async (name: string) => {
    const cache = stores.get(name) ?? new FakeCache();
    stores.set(name, cache);
    return cache;
  };
  const self = {
    registration: { scope },
    addEventListener: (type: string, listener: (event: object) => void) =>
      listeners.set(type, listener),
    clients: { claim: vi.fn(), matchAll: async () => windows },
    skipWaiting,
  };
  const caches = {
    open,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (url: string) => {
      for (const cache of stores.values()) if (cache.held.has(url)) return cache.match(url);
      return undefined;
    },
  };
  const { outputText } = ts.transpileModule(readFileSync(SOURCE, 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  });
  runInNewContext(outputText, {
    ...{
      self,
      caches,
      fetch,
      Response,
      URL,
      setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    },
    __OFFLINE__: list,
  });
  /** Dispatches an event to the worker and awaits the promise that it passes to `waitUntil` or `respondWith`. */
  const fire = async (type: string, data: object = {}): Promise<Response | undefined> => {
    let result: Promise<Response | undefined> | undefined;
    const take = (promise: Promise<Response | undefined>) => {
      result = promise;
    };
    listeners.get(type)?.({ ...data, waitUntil: take, respondWith: take });
    return result;
  };
  return { fire, fetch, stores, windows, skipWaiting };
}
