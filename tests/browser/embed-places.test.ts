// SPDX-License-Identifier: MIT
// Tests several `<attention-lab>` elements on one page, elements that are moved to another document, and elements on
// pages that require trusted types.
import type { AttentionLabElement } from '../../web/src/embed/api.ts';
import { ANSWER, plain, REGRESSION, told } from './support/embed.ts';
import { reads } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, once } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const add = (page: Page, lesson: string): Promise<void> =>
  page.run((id) => {
    const lab = document.createElement('attention-lab');
    lab.setAttribute('lang', 'en');
    lab.setAttribute('lesson', id);
    document.body.append(lab);
  }, lesson);

once('elements of all lessons have unique names and a state each', async ({ page, host }) => {
  const server = await host('');
  await page.open(plain(server, REGRESSION));
  for (const lesson of ['kernel-regression', 'softmax', 'softmax', 'learning'])
    await add(page, lesson);
  await told(page, 'ready', 1);
  const labs = page.css('attention-lab');
  for (let index = 0; index < 5; index++)
    await labs.nth(index).css('.scene-picture svg *').nth(0).box();
  expect(await page.axe({ runOnly: ['landmark-unique', 'aria-allowed-role'] })).toEqual([]);

  const regressions = page.css('attention-lab[lesson=kernel-regression]');
  await regressions.nth(0).css('[data-step="hand"]').get('spinbutton').fill('52', 'Enter');
  const states = () =>
    page.run(() =>
      Array.from(document.querySelectorAll('attention-lab'), (lab) =>
        (lab as AttentionLabElement).getState(),
      ),
    );
  await reads(states, ['query=52&scene=hand', '', '', '', '']);
});

for (const [name, isReady] of [
  ['a running', true],
  ['a starting', false],
] as const)
  once(`${name} element that is moved to a frame continues there`, async ({ page, host }) => {
    const server = await host('');
    await page.open(
      plain(server, { ...REGRESSION, ...(isReady ? {} : { loading: 'lazy', far: '5000' }) }),
    );
    if (isReady) await told(page, 'ready');
    await page.css('attention-lab').nth(0).count();
    await waitFor(async () => expect(await page.css('attention-lab').count()).toBe(1));
    await page.run(() => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.title = 'Another document';
      frame.width = '900';
      frame.height = '900';
      const lab = document.querySelector('attention-lab');
      if (lab) frame.contentDocument?.body.append(lab);
      frame.scrollIntoView();
    });
    const styled = () =>
      page.run((selector) => {
        const lab = document
          .querySelector('iframe')
          ?.contentDocument?.querySelector('attention-lab');
        const result = lab?.shadowRoot?.querySelector(selector);
        return [
          result?.textContent?.trim() ?? '',
          result ? getComputedStyle(result).fontWeight : '',
        ];
      }, ANSWER);
    await waitFor(async () => expect(await styled()).toEqual(['45.5 kg', '700']));
    expect(await page.takeProblems()).toEqual([]);
  });

const OTHERS =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src data:; worker-src 'self'";
const withPolicy = (policy: string) => ({
  headers: {
    'Content-Security-Policy': `${OTHERS}; require-trusted-types-for 'script'; ${policy}`,
  },
});

once('lessons and formulas work with the policy that the element needs', async ({ page, host }) => {
  const server = await host('', withPolicy('trusted-types lit-html'));
  await page.open(plain(server, { lesson: 'softmax', lang: 'en' }));
  const lab = page.css('attention-lab');
  await told(page, 'ready');
  await lab.css('.scene-picture svg *').nth(0).box();
  expect(await page.takeProblems()).toEqual([]);
  await lab.evaluate((element) => element.setAttribute('lesson', 'cost'));
  await told(page, 'ready', 2);
  // The lesson runs without a worker: bundlers do not recognise a worker's URL that is wrapped in a trusted type.
  await lab.get('button', { name: 'Measure' }).nth(0).click();
  await lab.get('button', { name: 'Stop' }).nth(0).box();
  expect(await lab.css('.run-bench').nth(0).text()).toContain('A worker could not be started');
  await lab.get('button', { name: 'Stop' }).nth(0).click();
  await page.takeProblems();
});

once('if a host forbids the required policy, the element names it', async ({ page, host }) => {
  const server = await host('', withPolicy("trusted-types 'none'"));
  await page.open(plain(server, REGRESSION));
  const [error] = await told(page, 'error');
  expect(error?.detail).toMatchObject({
    kind: 'policy',
    message: expect.stringContaining('lit-html'),
  });
  await waitFor(async () => expect(await page.get('alert').text()).toBe(error?.detail.message));
  await page.takeProblems();
});
