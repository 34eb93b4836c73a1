// SPDX-License-Identifier: MIT
// Tests several `<attention-lab>` elements on one page.
import type { AttentionLabElement } from '../../web/src/embed/api.ts';
import { plain, REGRESSION, told } from './support/embed.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

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
  await waitFor(async () =>
    expect((await states()).toSorted()).toEqual(['', '', '', '', 'query=52&scene=hand']),
  );
});
