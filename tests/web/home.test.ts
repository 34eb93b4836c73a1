// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { renderHtml } from '../../web/build/render-html.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { loadTexts } from '../../web/src/site/home/texts.ts';
import { renderHome } from '../../web/src/site/home/view.ts';
import type { Place, Progress } from '../../web/src/site/progress.ts';
import { stops } from '../../web/src/site/stops.ts';
import { HOME_MARK } from '../../web/src/state/address.ts';

const i18n = await createI18n('en');
await loadTexts(i18n);

function home(progress: Progress, place?: Place) {
  const parts = { choice: 0, sentence: '', pitch: '', picture: () => '', onForget: () => {} };
  const page = renderHtml(renderHome({ i18n, progress, place, ...parts }));
  const cards = page.split('<li').slice(1);
  return {
    opened: stops.flatMap(({ id }, i) => (cards[i]?.includes('class="lesson-done"') ? id : [])),
    start: new RegExp(`class="start" href="${HOME_MARK}([\\w-]+)/(#\\w+)?"`)
      .exec(page)
      ?.slice(1)
      .join(''),
    canForget: page.includes('class="progress-note"'),
  };
}

it('marks the lessons that the reader has opened, and links to the first other one', () => {
  const [first, second, third] = stops.map(({ id }) => id) as [string, string, string];
  expect(home({})).toEqual({ opened: [], start: first, canForget: false });
  expect(home({ [first]: [], [third]: [] })).toEqual({
    ...{ opened: [first, third], start: second, canForget: true },
  });
});

it('after the last lesson, links to the first one again', () => {
  const all = stops.filter(({ optional }) => !optional).map(({ id }) => [id, []] as const);
  expect(home(Object.fromEntries(all))).toMatchObject({ start: stops[0]?.id });
});

it('links to the step where the reader stopped', () => {
  const [first, second] = stops.map(({ id }) => id) as [string, string];
  const progress = { [first]: [], [second]: [] };
  expect(home(progress, { lesson: first }).start).toBe(first);
  expect(home(progress, { lesson: second, step: 'guess' }).start).toBe(`${second}#guess`);
  expect(home(progress, { lesson: 'gone', step: 'guess' }).start).toBe(stops[2]?.id);
});
