// SPDX-License-Identifier: MIT
// Tests a lesson in a single HTML file: opened from disk, and in a sandboxed frame with an opaque origin.
import { pathToFileURL } from 'node:url';
import { lessons } from '../../web/src/lessons/registry.ts';
import { reads } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const fileUrl = (name: string): string => pathToFileURL(`dist/single/${name}`).href;

/** Reads a page that is opened from disk. Locators do not work there, because the test server adds their scripts. */
const look = (page: Page) =>
  page.run(() => {
    const root = document.querySelector('attention-lab')?.shadowRoot;
    return {
      title: document.title,
      language: document.documentElement.lang,
      links: document.querySelectorAll('nav a').length,
      result: root
        ?.querySelector('[data-part="second"] text, [data-scene="hand"] [data-part="answer"] text')
        ?.textContent?.trim(),
      palette: [document.documentElement, root?.querySelector('.al-root')]
        .map((one) => (one as HTMLElement | undefined)?.dataset.palette)
        .join(' '),
    };
  });

test('a file opened from disk contains everything that it needs', async ({ page }) => {
  await page.open(
    `${fileUrl('attention-lab.html')}?lang=zh-TW&palette=contrast&digits=6#/kernel-regression?scene=hand&query=52`,
  );
  const kept = { links: lessons.length, palette: 'contrast contrast' };
  const title = '核迴歸 · 注意力實驗室';
  await reads(() => look(page), { ...kept, title, language: 'zh-Hant', result: '40 公斤' });
  await page.run(() => {
    location.hash = '#/similarity?scene=arrows&other=2.123456,1.5';
    const select = document.querySelector('select') as HTMLSelectElement;
    select.value = 'en';
    select.dispatchEvent(new Event('change'));
  });
  const other = 'Similarity · Attention Lab';
  await reads(() => look(page), { ...kept, title: other, language: 'en', result: '9.994' });
  await page.run(() => document.fonts.ready.then(() => {}));
  expect(await page.run(() => document.fonts.check('16px "AL Math"'))).toBe(true);
});

test('a file without an origin sends its height and measures', async ({ page, host }) => {
  const sandbox = { 'Content-Security-Policy': 'sandbox allow-scripts' };
  const upload = await host('dist/single', { headers: sandbox, cors: true });
  await page.open(`${upload.url}cost.html?lang=en`);
  await waitFor(async () => expect((await look(page)).title).toBe('Cost · Attention Lab'));
  expect(await page.run(() => origin)).toBe('null');
  const bench = () =>
    page.run(() => {
      const root = document.querySelector('attention-lab')?.shadowRoot;
      return root?.querySelector<HTMLElement>('.run-bench')?.innerText ?? '';
    });
  await waitFor(async () => expect(await bench()).toContain('Measure'));
  await page.run(() => {
    const root = document.querySelector('attention-lab')?.shadowRoot;
    for (const button of root?.querySelectorAll<HTMLElement>('.run-bench button') ?? [])
      if (button.textContent?.trim() === 'Measure') button.click();
  });
  await waitFor(async () => expect(await bench()).toContain('A worker could not be started here'));
  expect(upload.requests.map(({ path }) => path)).toEqual(['/cost.html?lang=en']);
  // Clears the problems that the test harness's own scripts cause: they try to use the storage, which the sandbox
  // forbids.
  await page.takeProblems();

  const { url } = await host('', { headers: {} });
  const src = `${upload.url}scaling.html?lang=en`;
  const frames = 'tests/browser/embed-page/frames.html';
  await page.open(`${url}${frames}?${new URLSearchParams({ src })}`);
  const height = { subject: 'lti.frameResize', height: expect.any(Number) };
  const told = () => page.run(() => Reflect.get(window, 'told'));
  await waitFor(async () => expect(await told()).toContainEqual(height));
  expect(await page.run(() => document.querySelector('iframe')?.clientHeight ?? 0)).toBeGreaterThan(
    1000,
  );
  expect((await page.takeProblems()).filter(({ kind }) => kind !== 'foreign')).toEqual([]);
});
