// SPDX-License-Identifier: MIT
// Tests host pages whose Content Security Policy requires trusted types.
import { plain, REGRESSION, told } from './support/embed.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

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
