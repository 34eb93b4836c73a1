// SPDX-License-Identifier: MIT
// Tests the element `<attention-lab>` in host pages: styles, events, settings, and moves within the page.
import { pathToFileURL } from 'node:url';
import type { AttentionLabElement } from '../../web/src/embed/api.ts';
import { FOLDER, plain, REGRESSION, told } from './support/embed.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const states = import.meta.glob<{ fields?: object }>('../../web/src/lessons/*/{compute,state}.ts', {
  eager: true,
});
const once = inOneEngine(test);

test('two elements in a page with intrusive styles look and compute as usual', async ({
  page,
  host,
}) => {
  const server = await host('');
  const address = `${server.url}${FOLDER}hostile.html#of-the-host`;
  await page.open(address);
  await told(page, 'ready', 2);
  const first = page.css('#first');
  expect(await first.css('.result-number').text()).toBe('45.5');
  const plot = await first
    .css('al-curve-plot')
    .evaluate((element) => element.clientWidth - (element.querySelector('svg')?.clientWidth ?? 0));
  expect(Math.abs(plot)).toBeLessThan(2);
  // The page scales the element with CSS, and the handle must still follow the pointer.
  const handle = first.css('al-curve-plot .cursor-handle');
  const { x } = await handle.box();
  await handle.drag({ by: { x: 60, y: 0 } });
  // If the element ignored the scale, the handle would move by only 48 of the 60 pixels.
  await waitFor(async () => (await handle.box()).x - x > 52);
  const heading = await first
    .css('h2')
    .nth(0)
    .evaluate((element) => {
      const { display, letterSpacing, textTransform, fontSize, direction, lineHeight } =
        getComputedStyle(element);
      const size = Number(Number.parseFloat(fontSize).toFixed(3));
      return { display, letterSpacing, textTransform, fontSize: size, direction, lineHeight };
    });
  expect(heading).toEqual({
    display: 'block',
    letterSpacing: 'normal',
    textTransform: 'none',
    fontSize: 17.6,
    direction: 'ltr',
    lineHeight: '22px',
  });

  // The second element was hidden, and has another language, another theme and fewer controls.
  await page.css('#away').evaluate((element) => element.removeAttribute('class'));
  const second = page.css('#second');
  expect(await second.css('h1').text()).toBe('核迴歸');
  await waitFor(async () => (await second.css('.plot svg').nth(0).box()).width > 200);
  expect(await second.get('slider', { name: '查詢 q cm' }).property('disabled')).toBe(false);
  expect(await second.get('slider', { name: '帶寬 σ cm' }).property('disabled')).toBe(true);
  await first.get('button', { name: 'More' }).click();
  await second.get('button', { name: '更多' }).click();
  const kernels = await Promise.all(
    [first, second].map((lab) => lab.get('radio', { name: /^(Boxcar|均勻核)$/ }).count()),
  );
  expect(kernels).toEqual([1, 0]);
  const grounds = await page.run(() =>
    ['first', 'second'].map((id) => {
      const root = document.getElementById(id)?.shadowRoot?.querySelector('.al-root');
      return root && getComputedStyle(root).backgroundColor;
    }),
  );
  expect(grounds).toEqual(['rgb(246, 245, 241)', 'rgb(20, 22, 27)']);

  // An element that is moved within the document keeps the reader's changes, and the page's URL stays the same.
  await first.get('spinbutton', { name: 'Query q' }).fill('52');
  await waitFor(async () => (await first.css('.result-number').text()) === '40');
  await page.run(() =>
    document.getElementById('elsewhere')?.append(document.querySelector('#first') ?? ''),
  );
  expect(await first.css('.result-number').text()).toBe('40');
  await first.get('radio', { name: 'Boxcar' }).click();
  await waitFor(async () => (await first.css('.result-number').text()) === '40');
  expect(await page.url()).toBe(address);
  const left = await page.run(() => ({
    title: document.title,
    language: document.documentElement.lang,
    stored: localStorage.length,
    sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
    preloads: document.querySelectorAll('[rel~="modulepreload"]').length,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  expect(left).toEqual({
    title: 'A course page',
    language: 'ar',
    stored: 0,
    sheets: 1,
    preloads: 0,
    overflow: 0,
  });
  expect(server.requests.filter(({ path }) => path.endsWith('.wasm'))).toHaveLength(1);
});

test('events report changes, attributes and methods control the element', async ({
  page,
  host,
}) => {
  const server = await host('');
  await page.open(plain(server, { ...REGRESSION, state: 'query=53' }));
  const [ready] = await told(page, 'ready');
  expect(ready?.detail).toMatchObject({ lesson: 'kernel-regression' });
  expect(ready?.detail.state).toBe('query=53');
  await page.get('slider', { name: 'Query q cm' }).press('ArrowRight');
  const [change] = await told(page, 'state-change');
  expect(change?.detail).toMatchObject({ lesson: 'kernel-regression' });
  expect(change?.detail.state).not.toBe('query=53');
  await page.css('[data-panel="verify"]').click();
  await page.css('[data-experiment="dot"]').get('button', { name: 'Put it to the test' }).click();
  const [result] = await told(page, 'experiment-result');
  expect(result?.detail).toMatchObject({ experiment: 'dot', verdict: expect.any(String) });
  expect(result?.detail.measurements.length).toBeGreaterThan(0);
  await page.get('button', { name: /Back to the lesson/ }).click();
  // The page receives Escape, but not the arrow key that moved the slider.
  await page.get('slider', { name: 'Query q cm' }).press('Escape');
  expect(await page.run(() => Reflect.get(window, 'keys'))).toEqual(['Escape']);

  const lab = page.css('attention-lab');
  const steered = await lab.evaluate((element) => {
    const own = element as AttentionLabElement;
    own.reset();
    const start = own.getState();
    own.setState('query=60&sigma=2');
    own.locked = 'query';
    const now = own.getState();
    own.setState('');
    const defaults = own.getState();
    own.setState(now);
    return {
      start,
      now,
      defaults,
      back: own.getState(),
      data: own.exportData(),
      locked: own.getAttribute('locked'),
    };
  });
  expect(steered.start).toBe('query=53');
  expect(steered.now).toBe('query=60&sigma=2');
  expect(steered.defaults).toBe('');
  expect(steered.back).toBe(steered.now);
  expect(steered.locked).toBe('query');
  expect(steered.data).toMatchObject({ lesson: 'kernel-regression', state: steered.now });
  expect(steered.data?.tables.length).toBeGreaterThan(1);
  expect(steered.data?.experiments.map(({ experiment }) => experiment)).toEqual(['dot']);
  await waitFor(() => page.get('slider', { name: 'Query q cm' }).property('disabled'));
  // The query's marker in the figure is locked too, which `aria-disabled` announces; the points are not locked.
  const marker = page.get('slider', { name: 'Query marker' });
  expect(await marker.attribute('aria-disabled')).toBe('true');
  await marker.press('ArrowRight');
  await page.css('al-curve-plot .cursor-handle').drag({ by: { x: -60, y: 0 } });
  expect(await page.css('al-curve-plot [aria-disabled]').count()).toBe(1);
  expect(await lab.evaluate((element) => (element as AttentionLabElement).getState())).toBe(
    steered.now,
  );
  const colours = () =>
    page.css('.al-root').evaluate((root) => getComputedStyle(root).getPropertyValue('--query'));
  const usual = await colours();
  await lab.evaluate((element) => {
    Object.assign(element, { digits: '6', palette: 'safe', state: 'query=52' });
  });
  await waitFor(async () => (await page.css('.result-number').text()) === '40.0017');
  await waitFor(async () => (await colours()) !== usual);
  await lab.evaluate((element) => element.setAttribute('lang', 'zh-Hans'));
  await waitFor(async () => (await page.css('.lesson h1').text()) === '核回归');
  await lab.evaluate((element) => element.setAttribute('lesson', 'softmax'));
  expect((await told(page, 'ready', 2))[1]?.detail.lesson).toBe('softmax');
  expect(await page.axe({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })).toEqual([]);
});

test('every file except the shell can be on another host', async ({ page, host }) => {
  const assets = await host('dist/embed', { cors: true, mount: '/files/', wasmType: 'text/plain' });
  const origin = new URL(assets.url).origin;
  const policy = `default-src 'none'; script-src 'self' ${origin} 'wasm-unsafe-eval'; style-src 'self'; connect-src ${origin}; font-src ${origin}; img-src data:; frame-src *`;
  const server = await host('', { headers: { 'Content-Security-Policy': policy } });
  await page.open(plain(server, { ...REGRESSION, 'asset-base': `${origin}/files` }));
  await told(page, 'ready');
  expect(await page.css('.result-number').text()).toBe('45.5');
  await waitFor(() => page.run(() => document.fonts.status === 'loaded'));
  const own = server.requests.filter(({ path }) => path.startsWith('/dist/'));
  expect(own.map(({ path }) => path.replace(/.*\//, ''))).not.toContain('player.js');
  expect((await page.takeProblems()).filter(({ kind }) => kind !== 'foreign')).toEqual([]);
});

once(
  'with everything locked, no handle in a figure moves, and each announces it',
  async ({ page, host }) => {
    const server = await host('');
    await page.open(plain(server, { ...REGRESSION }));
    const lessons = 'kernel-regression masking'.split(' ');
    for (const [index, lesson] of lessons.entries()) {
      await page.css('attention-lab').evaluate((element, id) => {
        (element as AttentionLabElement).lesson = id;
      }, lesson);
      await told(page, 'ready', index + 1);
      const lab = page.css('attention-lab');
      const names = Object.entries(states).flatMap(([path, { fields = {} }]) =>
        path.includes(`/${lesson}/`) ? Object.keys(fields) : [],
      );
      const before = await lab.evaluate((element, locked) => {
        const own = element as AttentionLabElement;
        own.locked = locked;
        return own.getState();
      }, names.join());
      const open = page.css(
        ':is(svg [role="slider"], .scrub):not([aria-disabled]), svg [role="slider"][aria-description]',
      );
      await waitFor(async () => (await open.count()) === 0);
      const after = await lab.evaluate((element) => {
        const handles = element.shadowRoot?.querySelectorAll(
          'svg :is([role=slider], [role=button]), .scrub',
        );
        for (const handle of handles ?? [])
          for (const key of ['ArrowRight', 'ArrowLeft', 'Enter'])
            handle.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        return [(element as AttentionLabElement).getState(), handles?.length !== 0];
      });
      expect(after).toEqual([before, true]);
    }
  },
);

once('the built module can be imported by Node', async () => {
  const file = pathToFileURL('dist/embed/attention-lab.js').href;
  const { AttentionLab } = await import(/* @vite-ignore */ file);
  expect(AttentionLab.observedAttributes).toContain('lesson');
});
