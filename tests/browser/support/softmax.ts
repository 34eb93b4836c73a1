// SPDX-License-Identifier: MIT
// The lesson "softmax" opened on the built site, and what its tests read from it.
import { openSite } from './lesson.ts';
import type { Locator } from './locator.ts';
import type { Page } from './page.ts';
import { test as base } from './test.ts';
import { waitFor } from './wait.ts';

export const test = base.extend('page', async ({ newPage, site }) => {
  const page = await newPage({ width: 1280, height: 900 });
  await openSite(page, site, '#/softmax');
  return page;
});

export const largest = (page: Page) => page.css('.result-number').text();
export const box = (page: Page, name: string) => page.get('spinbutton', { name });
export const isDisabled = (control: Locator) => control.property<boolean>('disabled');

/** Waits until a text of the page is what is expected. */
export async function shows(read: () => Promise<string>, expected: string): Promise<void> {
  await waitFor(async () => {
    const shown = await read();
    if (shown !== expected) throw new Error(`it is ${shown}, not ${expected}`);
    return true;
  });
}
