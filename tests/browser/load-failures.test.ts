// SPDX-License-Identifier: MIT
// Tests pages with a file that cannot be loaded: one notice with "Try again" appears, and the state is kept.
import { ANSWER, plain, REGRESSION } from './support/embed.ts';
import type { Engine } from './support/engine.ts';
import { openSite, reads } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

/** Checks that the page has no uncaught error or rejection; failed requests are ignored. */
async function isCaught(page: Page): Promise<void> {
  const kinds = (await page.takeProblems()).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'error' || kind === 'rejection')).toEqual([]);
}

/** Matches the pictures of the loaded lesson, but not those in the built HTML. */
const LIVE_PICTURE = 'al-scenes .scene-picture svg *';

const notice = (page: Page) => page.get('alert');
const retry = (page: Page) => notice(page).get('button', { name: /^(Try again|重试)$/ });
const isTold = (page: Page) => waitFor(async () => (await notice(page).count()) === 1);
const isGone = (page: Page) => waitFor(async () => (await notice(page).count()) === 0);

/**
 * Loads the missing file when the connection is back: presses "Try again", which imports the module again. This works
 * in Chromium. Firefox and WebKit cache the failed import, so "Try again" can fail there. The notice then offers
 * "Reload the page", and the function presses that button.
 */
async function recover(page: Page, engine: Engine): Promise<void> {
  const reload = notice(page).get('button', { name: 'Reload the page' });
  const isOffered = async () => engine !== 'chromium' && (await reload.count()) === 1;
  if (!(await isOffered())) {
    await retry(page).click();
    await waitFor(async () => (await isOffered()) || (await notice(page).count()) === 0);
  }
  if (await isOffered()) await reload.click();
  await isGone(page);
}

test('a lost lesson is loaded with its state after a retry', async ({ page, host, engine }) => {
  const server = await host('dist');
  server.lost = /\/softmax-[^/]*\.js/;
  await page.open(`${server.url}en/softmax/#temperature?temperature=4`);
  await isTold(page);
  expect(await notice(page).text()).toContain('could not be loaded');
  expect(await page.get('heading', { name: 'Softmax' }).count()).toBe(1);
  await retry(page).press('Enter');
  await waitFor(async () => (await notice(page).text()).includes('could still not be loaded'));
  expect(await notice(page).get('button', { name: 'Reload the page' }).count()).toBe(1);
  await isCaught(page);
  server.lost = undefined;
  await recover(page, engine);
  await page.css(LIVE_PICTURE).nth(0).box();
  expect(await page.get('spinbutton', { name: 'Temperature T' }).value()).toBe('4');
  expect(await page.url()).toContain('#temperature?temperature=4');
  await isCaught(page);
});

once('without its texts the page shows a message', async ({ page, host }) => {
  const server = await host('dist');
  server.lost = /\/en-/;
  await page.open(`${server.url}en/`);
  await waitFor(async () => (await notice(page).text()).includes('could not be loaded'));
  expect(await notice(page).text()).toContain('请检查网络');
  await isCaught(page);
});

once('glossary, search and sharing load at the second attempt', async ({ page, host }) => {
  const server = await host('dist');
  await openSite(page, server, 'kernel-regression/');
  for (const [key, name] of [
    ['g', 'Glossary'],
    ['/', 'Search'],
  ] as const) {
    server.isDown = true;
    await page.keys(key);
    const dialog = page.get('dialog', { name });
    await waitFor(async () => (await dialog.get('alert').count()) === 1);
    expect(await page.axe()).toEqual([]);
    server.isDown = false;
    await dialog.get('alert').get('button', { name: 'Try again' }).click();
    await waitFor(async () => (await dialog.css('.sheet-list').count()) === 1);
    expect(await dialog.get('alert').count()).toBe(0);
    await page.keys('Escape');
    await waitFor(async () => (await page.css('dialog[open]').count()) === 0);
  }
  server.isDown = true;
  await page.get('button', { name: /^Share or embed/ }).click();
  await isTold(page);
  server.isDown = false;
  await retry(page).click();
  await waitFor(async () => (await page.css('al-share dialog[open]').count()) === 1);
  expect(await notice(page).count()).toBe(0);
  await waitFor(() =>
    page.run(() => {
      const frame = document.querySelector<HTMLIFrameElement>('.share-preview');
      const lab = frame?.contentDocument?.querySelector('attention-lab');
      return lab?.shadowRoot?.querySelector('.scene-picture svg') != null;
    }),
  );
  await isCaught(page);
});

once('a key press before the dialogs are loaded opens one of them', async ({ page, host }) => {
  const server = await host('dist');
  server.lost = /\/late-/;
  await page.open(`${server.url}en/softmax/`);
  await page.css(LIVE_PICTURE).nth(0).box();
  await page.keys('g');
  await isTold(page);
  server.lost = undefined;
  await page.keys('/');
  await waitFor(async () => (await page.get('dialog', { name: 'Search' }).count()) === 1);
  expect(await notice(page).count()).toBe(0);
  await isCaught(page);
});

for (const [name, path, lost, press, loaded] of [
  ['the code', 'softmax/verify/', /\/assets\//, '[data-panel="code"] summary', '.code-line'],
  ['a term', 'kernel-regression/', /\/assets\//, 'button.term', '.term-card:focus dfn'],
  ['the documents', 'documents/', /\/statements\./, undefined, '.ledger .entry'],
  ['the engine', 'learning/', /\/attention-(?!core)[^/]*\.wasm/, undefined, LIVE_PICTURE],
] as const)
  once(`${name}: a failed load succeeds at the second attempt`, async ({ page, host }) => {
    const server = await host('dist');
    if (press) await openSite(page, server, path);
    server.lost = lost;
    if (press) await page.css(press).nth(0).click();
    else await page.open(`${server.url}en/${path}`);
    await isTold(page);
    await page.run(() => document.fonts.ready.then(() => {}));
    expect(await page.axe()).toEqual([]);
    server.lost = undefined;
    await retry(page).click();
    await page.css(loaded).nth(0).box();
    expect(await notice(page).count()).toBe(0);
    await isCaught(page);
  });

test('an element loads its player at the second attempt', async ({ page, host }) => {
  const server = await host('');
  server.lost = /\/player\.js/;
  await page.open(plain(server, REGRESSION));
  await waitFor(async () => (await notice(page).count()) === 1);
  server.lost = undefined;
  await page.get('button', { name: 'Try again' }).click();
  await reads(() => page.css(ANSWER).nth(0).text(), '45.5 kg');
  expect(await notice(page).count()).toBe(0);
  await isCaught(page);
});
