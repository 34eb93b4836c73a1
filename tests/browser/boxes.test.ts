// SPDX-License-Identifier: MIT
// Tests number boxes and sliders: typed numbers, invalid input, and changes of the value by the page.

import { openSite } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Locator } from './support/locator.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { touch } from './support/touch.ts';
import { waitFor } from './support/wait.ts';

type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json };

const test = lessonTest('softmax/', true);
const once = inOneEngine(test);

/**
 * Adds a control to the page in place of the previous one. A listener records each value that the control dispatches
 * and sets it on the control.
 */
async function mountControl(
  page: Page,
  name: 'al-number-box' | 'al-slider',
  given: Record<string, Json> = {},
): Promise<Locator> {
  await page.run(
    (tag, props) => {
      const control = document.createElement(tag) as HTMLElement & { sent: unknown[] };
      Object.assign(control, {
        label: 'Own',
        value: 57,
        lowest: -10_000,
        highest: 10_000,
        min: 0,
        max: 100,
        live: [0, 100],
        revision: {},
        sent: [],
        ...props,
      });
      control.addEventListener('al-value', (event) => {
        const { detail } = event as CustomEvent;
        control.sent.push(detail);
        // Sets the value asynchronously, as a lesson does.
        queueMicrotask(() => Object.assign(control, { value: detail.value, revision: {} }));
      });
      document.getElementById('own')?.remove();
      control.id = 'own';
      document.querySelector('main')?.prepend(control);
    },
    name,
    given,
  );
  return page.css('#own').get('spinbutton');
}

const assign = (page: Page, props: Record<string, Json>) =>
  page.css('#own').evaluate((control, given) => {
    Object.assign(control, given);
  }, props);

const values = async (page: Page) =>
  (await page.css('#own').property<{ value: number; final: boolean }[]>('sent')).map(
    ({ value, final }) => [value, final] as const,
  );

test('a box does not change while the reader types', async ({ page }) => {
  const box = await mountControl(page, 'al-number-box', { value: 57.5 });
  await box.press('End', 'Backspace');
  await page.type('3');
  expect(await box.value()).toBe('57.3');
  await page.keys('Tab');
  expect((await values(page)).at(-1)).toEqual([57.3, true]);

  await assign(page, { value: 1.05 });
  await waitFor(async () => (await box.value()) === '1.05');
  await box.press('End', 'Backspace');
  await page.type('7');
  expect(await box.value()).toBe('1.07');
  await page.keys('Tab');
  expect((await values(page)).at(-1)).toEqual([1.07, true]);
});

test('a rejected number is replaced by the value before typing', async ({ page }) => {
  const box = await mountControl(page, 'al-number-box');
  await box.fill('600000');
  expect(await values(page)).toEqual([
    [6, false],
    [60, false],
    [57, true],
  ]);
  const error = page.css('#own .field-error');
  await waitFor(() => error.isVisible());
  expect(await box.value()).toBe('600000');
  await box.fill('58');
  await waitFor(async () => !(await error.isVisible()));
  expect((await values(page)).at(-1)).toEqual([58, true]);
});

once('typed and pasted numbers are never other numbers', async ({ page }) => {
  const box = await mountControl(page, 'al-slider', { lowest: -100 });
  const error = page.css('#own .field-error');
  const last = async () => (await values(page)).at(-1);
  // tests/web/read-number.test.ts tests all forms of numbers.
  for (const [text, value] of [
    ['1，5', 1.5],
    ['5 × 10⁻³', 0.005],
    [' 7 ', 7],
  ] as const) {
    await box.fill(text);
    expect(await last(), text).toEqual([value, true]);
    await waitFor(async () => (await box.value()) === String(value));
    expect(await box.attribute('aria-valuenow')).toBe(String(value));

    await box.fill('57');
    await box.press('Control+A');
    // Inserts the whole text at once, as a paste does.
    await page.run((pasted) => void document.execCommand('insertText', false, pasted), text);
    await page.keys('Tab');
    expect(await last(), text).toEqual([value, true]);
  }
  for (const text of ['1,2.3', '50%']) {
    const before = await box.property<string>('value');
    await box.fill(text);
    await waitFor(async () => (await error.text()).includes(`got “${text}”. `));
    expect(await box.value()).toBe(text);
    expect(await page.css('#own').property('value'), text).toBe(Number(before));
    await assign(page, { value: 7, revision: {} });
    await waitFor(async () => (await box.value()) === '7');
  }
  await box.fill('');
  await waitFor(async () => (await error.text()).includes('got nothing. '));
});

test('arrow keys change a number by 1 within its range', async ({ page }) => {
  const box = await mountControl(page, 'al-number-box', { value: 8.2, lowest: 0, highest: 9 });
  expect(await box.attribute('inputmode')).toBe('decimal');
  await box.press('ArrowDown');
  await waitFor(async () => (await box.value()) === '7.2');
  await box.press('ArrowUp', 'ArrowUp');
  await waitFor(async () => (await box.value()) === '9');
  expect((await values(page)).at(-1)).toEqual([9, true]);
  await assign(page, { lowest: -1 });
  await waitFor(async () => (await box.attribute('inputmode')) === 'text');
});

test('neither the page nor an input method disturbs typed text', async ({ page }) => {
  const box = await mountControl(page, 'al-number-box');
  await box.press('Control+A');
  await page.type('1,');
  await assign(page, { revision: {} });
  expect(await box.value()).toBe('1,');
  await page.type('5');
  await page.keys('Tab');
  expect(await values(page)).toEqual([
    [1, false],
    [1.5, false],
    [1.5, true],
  ]);
  await box.evaluate((input) => {
    (input as HTMLInputElement).value = '4';
    input.dispatchEvent(new InputEvent('input', { isComposing: true, bubbles: true }));
  });
  expect(await values(page)).toHaveLength(3);
  await box.evaluate((input) => input.dispatchEvent(new CompositionEvent('compositionend')));
  expect((await values(page)).at(-1)).toEqual([4, false]);
});

