// SPDX-License-Identifier: MIT
// Tests the tools on all pages: saving numbers, number of digits, printing, glossary, and search.
import { TERMS } from '../../web/src/glossary/terms.ts';
import { chooseSetting, isStill, openSite } from './support/lesson.ts';
import type { Locator } from './support/locator.ts';
import type { Page } from './support/page.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

interface Saved {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** Presses a button that saves, and intercepts the download. */
async function saved(page: Page, button: Locator): Promise<Saved> {
  await page.run(() => {
    const make = URL.createObjectURL;
    const link = HTMLAnchorElement.prototype;
    const press = link.click;
    Object.assign(window, { savedFile: undefined, savedName: undefined });
    URL.createObjectURL = (file) => {
      Object.assign(window, { savedFile: file });
      return make.call(URL, file);
    };
    link.click = function (this: HTMLAnchorElement) {
      link.click = press;
      URL.createObjectURL = make;
      Object.assign(window, { savedName: this.download });
    };
  });
  await button.click();
  return waitFor(() =>
    page.run(async () => {
      const { savedFile: file, savedName: name } = window as unknown as {
        savedFile?: Blob;
        savedName?: string;
      };
      if (file === undefined || name === undefined) return null;
      const bytes = await file.arrayBuffer();
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      return { name, type: file.type, text };
    }),
  );
}

once('numbers are saved as CSV with all their digits', async ({ page, site }) => {
  await openSite(page, site, 'softmax/verify/');
  await page.css('[data-panel="data"] summary').nth(0).click();
  const name = 'Save as CSV: Weights and shares as a table';
  const csv = await saved(page, page.get('button', { name }));
  expect(csv).toMatchObject({ name: 'softmax-weights.csv', type: 'text/csv;charset=utf-8' });
  const lines = csv.text.split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFEntry,Score s,/);
  expect(lines).toHaveLength(1 + 4 + 1);
  const weight = lines[4]?.split(',')[4];
  expect(Number(weight)).toBeCloseTo(0.9479, 4);
  expect(weight?.length).toBeGreaterThan(15);
});

once('results have the digits that the reader chose', async ({ page, site }) => {
  await openSite(page, site, 'kernel-regression/verify/');
  const card = page.css('[data-experiment="weights"]');
  await card.get('button', { name: 'Put it to the test' }).click();
  const shows = (number: string) => waitFor(async () => (await card.text()).includes(number));
  await shows('0.5');
  await chooseSetting(page, 'digits', '10 digits');
  await shows('0.4999999937');
  await chooseSetting(page, 'digits', 'all digits');
  await shows('0.4999999937225022');
  await page.reload();
  // Waits until the layout is complete, because a click would miss a button that moves.
  await isStill(page);
  await card.get('button', { name: 'Put it to the test' }).click();
  await shows('0.4999999937225022');
  expect(await page.css('.settings select').nth(2).value()).toBe('full');
});

once('paper has no buttons, open tables, verdicts and the address', async ({ page, site }) => {
  await openSite(page, site, 'kernel-regression/verify/#?claim=printed-sign');
  await chooseSetting(page, 'theme', 'dark');
  await page
    .css('[data-experiment="printed-sign"]')
    .get('button', { name: 'Put it to the test' })
    .click();
  await printed(page);
  const seen = (selector: string) =>
    page.run(
      (wanted) =>
        [...document.querySelectorAll<HTMLElement>(wanted)].filter(
          (one) => one.checkVisibility() && one.getBoundingClientRect().height > 0,
        ).length,
      selector,
    );
  await waitFor(async () => (await page.css('.print-address').count()) === 1);
  expect(await seen('button:not(.term), select, input[type="range"], .skip, .site-footer')).toBe(0);
  expect(await page.css('.print-address').text()).toContain(
    `${site.url}en/kernel-regression/verify/#?claim=printed-sign`,
  );
  expect(await page.css('[data-experiment="printed-sign"] .verdict').text()).toBe('✗ Fails');
  const colours = await page.run(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor];
  });
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  const cut = await page.run(
    () =>
      [...document.querySelectorAll('.table-scroll, .math-block')].filter(
        (one) => getComputedStyle(one).overflowX !== 'visible',
      ).length,
  );
  expect(cut).toBe(0);
  expect(
    await page.run(() => {
      const card = document.querySelector('.experiment') as Element;
      return getComputedStyle(card).breakInside;
    }),
  ).toBe('avoid');
  await waitFor(async () => (await seen('.plot-data table')) > 0);
  await page.run(() => dispatchEvent(new Event('afterprint')));
  await waitFor(async () => (await page.css('.print-address, .plot-data table').count()) === 0);

  await openSite(page, site, 'softmax/');
  await printed(page);
  await waitFor(async () => (await seen('.scene-step .scene-picture svg')) === 7);
  expect(await seen('button:not(.term), .scene-bar')).toBe(0);
  await page.run(() => dispatchEvent(new Event('afterprint')));
  await waitFor(async () => (await page.css('.print-address').count()) === 0);
});

