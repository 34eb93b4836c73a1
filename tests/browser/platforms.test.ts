// SPDX-License-Identifier: MIT
// Tests packages on learning platforms: SCORM with scorm-again, in a frame and in a window, and cmi5 with a statement
// store. A learner begins, is interrupted, continues in a new page, completes the lesson, and begins again. The file is
// long because the tests of the three standards share their functions.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { onTestFinished } from 'vitest';
import { lessonNames } from '../../web/build/lesson-names.ts';
import { packageOf } from '../../web/src/platforms/package.ts';
import { adapterOf, type Standard } from '../../web/src/platforms/standards.ts';
import { ownFolder } from './support/own-folder.ts';
import type { Page } from './support/page.ts';
import { openStore, type Statement, type StatementStore } from './support/statement-store.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

declare global {
  interface Window {
    /** Set by embed-page/platform.js. */
    readonly platform?: {
      readonly lesson: Window;
      kept(): Kept;
      isOver(): boolean;
      close(): void;
    };
  }
}

const LESSON = 'similarity';
const STEPS = 7;
const MISSING = 'GET /xapi/activities/state: 404 no document';

/** Unpacks a package as a platform does. Returns its folder, relative to the project's root, and its manifest. */
function unpacked(standard: Standard, ids: readonly string[] = [LESSON], settings = '') {
  const single = (name: string) => readFileSync(`dist/single/${name}`, 'utf8');
  const names = lessonNames('web/src', 'en');
  const lessons = ids.map((id) => ({ id, title: '', summary: '', ...names[id] }));
  const zip = packageOf({
    ...{ standard, language: 'en', title: 'Lessons', lessons, settings },
    page: single(ids.length > 1 ? 'attention-lab.html' : `${ids[0]}.html`),
    adapter: JSON.parse(single(`${adapterOf(standard)}.json`)),
  });
  if (ids.length === 1) expect(zip.length).toBeLessThan(1_000_000);
  const folder = `${ownFolder('platforms')}/${standard}-${ids.join('-')}${settings && '-set'}`;
  mkdirSync(folder, { recursive: true });
  const files = unzipSync(zip);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(`${folder}/${name}`, bytes);
  const manifest = Object.entries(files).find(([name]) => name.endsWith('.xml'))?.[1];
  return { folder, manifest: new TextDecoder().decode(manifest) };
}

/** Runs in the page of the platform. Returns what the lesson shows, or null until the lesson is rendered. */
function look() {
  const { document: page } = window.platform?.lesson ?? window;
  const text = (element: Element | null | undefined) =>
    element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  const root = page.querySelector('attention-lab')?.shadowRoot;
  if (!root?.querySelector('[data-step]')) return null;
  return {
    record: text(page.querySelector('.single-record')),
    step: root.querySelector<HTMLElement>('[data-step]')?.dataset.step,
    state: (root.host as unknown as { getState(): string }).getState(),
    outcome: text(root.querySelector('.predict-result')),
    right: root.querySelector<HTMLInputElement>('label.right input')?.value,
  };
}

async function press(selector: string) {
  const { document: page } = window.platform?.lesson ?? window;
  const root = page.querySelector('attention-lab')?.shadowRoot;
  root?.querySelector<HTMLElement>(selector)?.click();
  await new Promise(requestAnimationFrame);
}

/** Answers the question of the step, or gives up if `guess` is empty. */
async function answer(page: Page, guess: string): Promise<void> {
  await page.run(
    press,
    '.predict.committed ~ .predict-buttons button, .predict-outcome p ~ .predict-buttons button',
  );
  if (guess) await page.run(press, `.predict input[value="${guess}"]`);
  const button = guess ? 'button:first-of-type' : '.quiet:last-of-type';
  await page.run(press, `.predict-buttons ${button}`);
}

function slide(value: string) {
  const { document: page } = window.platform?.lesson ?? window;
  const root = page.querySelector('attention-lab')?.shadowRoot;
  const slider = root?.querySelector<HTMLInputElement>('[data-step] input[type="range"]');
  if (!slider) throw new Error('the step has no slider');
  slider.value = value;
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  slider.dispatchEvent(new Event('change', { bubbles: true }));
}

const shows = (page: Page, expected: object) =>
  waitFor(async () => expect(await page.run(look)).toMatchObject(expected));

async function turnTo(page: Page, step: string): Promise<void> {
  for (;;) {
    const before = await waitFor(() => page.run(look));
    if (before.step === step) return;
    await page.run(press, '.scene-turns button:last-of-type');
    await waitFor(async () => (await page.run(look))?.step !== before.step);
  }
}

