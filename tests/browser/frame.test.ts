// SPDX-License-Identifier: MIT
// Tests the features that all pages with a stage (a figure that stays) share, mostly with the page Verify of the lesson
// "similarity": drags, failures, panels, and the number of claims.
import { openSite, reads, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('similarity/verify/');
const once = inOneEngine(test);

/** The main number of the figure: the higher score. */
const main = (page: Page) => text(page, '.result-number');

test('a drag in Verify updates parts out of sight when it ends', async ({ page, site }) => {
  await openSite(page, site, 'softmax/verify/');
  await waitFor(async () => (await page.css('[data-part="jacobian"] svg').count()) > 0);
  const seen = await page.run(async () => {
    const range = document.querySelector<HTMLInputElement>('.stage-controls .slider-range');
    const part = document.querySelector<HTMLElement>('[data-part="jacobian"]');
    const read = async () => {
      for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
      return [
        document.querySelector('.stage .column:last-of-type .number')?.textContent,
        part?.querySelector('svg')?.getAttribute('aria-label'),
      ];
    };
    const move = (steps: number, type: 'input' | 'change') => {
      range?.stepDown(steps);
      range?.dispatchEvent(new Event(type, { bubbles: true }));
      return read();
    };
    const isOut = (part?.getBoundingClientRect().top ?? 0) > innerHeight;
    const before = await read();
    return { isOut, before, during: await move(30, 'input'), after: await move(0, 'change') };
  });
  expect(seen.isOut).toBe(true);
  expect(seen.during[0]).not.toBe(seen.before[0]);
  expect(seen.during[1]).toBe(seen.before[1]);
  expect(seen.after[1]).not.toBe(seen.before[1]);
});

once('a computation that fails is reported once, and can be retried', async ({ page }) => {
  await page.run(() => {
    const { engine } = (
      document.querySelector('al-lesson') as unknown as {
        props: { engine: Record<string, unknown> };
      }
    ).props;
    engine.angles = () => {
      throw new Error('broken on purpose');
    };
  });
  await page.get('slider', { name: 'Key k₂' }).press('Shift+ArrowRight');
  await shows(page, '[data-notice="failure"]', 'broken on purpose');
  expect(await page.css('[data-notice="failure"]').count()).toBe(1);
  await page.run(() => {
    const { engine } = (
      document.querySelector('al-lesson') as unknown as {
        props: { engine: Record<string, unknown> };
      }
    ).props;
    delete engine.angles;
  });
  await page.css('[data-notice="failure"]').get('button', { name: 'Try again' }).click();
  await waitFor(async () => (await page.css('[data-notice="failure"]').count()) === 0);
  await reads(() => main(page), '10.5');
});

once('an experiment that fails is reported, and can be retried', async ({ page, site }) => {
  await openSite(page, site, 'softmax/verify/');
  await page.run(() => {
    const { engine } = (
      document.querySelector('al-lesson') as unknown as {
        props: { engine: Record<string, unknown> };
      }
    ).props;
    engine.ksDistance = () => {
      throw new Error('broken on purpose');
    };
  });
  const card = page.css('[data-experiment="normal"]');
  await card.get('button', { name: 'Put it to the test' }).click();
  await shows(page, '[data-notice="failure"]', 'broken on purpose');
  await page.run(() => {
    const { engine } = (
      document.querySelector('al-lesson') as unknown as {
        props: { engine: Record<string, unknown> };
      }
    ).props;
    delete engine.ksDistance;
  });
  await page.css('[data-notice="failure"]').get('button', { name: 'Try again' }).click();
  await waitFor(async () => (await card.css('.verdict').count()) === 1);
});

once('axe finds no violations in Verify and its panels, including on a phone', async ({ page }) => {
  expect(await page.axe()).toEqual([]);
  await page.resize(390, 844);
  expect(await page.axe()).toEqual([]);
  for (const panel of await page.css('.panel summary').all()) {
    await panel.click();
    // Waits for the code panel, because loading it moves the panels below.
    await page.css('.code-line').nth(0).box();
  }
  expect(await page.axe()).toEqual([]);
});

once(
  'the link to Verify states how many claims it has, and which questions',
  async ({ page, site }) => {
    // Some of these lessons consist of scenes; only their pages Verify have the form of the others.
    for (const id of ['kernel-regression', 'similarity', 'masking', 'softmax']) {
      await openSite(page, site, `${id}/`);
      const told = await page.css('[data-panel="verify"], .walk-more a').text();
      await openSite(page, site, `${id}/verify/`);
      const cards = await page.css('.experiment').all();
      expect(told, id).toContain(`${cards.length} claims`);
      const [late, known] = await page.run(async () => {
        const view = document.querySelector('al-lesson') as unknown as {
          framed: {
            definition: {
              claims: { questions: string[] };
              verify: () => Promise<{ predictions?: { id: string }[] }>;
            };
          };
        };
        const { claims, verify } = view.framed.definition;
        const { predictions = [] } = await verify();
        return [predictions.map((one) => one.id), claims.questions];
      });
      expect(late, id).toEqual(known);
    }
  },
);