once('the glossary opens by key and button, and filters', async ({ page, site }) => {
  await openSite(page, site, 'softmax/', 'zh-Hant');
  const dialog = page.get('dialog', { name: '術語表' });
  const entries = () => page.css('.glossary-entry').count();
  const isClosed = () => waitFor(async () => (await page.css('dialog[open]').count()) === 0);
  const slider = page.css('[field="temperature"] input[type="range"]');
  await slider.press('g');
  await waitFor(async () => (await entries()) === TERMS.length);
  const filter = dialog.get('searchbox', { name: '尋找術語' });
  await waitFor(() => filter.isFocused());
  await page.type('inner g');
  await waitFor(async () => (await entries()) === 0);
  expect(await dialog.text()).toContain('沒有含這些字的術語');
  await filter.fill('dot product', 'Enter');
  await waitFor(async () => (await entries()) === 2);
  expect(await page.css('[data-entry="dot-product"]').text()).toMatch(
    /^點積 dot product q·k = Σ qᵢkᵢ 對應的分量相乘/,
  );
  // The filter finds a term by a synonym in Chinese, too.
  await filter.fill('点乘', 'Enter');
  await waitFor(async () => (await entries()) === 1);
  expect(await page.css('[data-entry="dot-product"]').count()).toBe(1);
  expect(await page.axe()).toEqual([]);
  await page.keys('Escape');
  await isClosed();
  await waitFor(() => slider.isFocused());

  await page.get('spinbutton', { name: '溫度 T' }).press('g', '?');
  expect(await page.css('dialog[open]').count()).toBe(0);
  await page.css('al-settings > button').press('Enter');
  const menu = page.get('dialog', { name: '設定' });
  await menu.get('checkbox').press('Space');
  await page.keys('Escape');
  await page.keys('?');
  expect(await page.css('dialog[open]').count()).toBe(0);
  await page.css('al-settings > button').press('Enter');
  await menu.get('button', { name: '術語表' }).press('Enter');
  await waitFor(async () => (await entries()) === TERMS.length);
  await dialog.get('button', { name: '關閉' }).press('Enter');
  await isClosed();
  await waitFor(() => page.css('al-settings > button').isFocused());
});

test('a term opens its definition in place, with a link to the list', async ({ page, site }) => {
  await openSite(page, site, 'scaling/');
  const term = page.css('button.term[data-glossary="variance"]');
  const other = page.css('button.term[data-glossary="standard-deviation"]');
  const card = page.css('.term-card:popover-open');
  const isClosed = () => waitFor(async () => (await card.count()) === 0);
  await term.press('Enter');
  await waitFor(() => card.isFocused());
  expect(await card.role()).toBe('dialog');
  expect(await card.name()).toMatch(/^variance/);
  expect(await card.description()).toContain('squared distances');
  expect(await term.attribute('aria-expanded')).toBe('true');
  const [at, shown] = [await term.box(), await card.box()];
  const gap = Math.max(shown.y - (at.y + at.height), at.y - (shown.y + shown.height));
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(30);
  // axe can fail until the step with the term has become the current step.
  await waitFor(async () => expect(await page.axe()).toEqual([]));
  await page.keys('Escape');
  await isClosed();
  expect(await term.isFocused()).toBe(true);
  expect(await term.attribute('aria-expanded')).toBe('false');

  await other.click();
  await waitFor(async () => (await card.name()).startsWith('standard deviation'));
  await other.click();
  await isClosed();
  await term.click();
  await waitFor(async () => (await card.name()).startsWith('variance'));
  await page.keys('Tab', 'Enter');
  const entry = page.css('[data-entry="variance"]');
  await waitFor(() => entry.isFocused());
  await isClosed();
  const { y, height } = await entry.box();
  const view = await page.css('al-glossary .sheet-list').box();
  expect(y).toBeGreaterThanOrEqual(view.y);
  expect(y + height).toBeLessThanOrEqual(view.y + view.height);
  await page.keys('Escape');
  await waitFor(() => term.isFocused());
});

