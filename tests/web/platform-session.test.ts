// SPDX-License-Identifier: MIT
// Tests a session on a learning platform: its reports, and the values that it sets with SCORM, with a fake platform.
// tests/browser/platforms.test.ts uses SCORM and cmi5 in a browser.
import { beforeEach, expect, it, vi } from 'vitest';
import { renderHtml } from '../../web/build/render-html.ts';
import { createPlatform as createCmi5 } from '../../web/src/embed/platform/cmi5.ts';
import type { Begun, Platform } from '../../web/src/embed/platform/platform.ts';
import type { Report } from '../../web/src/embed/platform/record.ts';
import { createPlatform } from '../../web/src/embed/platform/scorm.ts';
import { attend } from '../../web/src/embed/platform/session.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';

const values = vi.hoisted(() => new Map<string, string>());
vi.mock('@gamestdio/scorm', () => ({
  scorm: {
    configure: () => {},
    initialize: () => !values.has('refuses'),
    getLastError: () => Number(values.get('refuses') ?? 0),
    get: (name: string) => values.get(name) ?? '',
    set: (name: string, value: string) => values.set(name, value) && !values.has('full'),
    commit: () => !values.has('lost'),
    status: () => values.get('status'),
    terminate: () => values.set('ended', ''),
  },
}));

const launch: { masteryScore?: number | null | undefined } = vi.hoisted(() => ({}));
const statements = vi.hoisted((): string[] => []);
vi.mock('@xapi/cmi5', () => {
  const sends = (verb: string) => async () => statements.push(verb);
  const instance = {
    ...{ initialize: async () => {}, getLaunchData: () => launch, getLaunchParameters: () => ({}) },
    xapi: { getState: async () => ({ data: {} }), setState: async () => {} },
    ...{ pass: sends('passed'), fail: sends('failed'), complete: sends('completed') },
  };
  return { default: { isCmiAvailable: true, instance } };
});

const REPORT: Report = {
  ...{ text: 'record', seen: 2, answered: 1, hits: 1, score: 0.123456, progress: 0.5 },
  isComplete: true,
};

beforeEach(() => {
  values.clear();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', new EventTarget());
});

async function open(begun: Begun) {
  const reports: Report[] = [];
  let isFull = false;
  const report = async (one: Report) => {
    if (isFull) throw new Error('full');
    reports.push(one);
  };
  const platform = { most: 4096, begin: async () => begun, report, end: async () => {} };
  const lab = Object.assign(new EventTarget(), {
    ...{ lesson: 'similarity', getAttribute: () => null, steps: '', setState: vi.fn() },
  });
  const i18n = await createI18n('en');
  const session = await attend(platform satisfies Platform, lab as never, i18n);
  const tell = async (type: string, detail: object) => {
    lab.dispatchEvent(new CustomEvent(type, { detail }));
    await Promise.resolve();
    await Promise.resolve();
    return renderHtml(session.render()).replace(/<[^>]*>/g, '');
  };
  const fill = () => {
    isFull = true;
  };
  return { reports, tell, lab, fill };
}

const answer = (guess: string) => ({ question: 'people', guess, right: 'third' });

it('reports each new step, and whether the first guess at a question was right', async () => {
  const { reports, tell, lab, fill } = await open({ kind: 'kept', text: '' });
  expect(lab.steps).toBe('1-7');
  await tell('ready', { state: 'scene=arrows' });
  await tell('state-change', { state: 'scene=arrows&other=1,2', change: 'value' });
  await tell('question-result', answer('first'));
  await tell('question-result', answer('third'));
  expect(reports.map(({ seen, answered, hits }) => [seen, answered, hits])).toEqual([
    ...[
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 0],
    ],
  ]);
  const next = await open({ kind: 'kept', text: reports.at(-1)?.text ?? '' });
  expect(next.lab.setState).toHaveBeenCalledWith('scene=arrows&other=1,2');
  fill();
  expect(await tell('question-result', answer('third'))).not.toContain('1 of 7');
});

it.each(['preview', 'none'] as const)(
  'reports nothing to a platform of the kind %s',
  async (kind) => {
    const { reports, tell } = await open({ kind, text: '' });
    expect(await tell('ready', { state: 'scene=arrows' })).not.toContain('1 of 7');
    await tell('question-result', answer('third'));
    expect(reports).toEqual([]);
  },
);

it.each([
  ['scorm12', 'cmi.core.', '0001:02:05', 12.35],
  ['scorm2004', 'cmi.', 'PT3725S', 12.35],
] as const)(
  '%s is told the score in percent and the time of the session',
  async (standard, place, time, raw) => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const platform = createPlatform(standard);
    expect(await platform.begin()).toEqual({ kind: 'kept', text: '' });
    expect(values.get(`${place}exit`)).toBe('suspend');
    now.mockReturnValue(3_725_400);
    values.set('status', 'passed');
    await platform.report(REPORT);
    expect(values.get(`${place}score.raw`)).toBe(`${raw}`);
    expect(values.get(`${place}session_time`)).toBe(time);
    expect(values.get('cmi.suspend_data')).toBe('record');
    const status = standard === 'scorm12' ? 'cmi.core.lesson_status' : 'cmi.completion_status';
    // The platform may have derived a status from the score. That status must not be overwritten.
    expect(values.get(status)).toBeUndefined();
    values.set('status', 'incomplete');
    await platform.report(REPORT);
    expect(values.get(status)).toBe('completed');
    for (const fault of ['full', 'lost']) {
      values.set(fault, '');
      await expect(platform.report(REPORT)).rejects.toThrow('the platform');
      values.delete(fault);
    }
  },
);

it('a platform that shows a lesson again only previews it, and one that refuses is no platform', async () => {
  values.set('cmi.core.lesson_mode', 'review');
  expect((await createPlatform('scorm12').begin()).kind).toBe('preview');
  values.set('refuses', '0');
  expect((await createPlatform('scorm12').begin()).kind).toBe('none');
  values.set('refuses', '101');
  await expect(createPlatform('scorm12').begin()).rejects.toThrow('refused');
});

it.each([
  [0.4, undefined, 'failed'],
  [0.5, undefined, 'passed'],
  [0.4, null, 'failed'],
  [0.5, 0.6, 'failed'],
])('cmi5: a score of %s with the mastery score %s has %s', async (score, masteryScore, verb) => {
  launch.masteryScore = masteryScore;
  statements.length = 0;
  const platform = createCmi5();
  await platform.begin();
  await platform.report({ ...REPORT, score });
  expect(statements).toEqual([verb, 'completed']);
});
