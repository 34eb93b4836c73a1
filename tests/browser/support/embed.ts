// SPDX-License-Identifier: MIT
// Addresses of test pages with `<attention-lab>` elements, and the events that these elements dispatch.
import type { Page } from './page.ts';
import type { Server } from './server.ts';
import { waitFor } from './wait.ts';

export interface Told {
  readonly name: string;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own type of detail
  readonly detail: any;
}

export const FOLDER = 'tests/browser/embed-page/';
const MODULE = '../../../dist/embed/attention-lab.js';

/** Waits until the page has recorded at least `count` events called `name`, and returns all of them. */
export const told = (page: Page, name: string, count = 1): Promise<Told[]> =>
  waitFor(async () => {
    const all = (await page.run(() => Reflect.get(window, 'told'))) as Told[];
    const found = all.filter((one) => one.name === name);
    if (found.length < count) throw new Error(`told were ${JSON.stringify(all)}`);
    return found;
  });

/** The URL of a page with one `<attention-lab>` element that has these attributes. */
export const plain = (
  server: Server,
  attributes: Record<string, string>,
  module = MODULE,
): string => `${server.url}${FOLDER}plain.html?${new URLSearchParams({ module, ...attributes })}`;

export const REGRESSION = { lesson: 'kernel-regression', lang: 'en' };

/** Matches the answer in the first figure of "kernel-regression". */
export const ANSWER = '.scene-picture [data-part="answer"] text';