once('a search finds lessons, terms and statements, and opens them', async ({ page, site }) => {
  await openSite(page, site, 'softmax/');
  await page.css('[field="temperature"] input[type="range"]').press('/');
  const dialog = page.get('dialog', { name: 'Search' });
  const field = dialog.get('searchbox', { name: 'Search lessons, terms and statements' });
  await waitFor(() => field.isFocused());
  await field.fill('cross-entropy');
  await waitFor(async () => (await dialog.get('button', { name: /^cross entropy/ }).count()) === 1);
  expect(await page.axe()).toEqual([]);
  await dialog.get('button', { name: /^cross entropy/ }).click();
  await waitFor(() => page.css('[data-entry="cross-entropy"]').isFocused());
  await page.keys('Escape');
  await page.css('.site-tools').get('button', { name: 'Search' }).click();
  await waitFor(() => field.isFocused());
  await field.fill('why sqrt d?');
  await waitFor(async () => (await dialog.get('link', { name: /^Scaling/ }).count()) === 1);
  await field.fill('causal');
  await waitFor(async () => (await dialog.get('link', { name: /^Masking/ }).count()) === 1);
  await field.fill('E-34');
  await waitFor(async () => (await dialog.get('link', { name: /^E-34/ }).count()) === 1);
  await field.press('Enter');
  await waitFor(() => page.css('li[data-entry="E-34"]').isFocused());
  expect(await page.url()).toContain('documents/#?entry=E-34');
});

once('a search waits until an input method has composed a word', async ({ page, site }) => {
  await openSite(page, site, 'softmax/', 'zh-Hans');
  await page.css('[field="temperature"] input[type="range"]').press('/');
  const field = page.css('al-search input');
  const list = page.css('al-search .sheet-list');
  await waitFor(async () => (await list.count()) === 1);
  /** Dispatches events, each after setting the field's text. Returns the announced text and the list of results. */
  const send = async (...events: [type: string, text: string, isComposing: boolean][]) => {
    await field.evaluate(async (input, all) => {
      for (const [type, text, isComposing] of all) {
        (input as HTMLInputElement).value = text;
        const init = { bubbles: true, isComposing, data: text };
        const Kind = type === 'input' ? InputEvent : CompositionEvent;
        input.dispatchEvent(new Kind(type, init));
        await new Promise((resolve) => setTimeout(resolve));
      }
    }, events);
    return `${await page.css('al-search [role="status"]').text()} ${await list.text()}`;
  };
  const before = await send();
  expect(await send(['compositionstart', '', false], ['input', "wen'du", true])).toBe(before);
  // In Chromium and Safari, `compositionend` is the last event. In Firefox, `input` follows it.
  const ended = await send(['input', '温度', true], ['compositionend', '温度', false]);
  expect(ended).toMatch(/^找到 \d+ 条.*Softmax/s);
  expect(await send(['compositionstart', '', false], ['input', "yan'ma", true])).toBe(ended);
  const next = await send(['compositionend', '掩码', false], ['input', '掩码', false]);
  expect(next).toMatch(/^找到 \d+ 条.*掩码/s);

  // Safari dispatches the Enter that ends a composition after `compositionend`, with the key code 229.
  await field.evaluate((input) => {
    input.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true }),
    );
  });
  expect(await page.css('al-search dialog[open]').count()).toBe(1);
  await field.press('Enter');
  await waitFor(async () => (await page.url()).endsWith('masking/'));
});

/** Applies the page's print styles on screen, because not all drivers can print. */
async function printed(page: Page): Promise<void> {
  await page.run(() => {
    dispatchEvent(new Event('beforeprint'));
    const change = (rules: CSSRuleList) => {
      for (const rule of rules) {
        // A lesson's rules are nested in a style rule for its element, so nested rules are searched too.
        if (rule instanceof CSSStyleRule) change(rule.cssRules);
        if (!(rule instanceof CSSMediaRule)) continue;
        const { media } = rule;
        if (media.mediaText.startsWith('print')) media.mediaText = 'all';
        else if (media.mediaText.startsWith('screen')) media.mediaText = 'not all';
      }
    };
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets])
      change(sheet.cssRules);
  });
}
