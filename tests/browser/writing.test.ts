// SPDX-License-Identifier: MIT
// Tests the lesson "writing" in a browser: the loading of its model, a text of the reader, and a generated tale.
import { isStill, openSite, reads, shows, text } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const MODEL = /\.safetensors$/;
const BESIDE = '.scene-stage svg';

const step = (page: Page, id: string) => page.css(`al-scenes [data-step="${id}"]`);
const button = (page: Page, id: string, name: string) => step(page, id).get('button', { name });
const inFigure = (page: Page, part: string) => text(page, `${BESIDE} [data-part="${part}"]`);

/** Opens a step of the lesson, and waits until the model has loaded. */
async function open(page: Page, site: { readonly url: string }, id: string): Promise<void> {
  await openSite(page, site, `writing/#${id}`);
  await waitFor(
    async () =>
      (await page.css(`.scene-stage [data-scene="${id.split('?')[0]}"] svg *`).count()) > 0,
  );
  // When the model has loaded, the page scrolls to the linked step again.
  await isStill(page);
}

/** The distance in pixels from the top of the step to its buttons, if the tale has `draws` tokens. */
async function placeOfButtons(page: Page, site: { readonly url: string }, draws: number) {
  await openSite(page, site, `writing/#tale?draws=${'0'.repeat(draws)}`);
  await shows(page, '[data-step="tale"] .scene-worked', `${draws} of 64 tokens`);
  return page.run(() => {
    const top = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN;
    return Math.round(top('[data-step="tale"] al-writer') - top('[data-step="tale"]'));
  });
}

for (const size of [WIDE, PHONE])
  (size === PHONE ? test : once)(
    `the page stays when its model comes or a tale grows (${size.width})`,
    async ({ newPage, host }) => {
      const server = await host('dist');
      server.held = MODEL;
      const page = await newPage(size);
      await page.open(`${server.url}en/writing/`);
      await shows(page, '.scene-loading', /Loading the model: 0\.0 /);
      const places = () =>
        page.run(() =>
          [...document.querySelectorAll('[data-step] h2, [data-step] .prose')].map((one) =>
            Math.round(one.getBoundingClientRect().top),
          ),
        );
      const before = await places();
      expect(before).toHaveLength(14);
      expect(await page.css('al-scenes .scene-picture svg *').count()).toBeGreaterThan(100);
      expect(await page.css('al-text-box').count()).toBe(0);
      server.release();
      await page.css('[data-step="tokens"] al-text-box input').box();
      expect(await page.css('.scene-loading').count()).toBe(0);
      // Everything below the first step's text moves when the controls of the steps appear, so only heading and text
      // are compared.
      expect((await places()).slice(0, 2)).toEqual(before.slice(0, 2));
      expect(await page.axe()).toEqual([]);
      if (size === PHONE)
        expect(await placeOfButtons(page, server, 60)).toBe(await placeOfButtons(page, server, 4));
    },
  );

once('a model that does not come is loaded again by a press', async ({ newPage, host }) => {
  const server = await host('dist');
  server.lost = MODEL;
  const page = await newPage(WIDE);
  await page.open(`${server.url}en/writing/#heads`);
  await shows(page, '[role="alert"]', 'could not be loaded');
  expect(await page.css('[data-step="heads"] .prose').count()).toBe(1);
  server.lost = undefined;
  await page.get('alert').get('button', { name: 'Try again' }).press('Enter');
  await waitFor(async () => (await page.get('alert').count()) === 0);
  await shows(page, '.scene-worked', '48.4% to the opening quotation mark');
  await page.takeProblems();
});

once('the reader’s text becomes tokens and stays in the link', async ({ newPage, site }) => {
  const page = await newPage(WIDE);
  await open(page, site, 'tokens');
  await shows(page, '.scene-worked', '15 tokens from 59 characters');
  const box = step(page, 'tokens').get('textbox', { name: 'Your text, in English' });
  await box.fill('The Xylophone 你', 'Enter');
  await shows(page, '.scene-worked', 'from 15 characters');
  // The training texts contain neither “X” nor “你”, so the figure shows “?”.
  await shows(page, BESIDE, /The.*\?.*one.*\?/s);
  await reads(page.url, expect.stringContaining(encodeURI('text=The+Xylophone+你')));
  await page.reload();
  await shows(page, '.scene-worked', 'from 15 characters');

  await open(page, site, 'heads');
  await shows(page, BESIDE, 'morning');
});

once('a text of one step is brought to another', async ({ newPage, site }) => {
  const page = await newPage(PHONE);
  await openSite(page, site, 'writing/');
  const box = step(page, 'tokens').get('textbox', { name: 'Your text, in English' });
  await box.fill('Once upon a time there was a king who had three', 'Enter');
  await button(page, 'next', 'Use my text here').click();
  await shows(page, '[data-step="next"] [data-part="list"]', /son\s*52\.3%/);
});

