// SPDX-License-Identifier: MIT
// Tests the share panel, which generates HTML to embed a lesson, and a page that contains this HTML.

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { AttentionLabElement } from '../../web/src/embed/api.ts';
import type { Locator } from './support/locator.ts';
import { ownFolder } from './support/own-folder.ts';
import type { Page } from './support/page.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

/** Scrolls an element into view and clicks it. `click` alone would not scroll within the panel. */
async function press(target: Locator): Promise<void> {
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await target.click();
}

async function textOf(page: Page, tab: string): Promise<string> {
  const panel = page.css('al-share');
  await press(panel.get('tab', { name: tab }));
  const shown = panel.css('.code-panel:not([hidden]) .code-line');
  const lines = await Promise.all((await shown.all()).map((line) => line.text()));
  return lines.join('\n');
}

const course = (pasted: readonly string[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>A course page</title>
    <link rel="icon" href="data:," />
    <script src="/tests/browser/embed-page/host.js"></script>
  </head>
  <body><h1>A course page</h1>${pasted.join('\n')}</body>
</html>`;

/**
 * Runs in the page: submits a guess in the embedded element, which then shows the lesson. `place` is the page itself or
 * the index of one of its `<iframe>` elements. Returns what the element shows before and after the guess.
 */
async function guessIn(place: 'page' | number) {
  const frames = document.querySelectorAll('iframe');
  // The frames are lazy: a browser loads each only when it is near the viewport.
  if (place !== 'page') frames[place]?.scrollIntoView();
  const page = place === 'page' ? document : frames[place]?.contentDocument;
  const root = page?.querySelector('attention-lab')?.shadowRoot;
  if (!root?.querySelector('.asked input')) return null;
  const settled = () =>
    new Promise(requestAnimationFrame).then(() => new Promise((done) => setTimeout(done)));
  const press = async (selector: string) => {
    root.querySelector<HTMLElement>(selector)?.click();
    await settled();
  };
  const before = root.querySelectorAll('.scene-step').length;
  const buttons = root.querySelectorAll('.asked .predict-buttons > button').length;
  const state = (root.host as AttentionLabElement).getState();
  await press('.asked input');
  await press('.predict-buttons > button');
  await press('.asked > button');
  const focus = (root.activeElement as HTMLElement | null)?.dataset.step;
  const sliders = Array.from(root.querySelectorAll('input[type="range"]'), (slider) => [
    (slider as HTMLInputElement).value,
    (slider as HTMLInputElement).disabled,
  ]);
  return {
    before,
    buttons,
    state,
    title: root.querySelector('h1')?.textContent,
    theme: root.querySelector<HTMLElement>('.al-root')?.dataset.theme,
    palette: root.querySelector<HTMLElement>('.al-root')?.dataset.palette,
    sliders: sliders.slice(-2),
    isFixed: root.querySelector<HTMLInputElement>('al-number-box[field="chest"] input')?.disabled,
    focus,
  };
}

test('a page can embed the texts of the panel', async ({ page, host }) => {
  // The server sends no headers, like a simple web server of a course. With the headers of the site, the Content
  // Security Policy would block the scripts of the single-file lesson.
  const { url } = await host('', { headers: {} });
  await page.open(`${url}dist/en/kernel-regression/#bandwidth?query=53`);
  await page.css('.scene-share').click();
  const panel = page.css('al-share');
  expect(await textOf(page, 'Link')).toMatch(
    /\/dist\/en\/kernel-regression\/#bandwidth\?query=53$/m,
  );
  for (const summary of await panel.css('summary').all()) await press(summary);
  await panel.get('combobox', { name: 'Language' }).select('繁體中文');
  await panel.get('combobox', { name: 'Theme' }).select('Dark');
  await panel.get('combobox', { name: 'Colours' }).select('High contrast');
  await panel.get('combobox', { name: 'Digits shown' }).select('6 digits');
  await panel.get('combobox', { name: 'Bandwidth σ' }).select('locked');
  await panel.get('combobox', { name: 'Chest' }).select('hidden');
  for (const name of ['How much more?', /^Offer “Show me”/, /^Report answers/])
    await press(panel.get('checkbox', { name }));
  const src = () => panel.css('iframe').evaluate((frame) => (frame as HTMLIFrameElement).src);
  const preset =
    'lang=zh-Hant&theme=dark&palette=contrast&digits=6&controls=-chest&locked=sigma&ask=guess&reveal=never';
  await waitFor(async () => expect(await src()).toContain(`?${preset}#/kernel-regression?`));
  expect(await page.axe()).toEqual([]);
  expect((await textOf(page, 'Link')).trim()).toBe(await src());
  const pasted = [];
  for (const tab of ['Element', 'Frame', 'File']) pasted.push(await textOf(page, tab));
  const file = await panel
    .get('link', { name: /kernel-regression\.html/ })
    .evaluate((link) => (link as HTMLAnchorElement).pathname.replace(/^.*\/dist\//, 'dist/'));
  await page.keys('Escape');
  await waitFor(async () => (await page.css('al-share iframe').count()) === 0);
  expect(await page.run(() => document.activeElement?.className)).toBe('scene-share');

  const folder = ownFolder('share');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/course.html`, course(pasted));
  copyFileSync(file, `${folder}/kernel-regression.html`);
  // Clears the storage of the site: at its end, this test checks that embedded elements store nothing.
  await page.run(() => localStorage.clear());
  await page.open(`${url}${folder}/course.html`);
  for (const place of ['page', 0, 1] as const) {
    const found = await waitFor(() => page.run(guessIn, place));
    expect(found).toMatchObject({
      before: 0,
      buttons: 2,
      title: '核迴歸',
      theme: 'dark',
      palette: 'contrast',
      isFixed: true,
    });
    expect(found?.sliders.map(([, disabled]) => disabled)).toEqual([false, true]);
    expect(found?.state).toContain('query=53');
    expect(found?.focus).toBe('people');
  }
  const told = (await page.run(() => Reflect.get(window, 'told'))) as { name: string }[];
  expect(told.find(({ name }) => name === 'question-result')).toMatchObject({
    detail: { lesson: 'kernel-regression', question: 'guess', guess: 'proportion' },
  });
  const reports = () =>
    page.run(() =>
      (Reflect.get(window, 'messages') as { subject?: string }[]).filter(({ subject }) =>
        subject?.startsWith('SPLICE.'),
      ),
    );
  await waitFor(async () => expect(await reports()).toHaveLength(2));
  for (const report of await reports())
    expect(report).toMatchObject({
      subject: 'SPLICE.reportScoreAndState',
      activity_id: 'kernel-regression',
      state: { questions: [{ question: 'guess', guess: 'proportion' }] },
    });
  for (const frame of await page.css('iframe').all())
    await waitFor(async () => (await frame.box()).height > 1000);
  expect(await page.run(() => localStorage.length)).toBe(0);
});

once('a teacher chooses steps, and the preview shows them', async ({ page, site }) => {
  await page.open(`${site.url}en/softmax/#temperature?temperature=4`);
  await page.css('.scene-share').click();
  const panel = page.css('al-share');
  const shown = () =>
    panel.css('iframe').evaluate((frame) => {
      const page = (frame as HTMLIFrameElement).contentDocument;
      const root = page?.querySelector('attention-lab')?.shadowRoot;
      return root?.querySelector<HTMLElement>('.cards .scene-step')?.dataset.step ?? null;
    });
  const link = async () => (await textOf(page, 'Link')).replace(site.url, '').trim();
  await panel.get('radio', { name: 'Some steps, one at a time' }).click();
  expect(await link()).toMatch(/^embed\.html\?lang=en&steps=1-\d#\/softmax\?.*scene=temperature/);
  await waitFor(async () => expect(await shown()).toBe('temperature'));
  // If the current step is not among the chosen steps, the embed begins with the first chosen step in its initial
  // state.
  await panel.get('combobox', { name: 'From' }).select('2');
  await panel.get('combobox', { name: 'To' }).select('2');
  await waitFor(async () => expect(await link()).toBe('embed.html?lang=en&steps=2#/softmax'));
  await waitFor(async () => expect(await shown()).not.toBe('temperature'));
  expect(await panel.get('link', { name: 'Open as a student' }).attribute('href')).toContain(
    await link(),
  );
});

once('a teacher gets a package of the preset for a learning platform', async ({ page, site }) => {
  await page.open(`${site.url}en/softmax/#temperature?temperature=4`);
  // Intercepts the download in the page, because drivers handle downloads differently.
  await page.run(() => {
    URL.createObjectURL = (file) => {
      void (file as Blob).arrayBuffer().then((bytes) => {
        Reflect.set(window, 'saved', [...new Uint8Array(bytes)]);
      });
      return '#saved';
    };
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      Reflect.set(window, 'savedAs', this.download);
    };
  });
  await page.css('.scene-share').click();
  const panel = page.css('al-share');
  await press(panel.get('checkbox', { name: /^Offer “Show me”/ }));
  await press(panel.get('button', { name: 'SCORM 2004' }));
  const bytes = await waitFor(() =>
    page.run(() => (Reflect.get(window, 'saved') as number[]) ?? null),
  );
  expect(await page.run(() => Reflect.get(window, 'savedAs'))).toBe('softmax-scorm2004.zip');
  const files = unzipSync(Uint8Array.from(bytes));
  expect(strFromU8(files['imsmanifest.xml'] as Uint8Array)).toContain('<title>Softmax</title>');
  expect(strFromU8(files['index.html'] as Uint8Array)).toContain(
    'content="lang=en&amp;reveal=never&amp;state=temperature%3D4%26scene%3Dtemperature"',
  );
  expect(await page.axe()).toEqual([]);
});
