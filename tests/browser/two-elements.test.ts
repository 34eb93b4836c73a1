// SPDX-License-Identifier: MIT
// Tests several `<attention-lab>` elements on one page.
import { plain, REGRESSION, told } from './support/embed.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test } from './support/test.ts';

const once = inOneEngine(test);

const add = (page: Page, lesson: string): Promise<void> =>
  page.run((id) => {
    const lab = document.createElement('attention-lab');
    lab.setAttribute('lang', 'en');
    lab.setAttribute('lesson', id);
    document.body.append(lab);
  }, lesson);

once(
  'on one page, equal and different lessons have landmarks with unique names',
  async ({ page, host }) => {
    const server = await host('');
    await page.open(plain(server, REGRESSION));
    for (const lesson of ['kernel-regression', 'softmax', 'softmax', 'learning'])
      await add(page, lesson);
    await told(page, 'ready', 1);
    const labs = page.css('attention-lab');
    for (let index = 0; index < 5; index++)
      await labs.nth(index).css('.result, .scene-picture svg *').nth(0).box();
    // Opens the tables and the code, which are landmarks. On a page with several lessons, their names must differ.
    await page.run(() => {
      for (const lab of document.querySelectorAll('attention-lab'))
        for (const panel of lab.shadowRoot?.querySelectorAll('details') ?? []) panel.open = true;
    });
    await page.css('[lesson=learning]').css('al-code-panel').nth(0).box();
    expect(await page.axe({ runOnly: ['landmark-unique', 'aria-allowed-role'] })).toEqual([]);
  },
);
