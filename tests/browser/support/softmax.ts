// SPDX-License-Identifier: MIT
// A `test` whose page shows Verify of the lesson "softmax" (its claims, beside the figure with all controls) on the
// built site, and functions that read its results.
import { lessonTest } from './lesson-test.ts';
import type { Locator } from './locator.ts';
import type { Page } from './page.ts';

export const test = lessonTest('softmax/verify/');

export const largest = (page: Page) => page.css('.result-number').text();
export const box = (page: Page, name: string) => page.get('spinbutton', { name });
export const isDisabled = (control: Locator) => control.property<boolean>('disabled');
