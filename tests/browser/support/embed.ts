// SPDX-License-Identifier: MIT
// Pages of others with the element in them, and what it tells them.
import type { Page } from './page.ts';
import type { Server } from './server.ts';
import { waitFor } from './wait.ts';

export interface Told {
  readonly name: string;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: each event has a detail of its own
  readonly detail: any;
}

/** Pages of others. */
export const FOLDER = 'tests/browser/embed-page/';
const MODULE = '../../../dist/embed/attention-lab.js';

/** What the elements of a page have told it under a name, once it is as much as expected. */
export const told = (page: Page, name: string, count = 1): Promise<Told[]> =>
  waitFor(async () => {
    const all = (await page.run(() => Reflect.get(window, 'told'))) as Told[];
    const found = all.filter((one) => one.name === name);
    if (found.length < count) throw new Error(`told were ${JSON.stringify(all)}`);
    return found;
  });

/** A page with one element of these attributes. */
export const plain = (
  server: Server,
  attributes: Record<string, string>,
  module = MODULE,
): string => `${server.url}${FOLDER}plain.html?${new URLSearchParams({ module, ...attributes })}`;

/** The attributes of the first lesson. */
export const REGRESSION = { lesson: 'kernel-regression', lang: 'en' };
