// SPDX-License-Identifier: MIT
// Tests the site around the lessons: languages, themes, the keyboard, and servers with other paths and headers.
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { views } from '../../tools/size.mjs';
import {
  chooseLanguage,
  chooseSetting,
  hasSettled,
  openSite,
  shows,
  text,
} from './support/lesson.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const TITLES = { en: 'Kernel regression', 'zh-Hans': '核回归', 'zh-Hant': '核迴歸' };

once('the language switches, keeps the state and is stored', async ({ page, site }) => {
  await page.open(site.url);
  await hasSettled(page);
  await page.get('link', { name: /^Kernel regression/ }).click();
  await page.css('[data-step="hand"]').get('spinbutton').fill('52', 'Enter');
  for (const [name, title, language, answer] of [
    ['简体中文', TITLES['zh-Hans'], 'zh-Hans', '40 千克'],
    ['繁體中文', TITLES['zh-Hant'], 'zh-Hant', '40 公斤'],
  ] as const) {
    await chooseLanguage(page, name);
    await waitFor(async () => (await page.css('h1').text()) === title);
    expect(await page.run(() => document.documentElement.lang)).toBe(language);
    await shows(page, '.scene-stage [data-part="answer"]', answer);
  }
  expect(await page.run(() => document.title)).toBe('核迴歸 – 注意力實驗室');
  const manifest = await page.run(
    () => document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href,
  );
  expect(manifest).toBe(`${site.url}manifest.zh-Hant.webmanifest`);
  await page.open(site.url);
  await waitFor(async () => (await page.run(() => location.pathname)).endsWith('/zh-Hant/'));
});

once('the address overrides the stored language', async ({ newPage, site }) => {
  const page = await newPage({ language: 'zh-TW' });
  await page.open(site.url);
  await hasSettled(page);
  expect(await page.css('.brand').text()).toBe('注意力實驗室');
  await chooseLanguage(page, '简体中文');
  await waitFor(async () => (await page.css('.brand').text()) === '注意力实验室');
  await shows(page, '.home-pitch', '“位”');
  await hasSettled(page);
  await page.open(`${site.url}?lang=en`);
  await waitFor(async () => (await page.css('.brand').text()) === 'Attention Lab');
  await hasSettled(page);
  await page.open(site.url);
  await waitFor(async () => (await page.css('.brand').text()) === '注意力实验室');
  await hasSettled(page);
});

once('theme and palette switch and are stored', async ({ page, site }) => {
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

test('the whole lesson can be used by keyboard alone', async ({ page, site, engine }) => {
  await openSite(page, site, 'kernel-regression/');
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
  // Presses Tab until the first link of the page has the focus again.
  for (let step = 0; step < 250; step++) {
    await page.keys('Tab');
    const name = await focusName();
    if (name === 'Skip to the content') break;
    seen.push(name);
  }
  // In WebKitGTK, Tab also reaches links and buttons, unlike in Safari by default.
  for (const name of ['Query q cm', 'Bandwidth σ cm', 'Hint', 'Share or embed'])
    expect(seen, engine).toContain(name);
});

once('the site works below any path, without other origins', async ({ page, host }) => {
  // The host sends no security headers, and a wrong MIME type for .wasm. The Content Security Policy in the HTML
  // applies.
  const careless = { headers: {}, wasmType: 'text/plain' };
  const server = await host('dist', { mount: '/teaching/attention/', ...careless });
  await openSite(page, server, 'kernel-regression/#hand');
  await shows(page, '.scene-stage [data-part="answer"]', '45.5 kg');
  expect(server.requests.every(({ path }) => path.startsWith('/teaching/attention/'))).toBe(true);
  const position = await page.run(() => {
    document.body.setAttribute('style', 'position: fixed');
    return getComputedStyle(document.body).position;
  });
  expect(position).toBe('static');
  await page.takeProblems();
});

/** The initiator types, such as "link" or "css", of the requests for files whose names end with `end`. */
const askers = (end: string) =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name }) => name.endsWith(end))
    .map(({ initiatorType }) => initiatorType);