type Kept = { cmi: Record<string, unknown> };
const keptOf = (page: Page) => page.run(() => window.platform?.kept() as never) as Promise<Kept>;

/** The data that both versions of SCORM store, by the names that the tests use. */
function told({ cmi }: Kept) {
  const core = (cmi.core ?? cmi) as Record<string, unknown> & { score: Record<string, unknown> };
  return {
    status: core.lesson_status ?? core.completion_status,
    score: [core.score.raw, core.score.min, core.score.max].map(Number),
    exit: core.exit,
    scaled: core.score.scaled,
  };
}

const URL_OF = 'tests/browser/embed-page/platform.html';

for (const standard of ['scorm12', 'scorm2004'] as const) {
  (standard === 'scorm12' ? test : once)(
    `${standard}: a learner is interrupted, completes, and begins again`,
    async ({ newPage, host }) => {
      const { url } = await host('', { headers: {} });
      const { folder } = unpacked(standard);
      const src = `${url}${folder}/index.html`;
      const place = (more: Record<string, string>) =>
        `${url}${URL_OF}?${new URLSearchParams({ standard, src, ...more })}`;
      const first = await newPage();
      await first.open(place({}));
      await shows(first, { step: 'arrows', record: expect.stringContaining(`1 of ${STEPS}`) });
      await turnTo(first, 'people');
      await answer(first, 'third');
      await shows(first, { record: expect.stringContaining('answered: 1 of 2') });
      const { outcome } = await waitFor(() => first.run(look));
      await turnTo(first, 'cosine');
      await first.run(slide, '1.5');
      const { state } = await waitFor(() => first.run(look));
      expect(state).toContain('other=');
      await first.run(() => window.platform?.close());
      await waitFor(() => first.run(() => window.platform?.isOver()));
      const left = await keptOf(first);
      expect(told(left)).toMatchObject({ status: 'incomplete', exit: 'suspend' });

      const second = await newPage();
      await second.open(place({ left: JSON.stringify(left), window: '' }));
      await second.get('button', { name: 'Open in a window' }).click();
      await shows(second, {
        ...{ step: 'cosine', state },
        record: expect.stringMatching(`3 of ${STEPS}.*answered: 1 of 2`),
      });
      await second.run(press, '.scene-turns button');
      await shows(second, { step: 'people', outcome });
      await turnTo(second, 'guess');
      // Only the first answer counts. Giving up counts as an answer.
      await answer(second, '');
      const { right = '' } = await waitFor(() => second.run(look));
      await answer(second, right);
      await turnTo(second, 'soft');
      await shows(second, { record: expect.stringContaining('first try: 1 of 2') });
      await second.run(() => window.platform?.close());
      await waitFor(() => second.run(() => window.platform?.isOver() === true));
      const done = told(await keptOf(second));
      expect(done).toMatchObject({ status: 'completed', exit: 'suspend', score: [50, 0, 100] });
      if (standard === 'scorm2004') expect(Number(done.scaled)).toBe(0.5);

      const third = await newPage();
      await third.open(place({}));
      await shows(third, {
        step: 'arrows',
        state: '',
        record: expect.stringContaining('answered: 0'),
      });
    },
  );
}

