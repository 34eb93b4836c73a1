// SPDX-License-Identifier: MIT
// Tests an `<attention-lab>` element that the host page moves to another document.
import { ANSWER, plain, REGRESSION, told } from './support/embed.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

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