once('a head is chosen by its name or by its picture', async ({ newPage, site }) => {
  const page = await newPage(WIDE);
  await open(page, site, 'heads');
  await step(page, 'heads').get('combobox', { name: 'Head' }).select('L2H3');
  await shows(page, '.scene-worked', 'L2H3, unseen stories: 55.1% to the token before');
  await page.css('.scene-stage .token .grip').nth(8).click();
  await shows(page, '.scene-worked', 'L3H1, unseen stories: 48.4%');
  // The clicked token does not dim the rest of the figure.
  expect(await page.css('.scene-stage .dim').count()).toBe(0);
  await step(page, 'heads').get('combobox', { name: 'Token' }).select('3 morning');
  await shows(page, BESIDE, /"\s*98%/);
  await shows(page, '.scene-chip', 'Token = 3 morning');
});

once('temperature, top-k and top-p change what can come, at once', async ({ newPage, site }) => {
  const page = await newPage(WIDE);
  await open(page, site, 'next');
  await shows(page, '.scene-worked', 'Half of the probability lies on the first 20');
  await step(page, 'next').get('combobox', { name: 'Top-k' }).select('5');
  await shows(page, '.scene-worked', /Kept: 5 tokens/);
  await waitFor(async () => expect(await inFigure(page, 'kept')).toContain('kept: 5'));
  await step(page, 'next').get('combobox', { name: 'Top-p' }).select('90%');
  await shows(page, '[data-step="next"]', 'so top-p cuts off nothing');
  await step(page, 'next').get('combobox', { name: 'Top-p' }).select('all');
  await step(page, 'next').get('combobox', { name: 'Top-k' }).select('all');
  await step(page, 'next').get('spinbutton', { name: 'Temperature T' }).fill(0.2, 'Enter');
  await shows(page, '.scene-worked', 'The likeliest token has more than half');
  await waitFor(async () => expect(await inFigure(page, 'list')).toMatch(/Hans\s*98\.5%/));
});

once('a tale grows, is taken back, and stays in the link', async ({ newPage, site }) => {
  const page = await newPage(WIDE);
  await open(page, site, 'tale');
  const tale = () => inFigure(page, 'written');
  await waitFor(async () => expect(await tale()).toMatch(/creature\?"/));
  const begun = await tale();
  await button(page, 'tale', 'Next token').click();
  await waitFor(async () => expect((await tale()).length).toBeGreaterThan(begun.length));
  const longer = await tale();
  await button(page, 'tale', 'Again').click();
  await waitFor(async () => expect(await tale()).not.toBe(longer));
  await button(page, 'tale', 'Undo').click();
  await waitFor(async () => expect(await tale()).toBe(begun));
  await button(page, 'tale', 'Write on').click();
  await waitFor(async () => expect((await tale()).length).toBeGreaterThan(longer.length));
  await button(page, 'tale', 'Stop').click();
  const written = await waitFor(async () => {
    const told = await step(page, 'tale').css('.scene-chip').text();
    const count = Number(/(\d+) tokens/.exec(told)?.[1]);
    expect(await page.url()).toMatch(new RegExp(`#tale\\?draws=0{${count}}$`));
    return await tale();
  });
  await page.reload();
  await waitFor(async () => expect(await tale()).toBe(written));
  expect(await page.axe()).toEqual([]);
});

once('a model of the reader’s is opened, a damaged one refused', async ({ newPage, site }) => {
  const page = await newPage(WIDE);
  await open(page, site, 'tokens');
  await step(page, 'tokens').get('group').css('summary').click();
  const choose = (damage: boolean) =>
    page.run(async (isDamaged) => {
      const [{ name } = { name: '' }] = performance
        .getEntriesByType('resource')
        .filter((entry) => entry.name.endsWith('.safetensors'));
      const bytes = new Uint8Array(await (await fetch(name)).arrayBuffer());
      const last = bytes.length - 1;
      if (isDamaged) bytes[last] = (bytes[last] ?? 0) ^ 1;
      const files = new DataTransfer();
      files.items.add(new File([bytes], 'own.safetensors'));
      const input = document.querySelector<HTMLInputElement>('input[type="file"]');
      if (!input) return;
      input.files = files.files;
      input.dispatchEvent(new Event('change'));
    }, damage);
  await choose(true);
  await shows(page, '[data-step="tokens"]', 'checksum');
  await shows(page, '.scene-worked', '15 tokens');
  await choose(false);
  await shows(page, '[data-step="tokens"]', 'This is your model.');
  await page.takeProblems();
  await button(page, 'tokens', 'Back to the course’s model').click();
  await waitFor(async () => !(await text(page, '[data-step="tokens"]')).includes('your model.'));
});

once('other pages lead to the steps with a text of the reader’s', async ({ newPage, site }) => {
  const page = await newPage(WIDE);
  const linkOf = (place: string) => page.css(`${place} .to-writing a`).property('href');
  await openSite(page, site, 'self-attention/');
  const box = page.css('.to-writing input');
  await box.fill('The king & the #1 wolf', 'Enter');
  await waitFor(async () => expect(await page.url()).toContain('/writing/#heads?text='));
  await shows(page, BESIDE, /king.*wolf/s);
  await shows(page, '.scene-chip', 'The king & the #1 wolf');
  // The other steps offer to use the reader's text.
  await button(page, 'lens', 'Use my text here').box();

  await openSite(page, site, 'block/');
  expect(await linkOf('al-lesson-page')).toMatch(/writing\/#lens\?text=The\+dog/);
  await openSite(page, site, 'review/');
  expect(await linkOf('.review')).toMatch(/writing\/#tale\?text=/);
  await openSite(page, site, '');
  expect(await linkOf('.home')).toMatch(/writing\/#tale\?text=/);
});
