// SPDX-License-Identifier: MIT
// Tests that every control of a lesson changes its field in the URL, and that "Back to the start" resets it.
// tests/engine/figures.test.ts checks the figures after a change.
import { lessons } from '../../web/src/lessons/registry.ts';
import { openSite, reads, shows } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Locator } from './support/locator.ts';
import { stepsOf } from './support/scene-rules.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(lessonTest('softmax/', true));

const CONTROLS = '.scene-controls > :is(al-slider, al-choice, button)';

async function operate(control: Locator): Promise<void> {
  const kind = await control.evaluate(({ localName }) => localName);
  if (kind === 'button') return control.click();
  if (kind === 'al-choice') return control.css('input:not(:checked)').nth(0).click();
  const range = control.css('input[type="range"]');
  const isLast = (await range.value()) === (await range.property('max'));
  return range.press(isLast ? 'ArrowLeft' : 'ArrowRight');
}

for (const { id } of lessons)
  once(
    `${id}: each control changes its step, until the reader goes back`,
    async ({ page, site }) => {
      await openSite(page, site, `${id}/`);
      for (const step of await stepsOf(page)) {
        const controls = page.css(`[data-step="${step}"] ${CONTROLS}`);
        for (const control of await controls.all()) {
          await openSite(page, site, `${id}/#${step}`);
          const field = (await control.attribute('field')) ?? '';
          await operate(control);
          await shows(page, '.scene-chip span', /^Yours: .+ = ./);
          await reads(page.url, expect.stringMatching(`[?&]${field}.*=`));
          await page.get('button', { name: 'Back to the start' }).click();
          await waitFor(async () => expect(await page.url()).not.toContain('?'));
        }
      }
    },
  );