once('a lesson loads its fonts ahead, so that its text does not shift', async ({ page, host }) => {
  await openSite(page, await host('dist'), 'query-key/');
  expect(await page.run(askers, '.woff2')).toEqual(Array(4).fill('link'));
});

once('a first view loads exactly the files that its size limit counts', async ({ page, host }) => {
  const server = await host('dist');
  await openSite(page, server);
  const paths = server.requests.map(({ path }) => path.slice(1).replace(/\?.*$/, ''));
  // The page preloads the engine's module with a `<link>`, and no script requests it a second time.
  expect(paths.filter((path) => path.endsWith('.wasm'))).toHaveLength(1);
  expect(await page.run(askers, '.wasm')).toEqual(['link']);
  // The glossary and the search are loaded after the first view.
  const asked = new Set(paths.filter((path) => !/\/late-|\.wasm$/.test(path)));
  for (const small of ['icon.svg', 'favicon.ico', 'manifest.en.webmanifest']) asked.delete(small);
  const all = views('en');
  const [{ files } = { files: [] }] = all;
  const fonts = all.find(({ name }) => name === 'fonts of texts')?.files ?? [];
  for (const font of fonts) asked.delete(font);
  expect([...asked].map((path) => path.replace(/\/$/, '$&index.html')).sort()).toEqual(
    files.filter((path) => !path.endsWith('.wasm')).sort(),
  );
});

once('the site has no files of build or documentation tools', async () => {
  const files = await readdir('dist', { recursive: true });
  expect(files.filter((path) => path.endsWith('.md'))).toEqual([]);
  // The only hidden files are Apache's settings.
  const hidden = files.filter(
    (path) => /^\./.test(basename(path)) && basename(path) !== '.htaccess',
  );
  expect(hidden).toEqual([]);
});

once('the address can force a known build, and no other is loaded', async ({ page, site }) => {
  for (const [query, twin] of [
    ['', 'relaxed'],
    ['?simd=simd', 'simd'],
    ['?simd=scalar', 'relaxed'],
  ] as const) {
    await page.open(`${site.url}en/kernel-regression/${query}#hand`);
    await shows(page, '.scene-stage [data-part="answer"]', '45.5 kg');
    await hasSettled(page, 'kernel-regression/');
    const loaded = await page.run(() =>
      performance.getEntriesByType('resource').map(({ name }) => name.replace(/.*\//, '')),
    );
    expect(new Set(loaded.filter((name) => name.endsWith('.wasm'))).size, twin).toBe(1);
    // No separate script of the engine is loaded: the site's script contains Emscripten's script for both builds.
    expect(loaded.filter((name) => /^attention-.*\.js$/.test(name))).toEqual([]);
  }
});

once('reduced motion and forced colours keep everything visible', async ({ newPage, site }) => {
  const page = await newPage({ reducedMotion: true, forcedColors: true });
  await openSite(page, site, 'kernel-regression/');
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

once('the course skips the optional lesson and links to it', async ({ page, site }) => {
  await openSite(page, site, 'scoring/');
  expect(await page.css('.walk-next').attribute('href')).toContain('masking/');
  expect(await page.css('.walk [rel="prev"]').attribute('href')).toContain('scaling/');
  await openSite(page, site, 'scaling/');
  expect(await page.css('.walk-next').attribute('href')).toContain('masking/');
  expect(await text(page, '.walk-optional')).toBe('Optional: Scoring');
  await openSite(page, site);
  const entry = (id: string) => page.css(`.home-lessons a[href$="/${id}/"]`);
  expect(await entry('scoring').text()).toContain('Optional');
  const number = (id: string) => entry(id).css('.home-number').text();
  expect(await number('masking')).toMatch(/^\d+$/);
  expect(await number('scoring')).toBe('+');
  await page.get('button', { name: 'Lessons' }).click();
  expect(await page.css('.course a[href$="/scoring/"]').text()).toBe('Scoring (optional, opened)');
});
