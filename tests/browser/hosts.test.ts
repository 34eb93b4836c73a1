// SPDX-License-Identifier: MIT
// Tests a lesson's four forms of publication (shells): element, frame, single file and site, with hostile host pages,
// with missing browser features, and with strict Content Security Policies.
import { type Headers, siteHeaders } from '../../web/build/headers.ts';
import { ANSWER } from './support/embed.ts';
import type { Page } from './support/page.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const FOLDER = 'tests/browser/embed-page/';
const SHELLS = 4;

const SITE = `${siteHeaders['Content-Security-Policy']}`;

/**
 * The response headers for each path, with a Content Security Policy (CSP). A single-file lesson contains a CSP in its
 * HTML; its header adds the CSP `file`. The host page's CSP forbids all style sheets except those that a script adopts
 * (`adoptedStyleSheets`). `change` modifies every CSP except `file`.
 */
const below =
  (file: string, change = (policy: string) => policy) =>
  (path: string): Headers => {
    const policy = path.startsWith('dist/single/')
      ? file
      : change(path.startsWith(FOLDER) ? withoutStyles(SITE) : SITE);
    return policy === '' ? {} : { ...siteHeaders, 'Content-Security-Policy': policy };
  };
const withoutStyles = (policy: string) => policy.replace("style-src 'self'", "style-src 'none'");

/** The text of the element that matches `selector` in each of the four shells; '' if there is none yet. */
const read = (page: Page, selector: string): Promise<string[]> =>
  page.run((wanted) => {
    const frames = Array.from(
      document.querySelectorAll('iframe'),
      (frame) => frame.contentDocument,
    );
    return [document, ...frames].map((shell) => {
      const root = shell?.querySelector('attention-lab')?.shadowRoot ?? shell;
      return root?.querySelector<HTMLElement>(wanted)?.innerText.replace(/\s+/g, ' ').trim() ?? '';
    });
  }, selector);

const inEach = (text: string): string[] => Array(SHELLS).fill(expect.stringContaining(text));

/**
 * Starts the time measurement of the lesson "cost" in each of the four shells. Stops each as soon as its shell reports
 * that it measures without a worker.
 */
async function measureInEach(page: Page): Promise<void> {
  const press = () =>
    page.run(() => {
      const frames = Array.from(document.querySelectorAll('iframe'), (one) => one.contentDocument);
      return [document, ...frames].map((shell) => {
        const root = shell?.querySelector('attention-lab')?.shadowRoot ?? shell;
        const bench = root?.querySelector<HTMLElement>('.run-bench');
        const isToldOf = bench?.innerText.includes('A worker could not be started here') ?? false;
        for (const button of bench?.querySelectorAll('button') ?? [])
          if (button.innerText === (isToldOf ? 'Stop' : 'Measure')) button.click();
        return isToldOf;
      });
    });
  await waitFor(async () => expect(await press()).toEqual(Array(SHELLS).fill(true)));
}

const openAll = (page: Page, url: string, lesson: string): Promise<void> =>
  page.open(`${url}${FOLDER}shells.html?lesson=${lesson}`);

once('without workers, from a misconfigured server, all shells compute', async ({ page, host }) => {
  const { url } = await host('', {
    headers: below(''),
    lacks: ['workers'],
    mount: '/course/week-3/',
    wasmType: 'text/plain',
  });
  await openAll(page, url, 'cost');
  await measureInEach(page);
});

test('if a policy forbids workers, all shells measure on the page', async ({ page, host }) => {
  const forbidding = below("worker-src 'none'", (policy) =>
    policy.replace("worker-src 'self'", "worker-src 'none'"),
  );
  const { url } = await host('', { headers: forbidding });
  await openAll(page, url, 'cost');
  await measureInEach(page);
  const others = (await page.takeProblems()).filter(({ text }) => !/worker/i.test(text));
  expect(others).toEqual([]);
});

for (const [lack, text] of [
  ['wasm', 'This browser has no WebAssembly'],
  ['simd', 'The WebAssembly of this browser has no SIMD instructions'],
] as const)
  once(`all shells show a message if the browser lacks ${lack}`, async ({ page, host }) => {
    const { url } = await host('', { headers: below(''), lacks: [lack] });
    await openAll(page, url, 'softmax');
    await waitFor(async () => expect(await read(page, '[role=alert]')).toEqual(inEach(text)));
  });

