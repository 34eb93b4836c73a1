// SPDX-License-Identifier: MIT
import { openSite, pictureText, shows } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(lessonTest('block/', true));

once(
  'a stack of attention alone makes the words alike, and a link restores its depth',
  async ({ page, site }) => {
    await openSite(page, site, 'block/#alone');
    await waitFor(async () => expect(await pictureText(page)).toContain('0.1%'));
    const depth = page.css('[data-step="alone"]').get('spinbutton', { name: 'Layers' });
    await depth.fill(1, 'Enter');
    await waitFor(async () => expect(await pictureText(page)).toContain('84.5%'));
    expect(await pictureText(page)).toMatch(/after 1 layer(?!s)/);
    await waitFor(async () => expect(await page.url()).toMatch(/#\?depth=1$/));
    await page.reload();
    await shows(page, '.scene-chip', 'Yours: Layers = 1');
    await waitFor(async () => expect(await pictureText(page)).toContain('84.5%'));
  },
);

once(
  'a removed word changes others behind attention, and itself behind the network',
  async ({ page, site }) => {
    await openSite(page, site, 'block/#network');
    await waitFor(async () => expect(await pictureText(page)).toContain('8 of 9 change'));
    await page.css('[data-step="network"]').get('radio', { name: 'it' }).click();
    await waitFor(async () =>
      expect((await pictureText(page)).match(/1 of 9 change/g)).toHaveLength(2),
    );
  },
);

once('the larger part is absent until the reader has guessed', async ({ page, site }) => {
  await openSite(page, site, 'block/#guess');
  await waitFor(async () => expect(await pictureText(page)).toContain('?'));
  expect(await pictureText(page)).not.toContain('3,072');
  const step = page.css('[data-step="guess"]');
  await step.get('radio', { name: 'Both about the same' }).click();
  await step.get('button', { name: 'Check my answer' }).click();
  await shows(page, '[data-step="guess"]', 'already as large as all of attention');
  await waitFor(async () => expect(await pictureText(page)).toContain('3,072'));
});

once('the map leads to the lessons, from its text and from its picture', async ({ page, site }) => {
  await openSite(page, site, 'block/#map');
  const step = page.css('[data-step="map"]');
  expect(await step.css('.prose a').count()).toBe(10);
  await waitFor(async () => expect(await page.css('.scene-stage svg a').count()).toBe(11));
  expect(await page.css('.scene-stage svg a:not([tabindex="-1"])').count()).toBe(0);
  await step.get('link', { name: 'masking' }).click();
  await waitFor(async () => expect(await page.url()).toMatch(/\/en\/masking\/$/));
});
