// SPDX-License-Identifier: MIT
// Checks that the built element dispatches the events and has the CSS parts that its manifest lists.
import { readFile } from 'node:fs/promises';
import { plain, REGRESSION, told } from './support/embed.ts';
import { expect, once } from './support/test.ts';

once('the element sends the events and has the parts of its manifest', async ({ page, host }) => {
  const manifest = JSON.parse(await readFile('dist/embed/custom-elements.json', 'utf8'));
  const { events, cssParts } = manifest.modules[0].declarations[0];
  const namesOf = (list: { name: string }[]) => list.map(({ name }) => name).sort();
  const server = await host('');
  // The attribute `lesson` is empty, so the first event is "error".
  await page.open(plain(server, { ...REGRESSION, lesson: '', ask: 'guess' }));
  await told(page, 'error');
  const lab = page.css('attention-lab');
  await lab.evaluate((element) => {
    const sent = new Set<string>();
    Reflect.set(window, 'sent', sent);
    element.dispatchEvent = (event) => {
      sent.add(event.type);
      return EventTarget.prototype.dispatchEvent.call(element, event);
    };
  });
  const parts = new Set<string>();
  const collectParts = async () => {
    const found = await lab.evaluate((element) =>
      Array.from(element.shadowRoot?.querySelectorAll('[part]') ?? []).flatMap((one) => [
        ...one.part,
      ]),
    );
    for (const part of found) parts.add(part);
  };

  await lab.evaluate((element) => element.setAttribute('controls', 'no-field'));
  await lab.evaluate((element) => element.setAttribute('lesson', 'kernel-regression'));
  await told(page, 'ready');
  await told(page, 'error', 2);
  await collectParts();
  const question = page.css('.asked al-predict');
  await question.get('radio').nth(0).click();
  await question.get('button', { name: 'Check my answer' }).click();
  await told(page, 'question-result');
  await page.css('.asked > button').click();
  await lab.evaluate((element) => element.removeAttribute('controls'));
  await page.get('slider', { name: 'Query q cm' }).nth(0).press('ArrowRight');
  await told(page, 'state-change');
  await collectParts();

  const sent = await page.run(() => [...(Reflect.get(window, 'sent') as Set<string>)]);
  expect(sent.sort()).toEqual(namesOf(events));
  expect([...parts].sort()).toEqual(namesOf(cssParts));
});
