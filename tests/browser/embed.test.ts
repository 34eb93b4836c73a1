// SPDX-License-Identifier: MIT
// Tests the element `<attention-lab>` in host pages: styles, events, settings, and moves within the page.
import { pathToFileURL } from 'node:url';
import type { AttentionLabElement } from '../../web/src/embed/api.ts';
import { ANSWER, FOLDER, plain, REGRESSION, told } from './support/embed.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

test('two elements in a page with intrusive styles look as usual', async ({ page, host }) => {
  const server = await host('');
  const address = `${server.url}${FOLDER}hostile.html#of-the-host`;
  await page.open(address);
  await told(page, 'ready', 2);
  const first = page.css('#first');
  expect(await first.css(ANSWER).text()).toBe('45.5 kg');
  const plot = await first
    .css('.scene-picture')
    .evaluate((element) => element.clientWidth - (element.querySelector('svg')?.clientWidth ?? 0));
  expect(Math.abs(plot)).toBeLessThan(2);
  // The page scales the element with CSS, and the handle must still follow the pointer.
  const handle = first.css('.hand .tip');
  const { x } = await handle.box();
  await handle.drag({ x: 60, y: 0 });
  // If the element ignored the scale, the handle would move by only 48 of the 60 pixels.
  await waitFor(async () => (await handle.box()).x - x > 52);
  const heading = await first
    .css('h2')
    .nth(0)
    .evaluate((element) => {
      const { display, letterSpacing, textTransform, fontSize, direction, lineHeight } =
        getComputedStyle(element);
      const rounded = (length: string) => Number(Number.parseFloat(length).toFixed(1));
      const sizes = { fontSize: rounded(fontSize), lineHeight: rounded(lineHeight) };
      return { display, letterSpacing, textTransform, direction, ...sizes };
    });
  expect(heading).toEqual({
    display: 'block',
    letterSpacing: 'normal',
    textTransform: 'none',
    fontSize: 24,
    direction: 'ltr',
    lineHeight: 29.3,
  });

  // The second element was hidden, and has another language, another theme and fewer controls.
  await page.css('#away').evaluate((element) => element.removeAttribute('class'));
  const second = page.css('#second');
  expect(await second.css('.scene-step h2').text()).toBe('鐘形很窄，鐘形很寬');
  await waitFor(async () => (await second.css('.scene-picture svg').nth(0).box()).width > 200);
  expect(await second.get('slider', { name: '查詢 q 公分' }).property('disabled')).toBe(true);
  const widths = await Promise.all(
    [first, second].map((lab) => lab.get('slider', { name: /^(Bandwidth|帶寬) σ/ }).count()),
  );
  expect(widths).toEqual([1, 0]);
  const grounds = await page.run(() =>
    ['first', 'second'].map((id) => {
      const root = document.getElementById(id)?.shadowRoot?.querySelector('.al-root');
      return root && getComputedStyle(root).backgroundColor;
    }),
  );
  expect(grounds).toEqual(['rgb(246, 245, 241)', 'rgb(20, 22, 27)']);

  // An element that is moved within the document keeps the reader's changes, and the page's URL stays the same.
  await first.get('spinbutton', { name: 'Query q' }).fill('52');
  await waitFor(async () => (await first.css(ANSWER).text()) === '40 kg');
  await page.run(() =>
    document.getElementById('elsewhere')?.append(document.querySelector('#first') ?? ''),
  );
  expect(await first.css(ANSWER).text()).toBe('40 kg');
  await first.get('slider', { name: 'Bandwidth σ cm' }).press('End');
  await waitFor(async () => (await first.css(ANSWER).text()) === '43.66 kg');
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

once('events report changes; attributes and methods control it', async ({ page, host }) => {
  const server = await host('');
  await page.open(plain(server, { ...REGRESSION, steps: '4', state: 'query=53' }));
  const [ready] = await told(page, 'ready');
  expect(ready?.detail).toMatchObject({ lesson: 'kernel-regression' });
  expect(ready?.detail.state).toBe('query=53&scene=hand');
  await page.get('slider', { name: 'Query q cm' }).press('ArrowRight');
  const [change] = await told(page, 'state-change');
  expect(change?.detail).toMatchObject({ lesson: 'kernel-regression' });
  expect(change?.detail.state).toBe('query=53.1&scene=hand');
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
  expect(steered.start).toBe('query=53&scene=hand');
  expect(steered.now).toBe('query=60&sigma=2&scene=hand');
  expect(steered.defaults).toBe('scene=hand');
  expect(steered.back).toBe(steered.now);
  expect(steered.locked).toBe('query');
  expect(steered.data).toMatchObject({ lesson: 'kernel-regression', state: steered.now });
  await waitFor(() => page.get('slider', { name: 'Query q cm' }).property('disabled'));
  // The handle in the figure changes the field `query`, which is locked now.
  await page.css('.hand .tip').drag({ x: -60, y: 0 });
  expect(await lab.evaluate((element) => (element as AttentionLabElement).getState())).toBe(
    steered.now,
  );
  const colours = () =>
    page.css('.al-root').evaluate((root) => getComputedStyle(root).getPropertyValue('--query'));
  const usual = await colours();
  await lab.evaluate((element) => {
    Object.assign(element, { palette: 'safe', state: 'query=52' });
  });
  await waitFor(async () => (await page.css(ANSWER).text()) === '40 kg');
  await waitFor(async () => (await colours()) !== usual);
  await lab.evaluate((element) => element.setAttribute('lang', 'zh-Hans'));
  await waitFor(async () => (await page.css('.scene-step h2').text()) === '沿横轴移动');
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
  expect(await page.css(ANSWER).nth(0).text()).toBe('45.5 kg');
  await waitFor(() => page.run(() => document.fonts.status === 'loaded'));
  const own = server.requests.filter(({ path }) => path.startsWith('/dist/'));
  expect(own.map(({ path }) => path.replace(/.*\//, ''))).not.toContain('player.js');
  expect((await page.takeProblems()).filter(({ kind }) => kind !== 'foreign')).toEqual([]);
});

once('with everything locked, no handle or control moves', async ({ page, host }) => {
  const server = await host('');
  const step = { ...REGRESSION, show: 'figure', state: 'scene=hand' };
  await page.open(plain(server, step));
  await told(page, 'ready');
  const lab = page.css('attention-lab');
  const stateOf = () => lab.evaluate((element) => (element as AttentionLabElement).getState());
  const tip = lab.css('.hand .tip');
  await tip.drag({ x: -80, y: 0 });
  await waitFor(async () => (await stateOf()).includes('query='));
  await lab.evaluate((element) => {
    (element as AttentionLabElement).locked = 'query,sigma,waist,chest';
  });
  await waitFor(async () => (await lab.css('.scene-controls input:enabled').count()) === 0);
  const before = await stateOf();
  await tip.drag({ x: 80, y: 0 });
  expect(await stateOf()).toBe(before);
});

once('a lesson that trains is ready when its own engine is there', async ({ page, host }) => {
  const server = await host('');
  await page.open(plain(server, REGRESSION));
  await told(page, 'ready');
  server.held = /attention-(?!core)[^/]*\.wasm$/;
  const lab = page.css('attention-lab');
  await lab.evaluate((element) => {
    element.addEventListener('ready', () => {
      Reflect.set(
        window,
        'drawn',
        element.shadowRoot?.querySelectorAll('.scene-picture svg *').length,
      );
    });
    element.setAttribute('lesson', 'learning');
  });
  await waitFor(async () => (await page.css('.loading').count()) > 0);
  server.release();
  await told(page, 'ready', 2);
  expect(await page.run(() => Reflect.get(window, 'drawn'))).toBeGreaterThan(0);
});

once('the built module can be imported by Node', async () => {
  const file = pathToFileURL('dist/embed/attention-lab.js').href;
  const { AttentionLab } = await import(/* @vite-ignore */ file);
  expect(AttentionLab.observedAttributes).toContain('lesson');
});