test('if a policy forbids WebAssembly, all shells name the directive', async ({ page, host }) => {
  const refusing = below("script-src 'self' 'unsafe-inline'", (policy) =>
    policy.replace(" 'wasm-unsafe-eval'", ''),
  );
  const { url } = await host('', { headers: refusing });
  await openAll(page, url, 'softmax');
  const said = inEach("script-src 'self' 'wasm-unsafe-eval'");
  await waitFor(async () => expect(await read(page, '[role=alert]')).toEqual(said));
  const [told] = (await page.run(() => Reflect.get(window, 'told'))) as {
    detail: { kind: string; message: string };
  }[];
  expect(told?.detail.kind).toBe('policy');
  expect((await read(page, '[role=alert]'))[0]).toContain(told?.detail.message);
  // Ignores the browsers' own reports of blocked WebAssembly.
  const others = (await page.takeProblems()).filter(
    ({ kind, text }) => kind !== 'policy' && !text.includes('wasm'),
  );
  expect(others).toEqual([]);
});

test('a file shows a message if its scripts are blocked', async ({ page, host }) => {
  const policy = { 'Content-Security-Policy': "script-src 'self'" };
  const { url } = await host('dist/single', { headers: policy });
  await page.open(`${url}softmax.html`);
  expect(await page.css('body').text()).toMatch(/^This lesson .* forbid the scripts in the file/);
  const others = (await page.takeProblems()).filter(
    ({ text }) => !/inline|CSP|script|favicon/i.test(text),
  );
  expect(others).toEqual([]);
});

test('an element works in a hidden tab, in a page that handles events', async ({ page, host }) => {
  const { url } = await host('', { lacks: ['frames'] });
  await page.open(`${url}${FOLDER}rude.html`);
  await waitFor(() => page.run(() => Reflect.get(window, 'told').length > 0));
  await page.run(() => {
    document.querySelector('.nothing')?.removeAttribute('class');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const result = page.css(ANSWER);
  const plot = page.css('.scene-picture svg');
  await waitFor(async () => (await plot.box()).width > 200);
  expect(await result.text()).toBe('45.5 kg');

  // The host page (rude.js) prevents the default actions of keys and pointers.
  const query = page.get('slider', { name: 'Query q cm' });
  await query.press('End');
  await waitFor(async () => (await query.value()) === (await query.property<string>('max')));
  await query.press('Home', 'ArrowRight', '/', '?');
  const before = await query.value();
  await page.css('.hand .tip').drag({ x: 90, y: 0 });
  await waitFor(async () => (await query.value()) !== before);
  const rude = () => page.run(() => Reflect.get(window, 'rude') as Record<string, number>);
  expect((await rude()).keydown).toBeUndefined();
  expect((await rude()).pointerdown).toBe(1);
  const isLeft = await plot.evaluate((element) =>
    element.dispatchEvent(new WheelEvent('wheel', { bubbles: true, composed: true })),
  );
  expect(isLeft).toBe(true);

  // From now on no key or pointer event reaches the element, so only clicks and default actions work.
  await page.run(() => Reflect.get(window, 'swallow')());
  await query.press('Home');
  await waitFor(async () => (await query.value()) === (await query.property<string>('min')));
  await page.get('button', { name: 'Back to the start' }).click();
  await waitFor(async () => (await result.text()) === '45.5 kg');
});

test('frames and files that were hidden or scaled adapt when shown', async ({ page, host }) => {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; frame-src *; img-src data:";
  const { url } = await host('', {
    headers: (path) => (path.startsWith(FOLDER) ? { 'Content-Security-Policy': policy } : {}),
  });
  await page.open(`${url}${FOLDER}rough.html`);
  const heights = () =>
    page.run(() => Array.from(document.querySelectorAll('iframe'), (frame) => frame.clientHeight));
  await waitFor(async () => expect((await heights())[0]).toBeGreaterThan(1000));
  expect((await heights())[1]).toBe(0);
  await page.run(() => {
    for (const hidden of document.querySelectorAll('.away, .nothing')) hidden.className = '';
  });
  const inside = () =>
    page.run(() =>
      Array.from(document.querySelectorAll('iframe'), ({ clientHeight, contentDocument }) => {
        const root = contentDocument?.documentElement;
        const plot = contentDocument
          ?.querySelector('attention-lab')
          ?.shadowRoot?.querySelector('.scene-picture svg');
        return {
          isWhole: clientHeight > 1000 && root?.scrollHeight === clientHeight,
          isDrawn: (plot?.clientWidth ?? 0) > 150,
          overflow: (root?.scrollWidth ?? 0) - (root?.clientWidth ?? 0),
          direction: root && getComputedStyle(root).direction,
        };
      }),
    );
  const grown = { isWhole: true, isDrawn: true, overflow: 0, direction: 'ltr' };
  await waitFor(async () => expect(await inside()).toEqual([grown, grown, grown]));
});
