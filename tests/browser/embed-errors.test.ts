// SPDX-License-Identifier: MIT
// Tests messages and events of an `<attention-lab>` element whose lesson is not loaded yet or cannot be loaded.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttentionLabElement } from '../../web/src/embed/api.ts';
import { plain, REGRESSION, told } from './support/embed.ts';
import { copySite } from './support/site-copy.ts';
import { expect, once } from './support/test.ts';

once('invalid settings are reported to the reader and the page', async ({ page, host }) => {
  const server = await host('');
  await page.open(
    plain(server, {
      ...REGRESSION,
      state: 'query=<b>&sigma=-1',
      controls: 'query,colour',
      theme: 'mauve',
      show: 'x',
      steps: '9-2',
    }),
  );
  const [state, field, show, steps] = await told(page, 'error', 4);
  expect(state?.detail).toMatchObject({ kind: 'state' });
  expect(state?.detail.problems.map(({ field: name }: { field: string }) => name)).toEqual([
    'query',
    'sigma',
  ]);
  expect(field?.detail).toMatchObject({
    kind: 'field',
    message: expect.stringContaining('“colour”'),
  });
  for (const [part, message] of [
    [show, /“x”/],
    [steps, /“9-2”.*1 to 7/],
  ] as const)
    expect(part?.detail).toMatchObject({ kind: 'part', message: expect.stringMatching(message) });
  await told(page, 'ready');
  expect(await page.css('.scene-step').count()).toBe(7);
  expect(await page.get('alert').count()).toBe(4);
  await page.get('button', { name: 'Close' }).nth(0).click();
  expect(await page.get('alert').count()).toBe(3);
  await page.css('attention-lab').evaluate((element) => element.setAttribute('lesson', 'alchemy'));
  const [, , , , lesson] = await told(page, 'error', 5);
  expect(lesson?.detail).toMatchObject({
    kind: 'lesson',
    message: expect.stringContaining('alchemy'),
  });
  expect(await page.get('alert').text()).toContain('scaling');
});

once('a damaged state is read, and unknown fields are named', async ({ page, host }) => {
  const server = await host('');
  await page.open(
    plain(server, { ...REGRESSION, state: 'v=1&query=53&amp;sigma=2', steps: '2-4' }),
  );
  const [ready] = await told(page, 'ready');
  expect(ready?.detail.state).toBe('query=53&sigma=2&scene=rule');
  const lab = page.css('attention-lab');
  const states = await lab.evaluate((element) => {
    const own = element as AttentionLabElement;
    return ['query%3D54%26sigma%3D3', 'query=54;sigma=4', 'Query=56&sed=7'].map((state) => {
      own.setState(state);
      return own.getState();
    });
  });
  expect(states).toEqual([
    'query=54&sigma=3&scene=rule',
    'query=54&sigma=4&scene=rule',
    'query=56&scene=rule',
  ]);
  const [error] = await told(page, 'error');
  expect(error?.detail).toMatchObject({
    kind: 'state',
    problems: [{ field: 'sed', kind: 'unknown-field', got: '7', used: '' }],
  });
  expect(await page.get('alert').text()).toContain('“sed=7” is not used');
});

once('the content between the tags stays until a retry loads', async ({ page, host }) => {
  const server = await host('');
  await page.open(plain(server, { ...REGRESSION, 'asset-base': '../nowhere' }));
  const lab = page.css('attention-lab');
  const [error] = await told(page, 'error');
  expect(error?.detail).toMatchObject({ kind: 'load' });
  expect(await page.get('alert').text()).toBe(error?.detail.message);
  expect(await lab.css('slot').property('hidden')).toBe(false);
  await page.takeProblems();
  await lab.evaluate((element) => element.removeAttribute('asset-base'));
  await told(page, 'ready');
  expect(await page.get('alert').count()).toBe(0);
  expect(await lab.css('slot').property('hidden')).toBe(true);
});

once('a lazy element loads nothing before it comes near the viewport', async ({ page, host }) => {
  const server = await host('');
  await page.open(plain(server, { ...REGRESSION, loading: 'lazy', far: '5000' }));
  const lab = page.css('attention-lab');
  await lab.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
  expect(server.requests.map(({ path }) => path).join()).not.toContain('player.js');
  await lab.evaluate((element) => element.scrollIntoView());
  await told(page, 'ready');
});

once('a missing or wrong module has a message with its address', async ({ page, host }) => {
  const { folder } = await copySite('without-module');
  const assets = join(folder, 'embed/assets');
  const modules = (await readdir(assets)).filter((name) => name.endsWith('.wasm'));
  for (const name of modules) await rm(join(assets, name));
  const server = await host('');
  const open = () =>
    page.open(plain(server, REGRESSION, `${server.url}${folder}/embed/attention-lab.js`));
  const isTold = async (text: string) => {
    const [error] = await told(page, 'error');
    expect(error?.detail).toMatchObject({
      kind: 'engine',
      message: expect.stringContaining(text),
    });
    expect(error?.detail.message).toContain(`${server.url}${assets}/attention-core`);
    expect(await page.get('alert').text()).not.toContain('policy');
    await page.takeProblems();
  };
  await open();
  await isTold('(HTTP status 404)');
  for (const name of modules) await writeFile(join(assets, name), '<!doctype html>');
  await open();
  await isTold('is not the WebAssembly module');
});

once('a policy that blocks the module has a message with the directive', async ({ page, host }) => {
  const policy = "connect-src 'none'; font-src 'self'";
  const server = await host('', { headers: { 'Content-Security-Policy': policy } });
  await page.open(plain(server, REGRESSION));
  const [error] = await told(page, 'error');
  expect(error?.detail.kind).toBe('policy');
  expect(error?.detail.message).toContain(`connect-src needs ${new URL(server.url).origin}`);
  await page.takeProblems();
});
