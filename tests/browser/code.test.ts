// SPDX-License-Identifier: MIT
// Tests the panel “Code” on the page that verifies the claims of "kernel regression".
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('kernel-regression/verify/');
const once = inOneEngine(test);

const openCode = async (page: Page) => {
  await page.css('[data-panel="code"] summary').click();
  await page.get('tab', { name: 'PyTorch' }).box();
};
const tab = (page: Page, name: string) => page.get('tab', { name });
const program = (page: Page) => page.get('tabpanel').text();

/** The highlighted terms, and the number of highlighted code lines. */
const lit = (page: Page) =>
  page.run(() => {
    const probe = document.createElement('span');
    probe.style.background = 'var(--active)';
    document.querySelector('al-verify')?.append(probe);
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const all = Array.from(document.querySelectorAll('[data-term]')).filter(
      (one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === colour,
    );
    return {
      terms: [...new Set(all.map((one) => one.getAttribute('data-term')))],
      lines: all.filter((one) => one.matches('.code-line')).length,
    };
  });

test('tabs work by keyboard, and the code is what ran', async ({ page }) => {
  expect(await page.css('al-code-panel').count()).toBe(0);
  await openCode(page);
  await tab(page, 'PyTorch').focus();
  await page.keys('ArrowRight');
  await waitFor(async () => (await tab(page, 'NumPy').attribute('aria-selected')) === 'true');
  expect(await tab(page, 'NumPy').isFocused()).toBe(true);
  expect(await program(page)).toContain('import numpy as np');
  expect(await page.get('tabpanel').name()).toBe('NumPy');
  await page.keys('ArrowRight', 'End', 'Home', 'ArrowLeft', 'Tab', 'Tab');
  expect(await page.get('tabpanel').isFocused()).toBe(true);

  const cpp = page.get('region', { name: 'C++' });
  expect(await cpp.text()).toContain('simd::softmax<T>');
  // After a claim has run, the panel shows the claim's query, its kernel and the C++ functions that it called.
  await page
    .css('[data-experiment="neighbours"]')
    .get('button', { name: 'Put it to the test' })
    .click();
  await waitFor(async () => (await program(page)).includes('kernel = "boxcar"'));
  expect(await program(page)).toContain('dtype = np.float64');
  expect(await cpp.text()).toContain('compact_kernel(Kernel kernel, T u)');
  expect(await cpp.text()).not.toContain('simd::softmax<T>');
});

once('copying copies the program; if it is blocked, the program is selected', async ({ page }) => {
  const answer = (isAllowed: boolean) =>
    page.run((allowed) => {
      const writeText = (text: string) => {
        document.documentElement.dataset.copied = text;
        return allowed ? Promise.resolve() : Promise.reject(new Error('refused'));
      };
      Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    }, isAllowed);
  const copied = () => page.run(() => document.documentElement.dataset.copied ?? '');
  const told = () => page.css('.code-told.copied, .code-told.refused').text();

  await openCode(page);
  await answer(true);
  await page.get('button', { name: 'Copy the C++ code' }).click();
  await waitFor(async () => (await told()) === 'Copied');
  expect(await copied()).toMatch(/^\/\/ cpp\/attention\/kernel_regression\.cpp, \d+–\d+\nfor \(/);
  await page.get('button', { name: 'Copy the PyTorch code' }).click();
  await waitFor(async () => (await copied()).startsWith('import torch\n\ndtype = torch.float64\n'));
  expect(await copied()).not.toContain('# term');

  await answer(false);
  await page.get('button', { name: 'Copy the PyTorch code' }).click();
  const alert = page.css('.code-told.refused');
  await waitFor(async () => (await alert.text()).includes('selected'));
  const selected = await page.run(() => getSelection()?.toString() ?? '');
  expect(selected.replace(/\u00a0/g, ' ')).toContain('weights = torch.softmax(scores, dim=0)');
});

once('a name, a line and a number are highlighted together', async ({ page }) => {
  await openCode(page);
  expect((await lit(page)).terms).toEqual([]);
  const weights = page.get('button', { name: /^weights / });
  await weights.focus();
  await waitFor(async () => (await lit(page)).lines > 0);
  const found = await lit(page);
  expect(found.terms).toEqual(['weights']);
  expect(found.lines).toBeGreaterThanOrEqual(4);

  await weights.press('Enter');
  expect(await weights.attribute('aria-pressed')).toBe('true');
  await page.css('.code-line[data-term="prediction"]').nth(0).hover();
  await waitFor(async () => (await lit(page)).terms.join() === 'prediction');
  await page.css('h1').hover();
  await waitFor(async () => (await lit(page)).terms.join() === 'weights');
  await weights.press('Enter');
  await page.css('h1').hover();
  await page.get('tab', { name: 'PyTorch' }).focus();
  await waitFor(async () => (await lit(page)).terms.length === 0);
});