for (const name of ['al-number-box', 'al-slider'] as const) {
  test(`${name}: a new state clears a rejected input`, async ({ page }) => {
    const box = await mountControl(page, name);
    const error = page.css('#own .field-error');
    for (const refused of ['-600000', '600000']) {
      await box.fill(refused);
      await waitFor(() => error.isVisible());
      await assign(page, { value: 57, revision: {} });
      await waitFor(async () => !(await error.isVisible()));
      expect(await box.value()).toBe('57');
      expect(await box.attribute('aria-invalid')).toBe('false');
    }
  });
}

test('a control that an error message moves away from the pointer is clicked', async ({ page }) => {
  const box = await mountControl(page, 'al-slider');
  await page.css('#own').evaluate((own) => {
    const button = document.createElement('button');
    button.textContent = 'Below';
    button.addEventListener('click', () => button.toggleAttribute('aria-pressed'));
    own.append(button);
  });
  const button = page.get('button', { name: 'Below' });
  const error = page.css('#own .field-error');
  const press = async () => {
    await box.press('Control+A');
    await page.type('600000');
    const { x, y, width } = await button.box();
    const at = { x: x + width / 2, y: y + 2 };
    await page.pointer(at, 'down');
    await waitFor(() => error.isVisible());
    expect((await button.box()).y).toBeGreaterThan(at.y);
    return at;
  };
  await press();
  await page.pointer('up');
  await waitFor(async () => (await button.attribute('aria-pressed')) === '');

  await assign(page, { revision: {} });
  await waitFor(async () => !(await error.isVisible()));
  // Releasing the pointer outside a button cancels the click.
  const { x, y } = await press();
  await page.pointer({ x, y: y - 60 }, 'up');
  await page.run(() => new Promise((painted) => requestAnimationFrame(painted)));
  expect(await button.attribute('aria-pressed')).toBe('');
});

test('the thumb follows the value when the step of the range changes', async ({ page }) => {
  await mountControl(page, 'al-slider', { step: 8 });
  const range = page.css('#own input[type="range"]');
  await waitFor(async () => (await range.value()) === '7');
  await assign(page, { step: 1 });
  await waitFor(async () => (await range.value()) === '57');
});

test('a touch moves the thumb, unless it scrolls or zooms the page', async ({ page }) => {
  await mountControl(page, 'al-slider', { step: 1 });
  const range = page.css('#own input[type="range"]');
  /** Dispatches the event "pointerdown" and then `events`. The event "input" moves the thumb to 80. */
  const press = async (...events: string[]) => {
    await touch(range, ['pointerdown', 0, 0]);
    for (const type of events) {
      if (type === 'input') await range.evaluate((input) => Object.assign(input, { value: '80' }));
      await touch(range, [type, 9, 0]);
    }
    return (await values(page)).slice(-2);
  };
  expect(await press('input', 'pointercancel', 'input', 'change')).toEqual([]);
  await waitFor(async () => (await range.value()) === '57');
  expect(await press('pointermove', 'input', 'pointercancel', 'input', 'change')).toEqual([
    [80, false],
    [57, true],
  ]);
  await waitFor(async () => (await range.value()) === '57');
  await touch(range, ['pointerdown', 0, 0], ['pointermove', 0, 9], ['pointerdown', 9, 99, 8]);
  await range.evaluate((input) => Object.assign(input, { value: '80' }));
  await touch(range, ['input', 0, 0], ['pointerup', 0, 9], ['change', 0, 0]);
  expect((await values(page)).slice(-2)).toEqual([
    [80, false],
    [57, true],
  ]);
  await waitFor(async () => (await range.value()) === '57');
  await range.press('ArrowRight');
  expect((await values(page)).at(-1)).toEqual([58, true]);
  expect(await press('input', 'pointerup', 'change')).toEqual([
    [58, true],
    [80, true],
  ]);
});

test('the message of a slider is as wide as the slider', async ({ page }) => {
  const box = await mountControl(page, 'al-slider');
  await box.fill('600000');
  const error = page.css('#own .field-error');
  await waitFor(() => error.isVisible());
  expect((await error.box()).width).toBeCloseTo((await page.css('#own').box()).width, 0);
});

test('the message of a box is as wide as its table, and no box moves', async ({ page, site }) => {
  await openSite(page, site, 'self-attention/');
  const table = page.css('[data-step="words"] fieldset > div');
  await page.css('[data-step="words"] summary').click();
  const boxes = table.css('input');
  const columns = () =>
    table.evaluate((element) =>
      Array.from(element.querySelectorAll('input'), (one) => one.getBoundingClientRect().left),
    );
  const before = await columns();
  await boxes.nth(0).fill('12', 'Tab');
  const error = table.css('.field-error').nth(0);
  await waitFor(async () => expect(await error.text()).toContain('from −9 to 9, got 12'));
  expect((await error.box()).width).toBeCloseTo((await table.box()).width, 0);
  expect(await columns()).toEqual(before);
});

test('a box for whole numbers does not round', async ({ page }) => {
  const box = await mountControl(page, 'al-number-box', { isWhole: true });
  await box.fill('2.5', 'Tab');
  await waitFor(async () => expect(await box.description()).toContain('expected a whole number'));
  expect(await page.css('#own').property('value')).toBe(57);
  await box.fill('12', 'Tab');
  await waitFor(async () => expect((await values(page)).at(-1)).toEqual([12, true]));
  expect((await values(page)).map(([value]) => value % 1)).not.toContain(0.5);
});
