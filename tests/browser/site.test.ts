// SPDX-License-Identifier: MIT
// The site around the lessons: languages, themes, the keyboard, any host.
import { readFile } from 'node:fs/promises';
import { views } from '../../tools/size.mjs';
import {
  chooseLanguage,
  chooseSetting,
  hasSettled,
  openSite,
  showsPrediction,
} from './support/lesson.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { FASTEST } from './support/twin.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

const TITLES = { en: 'Kernel regression', 'zh-Hans': '核回归', 'zh-Hant': '核迴歸' };

test('the language switches without a reload, and is kept', async ({ page, site }) => {
  await page.open(site.url);
  await hasSettled(page);
  await page.get('link', { name: /^Kernel regression/ }).click();
  await page.get('spinbutton', { name: 'Query q' }).fill('52');
  await page.run(() => {
    document.body.dataset.mark = 'not reloaded';
  });
  for (const [name, title, language] of [
    ['简体中文', TITLES['zh-Hans'], 'zh-Hans'],
    ['繁體中文', TITLES['zh-Hant'], 'zh-Hant'],
  ] as const) {
    await chooseLanguage(page, name);
    await waitFor(async () => (await page.css('h1').text()) === title);
    expect(await page.run(() => document.documentElement.lang)).toBe(language);
    await showsPrediction(page, '40');
  }
  expect(await page.run(() => document.body.dataset.mark)).toBe('not reloaded');
  expect(await page.run(() => document.title)).toBe('核迴歸 – 注意力實驗室');
  const manifest = await page.run(
    () => document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href,
  );
  expect(manifest).toBe(`${site.url}manifest.zh-Hant.webmanifest`);
  await page.reload();
  await waitFor(async () => (await page.css('h1').text()) === TITLES['zh-Hant']);
});

test('the address decides over the stored language, and that over the browser’s', async ({
  newPage,
  site,
  engine,
}) => {
  // WebKitGTK's driver offers no way to set the browser's language.
  const page = await newPage(engine === 'webkit' ? {} : { language: 'zh-TW' });
  await page.open(site.url);
  if (engine !== 'webkit') {
    await waitFor(async () => (await page.css('.brand').text()) === '注意力實驗室');
  }
  await chooseLanguage(page, '简体中文');
  await waitFor(async () => (await page.css('.brand').text()) === '注意力实验室');
  await hasSettled(page);
  await page.open(`${site.url}?lang=en`);
  await waitFor(async () => (await page.css('.brand').text()) === 'Attention Lab');
  await hasSettled(page);
  await page.open(site.url);
  await waitFor(async () => (await page.css('.brand').text()) === '注意力实验室');
  await hasSettled(page);
});

