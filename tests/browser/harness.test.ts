// SPDX-License-Identifier: MIT
// Tests the test harness (./support): each method to find, read and operate elements works in each browser engine.
import { expect, test } from './support/test.ts';

const FIXTURE = 'tests/browser/support/fixture';

const fixture = test.extend('page', async ({ newPage, host }) => {
  const page = await newPage();
  await page.open((await host(FIXTURE)).url);
  return page;
});

fixture('elements are found by role and name, except hidden ones', async ({ page }) => {
  expect(await page.get('slider', { name: 'Query' }).value()).toBe('57');
  expect(await page.get('slider', { name: /^key \d/i }).attribute('cx')).toBe('50');
  expect(await page.get('slider').count()).toBe(2);
  expect(await page.get('button', { name: 'Hidden' }).count()).toBe(0);
  expect(await page.css('button[hidden]').count()).toBe(1);
  const data = page.get('region', { name: 'Data' });
  expect(await Promise.all((await data.get('cell').all()).map((c) => c.text()))).toEqual([
    '40',
    '43',
  ]);
  expect(await data.get('table', { name: 'Sample' }).get('rowheader').nth(1).text()).toBe('56');
  expect(await page.label(/width/i).role()).toBe('spinbutton');
  expect(await page.label('Kernel').role()).toBe('combobox');
});

fixture('no match and several matches are errors with an explanation', async ({ page }) => {
  page.patience.timeout = 100;
  const missing = page.get('slider', { name: 'Quarry' }).text();
  await expect(missing).rejects.toThrow(/0 elements are slider Quarry; .*"Query", "Key 1"/);
  await expect(page.get('slider').text()).rejects.toThrow(
    /2 elements are slider: "Query", "Key 1"/,
  );
});

fixture('text, name, attributes and state can be read', async ({ page }) => {
  const query = page.label('Query');
  expect(await query.name()).toBe('Query');
  expect(await query.description()).toBe('in centimetres');
  expect(await query.attribute('max')).toBe('70');
  expect(await query.attribute('list')).toBeNull();
  expect(await query.property('valueAsNumber')).toBe(57);
  expect(await query.evaluate((element, by) => element.id.repeat(by), 2)).toBe('queryquery');
  expect((await query.box()).width).toBeCloseTo(200, 0);
  expect(await page.get('button', { name: /pressed/i }).text()).toBe('Pressed 0 times');
  expect(await page.get('radio', { name: 'minus' }).isChecked()).toBe(true);
  expect(await page.css('button[hidden]').isVisible()).toBe(false);
  expect(await query.isFocused()).toBe(false);
  await query.focus();
  expect(await query.isFocused()).toBe(true);
});

fixture('a click presses the centre, and only if nothing covers it', async ({ page }) => {
  const button = page.get('button', { name: /pressed/i });
  await button.click();
  await button.click();
  expect(await button.text()).toBe('Pressed 2 times');
  await page.get('radio', { name: 'plus' }).click();
  expect(await page.get('radio', { name: 'plus' }).isChecked()).toBe(true);
  await page.run(() => {
    const cover = document.createElement('div');
    cover.className = 'cover';
    document.body.append(cover);
    setTimeout(() => cover.remove(), 200);
  });
  // `click` waits until the element that covers the button is gone.
  await button.click();
  expect(await button.text()).toBe('Pressed 3 times');
});

fixture('hovering and focusing have their visible effects', async ({ page }) => {
  const dot = page.get('slider', { name: 'Key 1' });
  const fill = () => dot.evaluate((element) => getComputedStyle(element).fill);
  expect(await fill()).toBe('rgb(0, 48, 143)');
  await dot.hover();
  expect(await fill()).toBe('rgb(204, 0, 0)');
  const skip = page.get('link', { name: 'Skip to the content' });
  expect((await skip.box()).x).toBeLessThan(0);
  await page.keys('Tab');
  expect(await skip.isFocused()).toBe(true);
  expect((await skip.box()).x).toBeGreaterThanOrEqual(0);
  await page.keys('Tab', 'Tab', 'Shift+Tab');
  expect(await page.label('Query').isFocused()).toBe(true);
});

fixture('a drag presses, moves several times, and releases', async ({ page }) => {
  const dot = page.get('slider', { name: 'Key 1' });
  await dot.drag({ by: { x: 120, y: -20 } }, { steps: 6 });
  expect(await dot.attribute('aria-valuenow')).toBe('170');
  expect(Number(await dot.attribute('cy'))).toBeCloseTo(40, 0);
  // Browsers may combine the pointer moves of one frame into one event. The drag takes several frames, so the dot must
  // receive several moves.
  expect(Number(await dot.attribute('data-moves'))).toBeGreaterThan(1);
  const plot = await page.css('#plot').box();
  await dot.drag({ to: { x: plot.x + 30, y: plot.y + 60 } });
  expect(Number(await dot.attribute('aria-valuenow'))).toBeCloseTo(30, -1);
  await dot.drag({ onto: page.css('#plot') });
  expect(Number(await dot.attribute('aria-valuenow'))).toBeCloseTo(150, -1);
});

fixture('typing replaces a number with key events', async ({ page }) => {
  const sigma = page.label('Width σ');
  await sigma.fill(2.5);
  expect(await sigma.value()).toBe('2.5');
  expect(await sigma.isFocused()).toBe(false);
  await sigma.fill('-3e2', 'Enter');
  expect(await sigma.value()).toBe('-3e2');
  expect(await sigma.isFocused()).toBe(true);
  await sigma.fill('');
  expect(await sigma.value()).toBe('');
  const log = await page.css('#sigma-log').text();
  expect(log).toMatch(/keydown 2, input, keydown \., (input, )?keydown 5, input/);
  expect(log).toContain('change, blur');
  expect(log).not.toContain('untrusted');
});

fixture('a slider can be set by keyboard and by its thumb', async ({ page }) => {
  const query = page.get('slider', { name: 'Query' });
  const shown = page.css('#query-value');
  for (const value of [57.3, 41, 69.9, 40, 70]) {
    await query.setRange(value);
    expect(await shown.text()).toBe(`${value}`);
  }
  await query.press('Home', 'ArrowRight', 'ArrowRight');
  expect(await shown.text()).toBe('40.2');
  for (const value of [55, 70, 40]) {
    expect(Math.abs((await query.dragRange(value)) - value)).toBeLessThan(0.2);
    expect(Math.abs(Number(await shown.text()) - value)).toBeLessThan(0.2);
  }
  await expect(query.setRange(80)).rejects.toThrow('the slider came to 70, not 80');
});

fixture('an option of a list can be selected', async ({ page }) => {
  const kernel = page.get('combobox', { name: 'Kernel' });
  await kernel.select('triangular');
  expect(await page.css('#kernel-value').text()).toBe('t');
  await kernel.select('g');
  expect(await page.css('#kernel-value').text()).toBe('g');
  await expect(kernel.select('boxcar')).rejects.toThrow('no option "boxcar"');
});
