// SPDX-License-Identifier: MIT
// Tests a lesson that a page embeds in an `<iframe>`.
import { readFileSync } from 'node:fs';
import { siteHeaders } from '../../web/build/headers.ts';
import type { HeightMessage } from '../../web/src/embed/frame-messages.ts';
import { ANSWER, plain, REGRESSION, told } from './support/embed.ts';
import { reads } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const FOLDER = 'tests/browser/embed-page/';

/** Waits until the `<iframe>` has sent a height for the given lesson. Returns the latest height, in pixels. */
const heightOf = (page: Page, lesson: string): Promise<number> =>
  waitFor(async () => {
    const told = (await page.run(() => Reflect.get(window, 'told'))) as Partial<HeightMessage>[];
    return told.findLast((one) => one.lesson === lesson)?.height ?? null;
  });

/**
 * The site's headers. Their Content Security Policy also allows the test server's origin by its address, because WebKit
 * ignores 'self' in a sandboxed frame (WebKit bug 316847, fixed in 2026).
 */
const NAMED = {
  ...siteHeaders,
  'Content-Security-Policy': `${siteHeaders['Content-Security-Policy']}`.replaceAll(
    "'self'",
    "'self' http://127.0.0.1:*",
  ),
};

test('a frame is as high as its lesson and leaves its page alone', async ({
  page,
  host,
  engine,
}) => {
  const lab = await host('dist', { cors: true, mount: '/lab/', headers: NAMED });
  const policy = "default-src 'none'; script-src 'self'; frame-src *; img-src data:";
  const { url } = await host('', { headers: { 'Content-Security-Policy': policy } });
  const src = `${lab.url}embed.html?lang=en&controls=query#/kernel-regression?query=53`;
  await page.open(`${url}${FOLDER}frames.html?${new URLSearchParams({ src })}`);
  const height = await heightOf(page, 'kernel-regression');
  expect(height).toBeGreaterThan(1000);
  const heights = () =>
    page.run(() => Array.from(document.querySelectorAll('iframe'), (frame) => frame.clientHeight));
  const whole = () => heightOf(page, 'kernel-regression');
  await waitFor(async () => expect(await heights()).toEqual([await whole(), 100]));
  const told = (await page.run(() => Reflect.get(window, 'told'))) as { height: number }[];
  expect(told).toContainEqual({ subject: 'lti.frameResize', height });
  expect(told.every((one) => one.height >= 40)).toBe(true);

  // The frame has an opaque origin. In such a frame, Chromium reloads the document when the hash changes, and reports
  // the reload as a request to another origin. So in Chromium the test waits for the event "load".
  await page
    .css('iframe')
    .nth(0)
    .evaluate(
      async (frame, hash, isLoaded) => {
        const own = frame as HTMLIFrameElement;
        const loaded = new Promise((resolve) => own.addEventListener('load', resolve));
        own.src = own.src.replace(/#.*/, hash);
        if (isLoaded) await loaded;
      },
      '#/softmax',
      engine === 'chromium',
    );
  const other = await heightOf(page, 'softmax');
  expect(other).not.toBe(height);
  await waitFor(async () => expect((await heights())[0]).toBe(await heightOf(page, 'softmax')));
  expect(await page.run(() => [document.activeElement?.localName, scrollX, scrollY])).toEqual([
    'body',
    0,
    0,
  ]);
  const problems = (await page.takeProblems()).filter(({ kind }) => kind !== 'foreign');
  expect(problems).toEqual([]);
});

once('opened directly, it has a title, a language, a theme and colours', async ({ page, site }) => {
  await page.open(
    `${site.url}embed.html?lang=zh-TW&theme=dark&palette=contrast&digits=4&locked=query#/kernel-regression`,
  );
  expect(await page.css(ANSWER).nth(0).text()).toBe('45.5 公斤');
  expect(await page.get('slider', { name: '查詢 q 公分' }).nth(0).property('disabled')).toBe(true);
  const read = () => [
    document.title,
    document.documentElement.lang,
    getComputedStyle(document.body).backgroundColor,
  ];
  await reads(() => page.run(read), ['核迴歸', 'zh-Hant', 'rgb(0, 0, 0)']);
  expect(await page.axe()).toEqual([]);
  await page.run(() => {
    location.hash = '#/softmax?scene=temperature&temperature=4';
  });
  const step = page.css('[data-step="temperature"]');
  await waitFor(async () => expect(Math.abs((await step.box()).y)).toBeLessThan(60));
});

once('it is small, and has a message for readers without scripts', async ({ site }) => {
  expect(readFileSync('dist/embed/frame-height.js').length).toBeLessThan(1500);
  const html = await (await fetch(`${site.url}embed.html`)).text();
  const [, quiet = ''] = /<noscript>(.*)<\/noscript>/s.exec(html) ?? [];
  const [, picture = ''] = /<img src="([^"]+)"/.exec(quiet) ?? [];
  expect((await fetch(new URL(picture, site.url))).status).toBe(200);
  expect(quiet.match(/<a href="\.\/index\.html"/g)).toHaveLength(1);
  expect(quiet.match(/<p lang=/g)).toHaveLength(3);
});

once('an isolated page embeds a frame and an element of another origin', async ({ page, host }) => {
  const lab = await host('dist');
  const isolated = await host('', {
    headers: {
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  });
  await page.open(plain(isolated, REGRESSION, `${lab.url}embed/attention-lab.js`));
  await told(page, 'ready');
  expect(await page.css('attention-lab').css(ANSWER).nth(0).text()).toBe('45.5 kg');
  await page.run((src) => {
    addEventListener('message', ({ data }) => {
      if (data.type === 'attention-lab:height') Reflect.set(window, 'height', data.height);
    });
    const frame = document.createElement('iframe');
    frame.title = 'A lesson';
    frame.src = src;
    // Adds the frame at the top, because browsers do not draw frames of other origins outside the viewport.
    document.body.prepend(frame);
  }, `${lab.url}embed.html?lang=en#/softmax`);
  await waitFor(() => page.run(() => Reflect.get(window, 'height') > 300));
  expect(await page.run(() => crossOriginIsolated)).toBe(true);
  const problems = (await page.takeProblems()).filter(({ kind }) => kind !== 'foreign');
  expect(problems).toEqual([]);
});

once('the next card begins at its top', async ({ page, host }) => {
  const { url } = await host('dist');
  await page.resize(390, 600);
  await page.open(`${url}embed.html?lang=en&steps=1-3#/softmax`);
  const count = page.css('attention-lab').css('.scene-turns .scene-count');
  await waitFor(async () => expect(await count.text()).toBe('Step 1 of 3'));
  await page.get('button', { name: 'Next step' }).click();
  await waitFor(async () => expect(await count.text()).toBe('Step 2 of 3'));
  await waitFor(async () => expect(await page.run(() => scrollY)).toBe(0));
});
