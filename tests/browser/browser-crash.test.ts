// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { expect, test } from './support/test.ts';

function descendants(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const list = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim();
    return list === '' ? [] : list.split(' ').map(Number);
  });
  return children.flatMap((child) => [child, ...descendants(child)]);
}

const nameOf = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();

test.runIf(inject('engine') === 'webkit')(
  'a test is repeated in a new browser after a crash',
  async ({ host, page, task }) => {
    const { url } = await host('tests/browser/support/fixture');
    await page.open(url);
    const isFirst = task.result?.retryCount === 0;
    if (isFirst)
      for (const pid of descendants(process.pid))
        if (nameOf(pid) === 'WebKitWebProces') process.kill(pid, 'SIGKILL');
    expect(await page.get('link', { name: 'Second page' }).text()).toBe('Second page');
    expect(isFirst).toBe(false);
  },
);