test('theme and palette switch and are kept', async ({ page, site }) => {
  await openSite(page, site);
  const paper = () => page.run(() => getComputedStyle(document.body).backgroundColor);
  expect(await paper()).toBe('rgb(246, 245, 241)');
  await chooseSetting(page, 'theme', 'Dark');
  await waitFor(async () => (await paper()) === 'rgb(20, 22, 27)');
  const bars = await page.run(() =>
    Array.from(document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
      .filter(({ media }) => matchMedia(media).matches)
      .map(({ content }) => content),
  );
  expect(bars).toEqual(['#14161b']);
  const query = () => page.run(() => getComputedStyle(document.body).getPropertyValue('--query'));
  const usual = await query();
  await chooseSetting(page, 'palette', 'Colour-blind safe');
  await waitFor(async () => (await query()) !== usual);
  const safe = await query();
  await page.reload();
  await waitFor(async () => (await paper()) === 'rgb(20, 22, 27)');
  expect(await query()).toBe(safe);
  expect(await page.css('.settings select').nth(1).value()).toBe('safe');
  await hasSettled(page);
});

test('the whole lesson is reached and worked by keyboard alone', async ({ page, site, engine }) => {
  await openSite(page, site, '#/kernel-regression');
  await page.keys('Tab');
  expect(await page.get('link', { name: 'Skip to the content' }).isFocused()).toBe(true);
  await page.keys('Enter');
  await waitFor(() => page.css('#main').isFocused());
  const seen: string[] = [];
  const focusName = () =>
    page.run(() => {
      const { activeElement: element } = document;
      const label = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      const labels = (element as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '';
      return `${label || labels}`.replace(/\s+/g, ' ').trim();
    });
  // Once around: after the last stop comes the first, or the browser's own.
  for (let step = 0; step < 160; step++) {
    await page.keys('Tab');
    const name = await focusName();
    if (name === 'Skip to the content') break;
    seen.push(name);
  }
  // Safari's own default leaves links and buttons to other keys; WebKitGTK's does not.
  for (const name of ['Query marker', 'Key 1', 'Query q', 'Bandwidth σ cm', 'More']) {
    expect(seen, engine).toContain(name);
  }
  expect(seen.filter((name) => name.endsWith('Show me'))).toHaveLength(4);
});

test('the site lives below any path and asks nothing of other origins', async ({ page, host }) => {
  // A host that sends no headers and the wrong type: the page brings its policy itself.
  const careless = { headers: {}, wasmType: 'text/plain' };
  const server = await host('dist', { mount: '/teaching/attention/', ...careless });
  await openSite(page, server, '#/kernel-regression');
  await showsPrediction(page, '45.5');
  expect(server.requests.every(({ path }) => path.startsWith('/teaching/attention/'))).toBe(true);
  const position = await page.run(() => {
    document.body.setAttribute('style', 'position: fixed');
    return getComputedStyle(document.body).position;
  });
  expect(position).toBe('static');
  await page.takeProblems();
});

once('a first view loads the files that its size is counted by', async ({ page, host }) => {
  const server = await host('dist');
  await openSite(page, server);
  const paths = server.requests.map(({ path }) => path.slice(1).replace(/\?.*$/, ''));
  // The engine is asked for by the page, not by a script, and once.
  expect(paths.filter((path) => path.endsWith('.wasm'))).toHaveLength(1);
  const askers = await page.run(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.wasm'))
      .map(({ initiatorType }) => initiatorType),
  );
  expect(askers).toEqual(['link']);
  const asked = new Set(paths);
  for (const small of ['icon.svg', 'favicon.ico', 'manifest.en.webmanifest']) asked.delete(small);
  const manifest = JSON.parse(await readFile('dist/.vite/manifest.json', 'utf8'));
  const [first] = views(manifest, 'en');
  expect([...asked].map((path) => path || 'index.html').sort()).toEqual(first?.files.sort());
});

test('the footer says which twin computes, and the address can force one; no other is loaded', async ({
  page,
  site,
  engine,
}) => {
  const footers = { relaxed: 'the relaxed SIMD build', simd: 'the SIMD build', scalar: 'scalar' };
  for (const [query, twin] of [
    ['', FASTEST[engine]],
    ['&simd=simd', 'simd'],
    ['&simd=scalar', 'scalar'],
  ] as const) {
    await page.open(`${site.url}?lang=en${query}#/kernel-regression`);
    await waitFor(async () =>
      expect(await page.css('.site-footer').text()).toContain(footers[twin]),
    );
    await showsPrediction(page, '45.5');
    const loaded = await page.run(() =>
      performance.getEntriesByType('resource').map(({ name }) => name.replace(/.*\//, '')),
    );
    expect(new Set(loaded.filter((name) => name.endsWith('.wasm'))).size, twin).toBe(1);
    expect(new Set(loaded.filter((name) => /^attention-.*\.js$/.test(name))).size, twin).toBe(1);
  }
});

test('reduced motion and forced colours keep everything visible', async ({
  newPage,
  site,
  engine,
}) => {
  const settings =
    engine === 'chromium'
      ? { reducedMotion: true, forcedColors: true }
      : { reducedMotion: true, colorScheme: 'dark' as const };
  const page = await newPage(settings);
  await openSite(page, site, '#/kernel-regression');
  const moving = await page.run(
    () =>
      [...document.querySelectorAll('*')].filter((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element);
        return Number.parseFloat(transitionDuration) > 0 || animationName !== 'none';
      }).length,
  );
  expect(moving).toBe(0);
  expect(await page.axe()).toEqual([]);
});
