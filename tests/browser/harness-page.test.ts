// SPDX-License-Identifier: MIT
// Tests the test harness (./support): pages, settings, waiting, screenshots and accessibility audits.
import { expect, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const FIXTURE = 'tests/browser/support/fixture';

/** Width and height in pixels, from a PNG's header. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('a page navigates to addresses, goes back, and reloads', async ({ page, host }) => {
  const { url } = await host(FIXTURE);
  await page.open(url);
  await page.open(`${url}#part`);
  expect(await page.url()).toBe(`${url}#part`);
  await page.get('link', { name: 'Second page' }).click();
  await page.get('heading', { name: 'Second' }).text();
  const shows = (text: string) => waitFor(async () => (await page.css('#stored').text()) === text);
  await shows('visits before: 1');
  await page.reload();
  await shows('visits before: 2');
  await page.back();
  expect(await page.get('heading').text()).toBe('Fixture');
  expect(await page.url()).toBe(`${url}#part`);
});

test('each page starts with an empty storage', async ({ newPage, host }) => {
  const { url } = await host(FIXTURE);
  const visits = async () => {
    const page = await newPage();
    await page.open(`${url}second.html`);
    const text = await waitFor(async () => (await page.css('#stored').text()) || null);
    await page.run(() => {
      document.cookie = 'a=1';
      return document.cookie;
    });
    await page.close();
    return text;
  };
  expect(await visits()).toBe('visits before: 0');
  expect(await visits()).toBe('visits before: 0');
});

test('a page has the requested settings, as far as the engine supports them', async ({
  newPage,
  engine,
  host,
}) => {
  const { url } = await host(FIXTURE);
  const read = () => ({
    size: [innerWidth, innerHeight],
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    isForced: matchMedia('(forced-colors: active)').matches,
    language: navigator.language,
  });
  const usual = {
    size: [1024, 768],
    isDark: false,
    isStill: false,
    isForced: false,
    language: 'en-US',
  };
  const plain = await newPage();
  await plain.open(url);
  expect(await plain.run(read)).toEqual(usual);

  const page = await newPage({ width: 320, height: 600, colorScheme: 'dark', reducedMotion: true });
  await page.open(url);
  const dark = { ...usual, size: [320, 600], isDark: true, isStill: true };
  expect(await page.run(read)).toEqual(dark);

  // These settings do not include `colorScheme: 'dark'`: with forced colours, Firefox ignores it and derives the colour
  // scheme from the forced colours.
  const special = { forcedColors: true, language: 'zh-TW' };
  if (engine === 'webkit') {
    await expect(newPage(special)).rejects.toThrow('no forced colours');
  } else {
    const forced = await newPage(special);
    await forced.open(url);
    expect(await forced.run(read)).toMatchObject({ isForced: true, language: 'zh-TW' });
  }
  await page.resize(1920, 1000);
  expect(await page.run(() => [innerWidth, innerHeight])).toEqual([1920, 1000]);
  expect(await plain.run(read)).toEqual(usual);
});

test('a finger scrolls the page, if the page has a touch screen', async ({
  newPage,
  engine,
  host,
}) => {
  const settings = { width: 320, height: 300, touch: true };
  if (engine !== 'chromium') {
    await expect(newPage(settings)).rejects.toThrow('no touch screen');
    return;
  }
  const page = await newPage(settings);
  await page.open((await host(FIXTURE)).url);
  await page.swipe({ x: 100, y: 250 }, { x: 100, y: 50 });
  const scrolled = await page.run(() => scrollY);
  expect(scrolled).toBeGreaterThan(150);
  await page.run(async () => {
    for (let i = 0; i < 20; i++) await new Promise(requestAnimationFrame);
  });
  expect(await page.run(() => scrollY)).toBe(scrolled);
});

test('waiting ends with the effect, or reports the last value', async ({ page, host }) => {
  await page.open((await host(FIXTURE)).url);
  await page.get('button', { name: /pressed/i }).click();
  const late = page.css('#late');
  await waitFor(async () => expect(await late.text()).toBe('late 1'));
  expect(await waitFor(async () => (await late.text()).length || null)).toBe(6);
  const never = waitFor(async () => expect(await late.text()).toBe('late 2'), { timeout: 100 });
  await expect(never).rejects.toThrow(/after 100 ms still: expected 'late 1' to be 'late 2'/);
  await expect(waitFor(() => null, { timeout: 1 })).rejects.toThrow('after 1 ms still null');
});

test('a screenshot shows the current viewport or the whole page', async ({ newPage, host }) => {
  const page = await newPage({ width: 400, height: 300 });
  await page.open((await host(FIXTURE)).url);
  const before = await page.screenshot();
  expect(sizeOf(before)).toEqual([400, 300]);
  const whole = await page.screenshot({ whole: true });
  const height = await page.run(() => document.documentElement.scrollHeight);
  expect(sizeOf(whole)).toEqual([400, height]);
  expect(await page.run(() => innerHeight)).toBe(300);
  await page.css('h1').evaluate((heading) => {
    heading.textContent = 'Changed';
  });
  expect((await page.screenshot()).equals(before)).toBe(false);
});

test('axe reports violations, and none for a correct page', async ({ page, host }) => {
  await page.open((await host(FIXTURE)).url);
  expect(await page.axe()).toEqual([]);
  await page.css('label[for=query]').evaluate((label) => label.remove());
  expect(await page.axe()).toContainEqual({
    rule: 'label',
    help: 'Form elements must have labels',
    targets: ['#query'],
  });
  expect(await page.axe({ runOnly: ['html-has-lang'] })).toEqual([]);
});
