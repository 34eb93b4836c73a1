// SPDX-License-Identifier: MIT
// An element that cannot show what it is asked for, or not yet.
import { plain, REGRESSION, told } from './support/embed.ts';
import { expect, inOneEngine, test } from './support/test.ts';

const once = inOneEngine(test);

once('what cannot be taken is told to reader and page', async ({ page, host }) => {
  const server = await host('');
  await page.open(
    plain(server, {
      ...REGRESSION,
      state: 'query=<b>&sigma=-1',
      controls: 'query,colour',
      theme: 'mauve',
    }),
  );
  const [state, field] = await told(page, 'error', 2);
  expect(state?.detail).toMatchObject({ kind: 'state' });
  expect(state?.detail.problems.map(({ field: name }: { field: string }) => name)).toEqual([
    'query',
    'sigma',
  ]);
  expect(field?.detail).toMatchObject({
    kind: 'field',
    message: expect.stringContaining('“colour”'),
  });
  await told(page, 'ready');
  expect(await page.get('alert').count()).toBe(2);
  await page.get('button', { name: 'Close' }).nth(0).click();
  expect(await page.get('alert').count()).toBe(1);
  await page.css('attention-lab').evaluate((element) => element.setAttribute('lesson', 'alchemy'));
  const [, , lesson] = await told(page, 'error', 3);
  expect(lesson?.detail).toMatchObject({
    kind: 'lesson',
    message: expect.stringContaining('alchemy'),
  });
  expect(await page.get('alert').text()).toContain('scaling');
});

once(
  'where it cannot be loaded, what stands between the tags stays, and it can be mended',
  async ({ page, host }) => {
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
  },
);

once('a lazy one loads nothing before it comes near', async ({ page, host }) => {
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
