// SPDX-License-Identifier: MIT
// Tests that Tab reaches everything on a page Verify, and that changes are announced. pages.test.ts presses Tab in lessons.
import { openSite } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import { walkByTab } from './support/tab-walk.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(lessonTest('softmax/verify/'));

once('Tab reaches everything once, in the order of the page', async ({ page }) => {
  await page.run(() => document.body.focus());
  const [first] = await walkByTab(page, 'body');
  expect(first).toContain('Skip to the content');
});

once('a drag is announced once, at its end', async ({ page, site }) => {
  await openSite(page, site, 'kernel-regression/#hand');
  const slider = page.css('[data-step="hand"] input[type="range"]');
  const { x, y, width, height } = await slider.box();
  await page.run(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    const observer = new MutationObserver((changes) =>
      told.push(...changes.map(({ target }) => target.textContent ?? '')),
    );
    for (const region of document.querySelectorAll(
      '[role="status"], [role="alert"], [aria-live], output',
    ))
      observer.observe(region, { childList: true, characterData: true, subtree: true });
  });
  const told = () => page.run(() => (window as unknown as { told: string[] }).told);
  const at = (share: number) => ({ x: x + width * share, y: y + height / 2 });
  await page.pointer(at(0.6), 'down', at(0.5), at(0.4), at(0.35), at(0.3));
  const box = page.css('[data-step="hand"] [role="spinbutton"]');
  await waitFor(async () => Number(await box.value()) < 53);
  expect(await told()).toEqual([]);
  await page.pointer('up');
  await waitFor(async () => (await told()).length > 0);
  expect(await told()).toHaveLength(1);
});
