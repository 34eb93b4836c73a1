// SPDX-License-Identifier: MIT
import type { Tab } from './engine.ts';

export class InPageError extends Error {
  /** True if a retry may succeed, for example because an element does not exist yet. */
  readonly isTransient: boolean;

  constructor(name: string, message: string) {
    super(message);
    this.name = 'InPageError';
    this.isTransient = name === 'NotReady';
  }
}

/**
 * Calls a function in the page and waits for its result. Arguments and result are passed as JSON.
 * @param source  the source text of a function that refers to nothing outside itself
 */
export async function callInPage<R>(tab: Tab, source: string, args: unknown[]): Promise<R> {
  const wrapped = `async (json) => {
    try {
      return JSON.stringify({ value: await (${source})(...JSON.parse(json)) });
    } catch (error) {
      return JSON.stringify({ name: error?.name ?? '', message: error?.message ?? String(error) });
    }
  }`;
  const answer = JSON.parse(await tab.call(wrapped, JSON.stringify(args)));
  if ('message' in answer) throw new InPageError(answer.name, answer.message);
  return answer.value;
}
