// SPDX-License-Identifier: MIT
// Tests the widget for Jupyter notebooks: a change of its model updates the lesson, and a change by
// the reader updates the model.
import type { AttentionLabElement } from '../../web/src/embed/api.ts';
import type { WidgetModel } from '../../web/src/embed/types/anywidget.d.ts';
import { FOLDER } from './support/embed.ts';
import type { Page } from './support/page.ts';
import type { ServeOptions, Server } from './support/server.ts';
import { expect, once } from './support/test.ts';
import { waitFor } from './support/wait.ts';

type Host = (folder: string, options?: ServeOptions) => Promise<Server>;
type Values = Readonly<Record<string, string | null>>;

/** Sets values of the model in one call, as Jupyter does with a message from the kernel. */
const set = (page: Page, values: Values): Promise<void> =>
  page.run((given) => {
    (Reflect.get(window, 'model') as { set(values: Values): void }).set(given);
  }, values);
const inModel = (page: Page): Promise<string> =>
  page.run(() => String((Reflect.get(window, 'model') as WidgetModel).get('state')));
const saved = (page: Page): Promise<string[]> =>
  page.run(() => [...(Reflect.get(window, 'saved') as string[])]);
const end = (page: Page): Promise<void> =>
  page.run(() => (Reflect.get(window, 'end') as () => void)());

/** A state with the temperature 4 at the step "temperature", where the initial value is 2. */
const OWN = 'scene=temperature&temperature=4';

const temperature = (page: Page) => page.get('spinbutton', { name: 'Temperature T' });
const shows = (page: Page, value: string) =>
  waitFor(async () => expect(await temperature(page).value()).toBe(value));

async function open(page: Page, host: Host, search = ''): Promise<void> {
  const policy = "font-src 'self' data:";
  const server = await host('', { headers: { 'Content-Security-Policy': policy } });
  await page.open(`${server.url}${FOLDER}widget.html${search}`);
  await shows(page, '2');
}

once('the lesson follows its model, also while it is detached', async ({ page, host }) => {
  await open(page, host);
  for (const [state, value] of [
    [OWN, '4'],
    ['', '2'],
    [null, '2'],
    [null, '2'],
    [OWN, '4'],
  ] as const) {
    await temperature(page).fill('3');
    await waitFor(async () => expect(await inModel(page)).toContain('temperature=3'));
    await set(page, { state });
    await shows(page, value);
  }
  await temperature(page).fill('3');
  await waitFor(async () => expect(await inModel(page)).toContain('temperature=3'));
  await page.run((state) => {
    const output = document.querySelector('attention-lab')?.parentElement;
    output?.remove();
    (Reflect.get(window, 'model') as WidgetModel).set('state', state);
    document.body.append(output ?? '');
  }, OWN);
  await shows(page, '4');

  const lab = page.css('attention-lab');
  const state = () => lab.evaluate((element) => (element as AttentionLabElement).getState());
  await set(page, { state: 'n=8192', lesson: 'cost' });
  await waitFor(async () => expect(await state()).toContain('n=8192'));
  await set(page, { lesson: 'softmax', state: OWN });
  await shows(page, '4');
  expect(await lab.css('h1').text()).toBe('Softmax');
});

once('the model contains the state at rest, until the widget ends', async ({ page, host }) => {
  await open(page, host);
  const lab = page.css('attention-lab');
  await lab.evaluate((element) => {
    const detail = { state: 'temperature=9', change: 'step' };
    element.dispatchEvent(new CustomEvent('state-change', { detail }));
  });
  expect([await inModel(page), await saved(page)]).toEqual(['temperature=2', []]);
  await temperature(page).fill('3');
  await waitFor(async () => expect(await inModel(page)).toContain('temperature=3'));
  // The focus on the number box has made "temperature" the current step.
  expect(await saved(page)).toEqual(['scene=temperature', await inModel(page)]);

  await page.run(() => Reflect.set(window, 'lab', document.querySelector('attention-lab')));
  await end(page);
  expect(await lab.count()).toBe(0);
  await set(page, { lesson: 'masking' });
  const lesson = () => (Reflect.get(window, 'lab') as HTMLElement).getAttribute('lesson');
  expect(await page.run(lesson)).toBe('softmax');
});

once('works with MyST’s model, which saves nothing', async ({ page, host }) => {
  await open(page, host, '?myst');
  await temperature(page).fill('3');
  await waitFor(async () => expect(await inModel(page)).toContain('temperature=3'));
  await end(page);
  expect(await page.css('attention-lab').count()).toBe(0);
});