const verbsOf = (store: StatementStore): string[] =>
  store.statements.map(({ verb }) => verb.id.replace(/.*\//, ''));

test('cmi5: a learner is interrupted, completes, and begins again', async ({ newPage, host }) => {
  const store = await openStore();
  onTestFinished(() => store.close());
  const { url } = await host('', { headers: {} });
  const { folder } = unpacked('cmi5');
  const back = `${url}tests/browser/embed-page/platform.html`;
  const launch = (registration: string) =>
    store.launch(`${url}${folder}/index.html`, registration, back);
  const [one, other] = [randomUUID(), randomUUID()];

  const first = await newPage();
  await first.open(launch(one));
  await shows(first, { step: 'arrows' });
  // The learner answers and leaves while the platform has not yet answered the report of an earlier step.
  let release = () => {};
  store.held = new Promise((resolve) => {
    release = resolve;
  });
  await turnTo(first, 'people');
  await answer(first, 'first');
  await shows(first, { record: expect.stringContaining('answered: 1 of 2') });
  await first.go(back);
  await waitFor(() => verbsOf(store).includes('terminated'));
  release();
  expect(verbsOf(store)).toEqual(['initialized', 'terminated']);

  const second = await newPage();
  await second.open(launch(one));
  await shows(second, { step: 'people', record: expect.stringContaining('answered: 1 of 2') });
  await turnTo(second, 'guess');
  await answer(second, '');
  await turnTo(second, 'soft');
  await shows(second, { record: expect.stringContaining('first try: 0 of 2') });
  await second.get('button', { name: 'Save and leave' }).click();
  await waitFor(async () => (await second.url()) === back);
  expect(verbsOf(store).slice(2)).toEqual(['initialized', 'failed', 'completed', 'terminated']);
  const results = Object.fromEntries(
    store.statements.map((statement) => [statement.verb.id.replace(/.*\//, ''), statement]),
  );
  const { failed, completed, terminated } = results;
  expect(failed?.result).toMatchObject({
    success: false,
    score: { scaled: 0, raw: 0, min: 0, max: 100 },
  });
  expect(completed?.result).toMatchObject({ completion: true });
  expect(completed?.result).not.toHaveProperty('score');
  for (const statement of [failed, completed, terminated])
    expect(statement?.result?.duration).toMatch(/^P/);
  const categories = (statement?: Statement) =>
    statement?.context.contextActivities.category?.map(({ id }) => id.replace(/.*\//, '')).sort();
  expect(categories(completed)).toEqual(['cmi5', 'moveon']);
  expect(categories(terminated)).toEqual(['cmi5']);
  for (const { context, object } of store.statements) {
    expect(context.registration).toBe(one);
    expect(context.contextActivities.grouping).toHaveLength(1);
    expect(Object.keys(context.extensions).join()).toContain('sessionid');
    expect(object.id).toBe('https://platform.example/activity/7');
  }

  const third = await newPage();
  await third.open(launch(other));
  await shows(third, { step: 'arrows', record: expect.stringContaining('answered: 0 of 2') });

  // The store answers 404 at the first session of each learner, because it has no record of the learner yet.
  expect(store.refused).toEqual([MISSING, MISSING]);
  for (const page of [first, second, third]) await page.takeProblems();
});

once('without a platform, the lesson says that nothing is kept', async ({ newPage, host }) => {
  const store = await openStore();
  onTestFinished(() => store.close());
  const { url } = await host('', { headers: {} });
  const { folder } = unpacked('scorm12');
  const src = `${url}${folder}/index.html`;

  const alone = await newPage();
  await alone.open(pathToFileURL(`${folder}/index.html`).href);
  await shows(alone, { step: 'arrows', record: expect.stringContaining('No learning platform') });
  await turnTo(alone, 'people');

  const seen = await newPage();
  const left = JSON.stringify({ cmi: { core: { lesson_mode: 'review' } } });
  await seen.open(`${url}${URL_OF}?${new URLSearchParams({ standard: 'scorm12', src, left })}`);
  await shows(seen, { record: expect.stringContaining('for review, so nothing is recorded') });
  await turnTo(seen, 'people');
  expect((await keptOf(seen)).cmi.suspend_data).toBe('');

  const failing = await newPage();
  const { url: elsewhere } = await host('', { headers: {}, cors: true });
  const commit = `${elsewhere}no-such-place`;
  await failing.open(
    `${url}${URL_OF}?${new URLSearchParams({ standard: 'scorm12', src, commit })}`,
  );
  await shows(failing, { record: expect.stringContaining('has answered with an error') });
  await turnTo(failing, 'people');
  await failing.takeProblems();

  store.isBroken = true;
  const broken = await newPage();
  const page = `${url}${unpacked('cmi5').folder}/index.html`;
  await broken.open(store.launch(page, randomUUID(), ''));
  await shows(broken, { record: expect.stringContaining('has answered with an error') });
  await turnTo(broken, 'people');
  await broken.takeProblems();
});

once('a course has all its lessons, a package its settings', async ({ newPage, host }) => {
  const { url } = await host('', { headers: {} });
  const ids = ['softmax', LESSON];
  const { folder, manifest } = unpacked('scorm2004', ids);
  const items = [...manifest.matchAll(/<item [^>]*identifierref="page" parameters="([^"]+)"/g)];
  expect(items).toHaveLength(ids.length);
  const src = `${url}${folder}/index.html${items[1]?.[1]}`;
  const page = await newPage();
  await page.open(`${url}${URL_OF}?${new URLSearchParams({ standard: 'scorm2004', src })}`);
  await shows(page, { step: 'arrows', record: expect.stringContaining(`1 of ${STEPS}`) });

  const set = unpacked('scorm12', [LESSON], 'steps=2-3&locked=other&state=scene%3Dcosine');
  const own = await newPage();
  await own.open(`${url}${set.folder}/index.html?steps=5&lang=zh-Hans`);
  await shows(own, { step: 'cosine' });
  expect(await own.run(() => document.documentElement.lang)).toBe('en');
});
