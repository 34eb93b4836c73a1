// SPDX-License-Identifier: MIT
// Tests the packages for learning platforms, and the record of a learner's work that a platform stores.
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../web/src/embed/attributes.ts';
import {
  EMPTY,
  goalOf,
  type LessonRecord,
  recordIn,
  reportOf,
} from '../../web/src/embed/platform/record.ts';
import { lessons } from '../../web/src/lessons/registry.ts';
import { type PackageRequest, packageOf } from '../../web/src/platforms/package.ts';

const ONE = { id: 'softmax', title: 'Q & "A" < B', summary: 'How <one> asks.' };
const PAGE = `<head>
    <meta content="script-src 'sha256-own' 'wasm-unsafe-eval'; font-src data:; img-src data:" />
    <meta name="viewport" content="width=device-width" />
  </head><body><script>start()</script></body>`;
const REQUEST: PackageRequest = {
  standard: 'scorm12',
  language: 'zh-Hant',
  title: ONE.title,
  lessons: [ONE],
  page: PAGE,
  adapter: { part: '<script id="al-adapter">code</script>', source: "'sha256-adapter'" },
};

const filesOf = (request: Partial<PackageRequest>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(packageOf({ ...REQUEST, ...request }))).map(([name, bytes]) => [
      name,
      strFromU8(bytes),
    ]),
  );

describe('a package', () => {
  it('is the same file for the same contents', () => {
    expect(packageOf(REQUEST)).toEqual(packageOf({ ...REQUEST }));
  });

  it.each([
    ['scorm12', 'imsmanifest.xml'],
    ['scorm2004', 'imsmanifest.xml'],
    ['cmi5', 'cmi5.xml'],
  ] as const)('of %s has a page and %s, which names it', (standard, manifest) => {
    const files = filesOf({ standard });
    expect(Object.keys(files).sort()).toEqual([manifest, 'index.html'].sort());
    expect(files[manifest]).toContain('Q &amp; &quot;A&quot; &lt; B');
    expect(files[manifest]).toContain(
      standard === 'cmi5' ? '<url>index.html</url>' : 'href="index.html"',
    );
  });

  it('adds the adapter and the settings to its page, and the network only for cmi5', () => {
    const settings = 'steps=2-4&lang=en&state=scene%3Dwidth%26d%3D8';
    const page = filesOf({ settings })['index.html'] ?? '';
    expect(page).toContain(`'sha256-own' 'sha256-adapter' 'wasm-unsafe-eval'; font-src data:;`);
    expect(page).toContain('<meta name="attention-lab-standard" content="scorm12" />');
    const [, given = ''] = /name="attention-lab-settings" content="([^"]*)"/.exec(page) ?? [];
    expect(Object.fromEntries(new URLSearchParams(given.replaceAll('&amp;', '&')))).toEqual({
      steps: '2-4',
      lang: 'zh-Hant',
      state: 'scene=width&d=8',
    });
    expect(page.indexOf('id="al-adapter"')).toBeLessThan(page.indexOf('start()'));
    expect(filesOf({ standard: 'cmi5' })['index.html']).toContain(
      `'wasm-unsafe-eval'; connect-src *; font-src data:;`,
    );
  });

  it('is refused for a page of another kind', () => {
    expect(() => filesOf({ page: '<head></head>' })).toThrow("'wasm-unsafe-eval'");
  });
});

const FULL: LessonRecord = {
  state: 'scene=guess&minutes=80',
  seen: ['arrows', 'guess'],
  answers: {
    people: { guess: 'third', isHit: true },
    guess: { guess: '', isHit: false },
  },
};
const GOAL = { steps: ['arrows', 'people', 'guess'], questions: ['people', 'guess'] };
const MOST_OF_SCORM_12 = 4096;

describe('the record of a lesson', () => {
  it('is the same after a platform has kept its text', () => {
    const { text } = reportOf('similarity', FULL, GOAL, MOST_OF_SCORM_12);
    expect(recordIn(text, 'similarity')).toEqual(FULL);
  });

  it('keeps only the step of a state that is too long', () => {
    const long = { ...FULL, state: `scene=guess&text=${'x'.repeat(MOST_OF_SCORM_12)}` };
    const { text } = reportOf('similarity', long, GOAL, MOST_OF_SCORM_12);
    expect(recordIn(text, 'similarity')).toEqual({ ...FULL, state: 'scene=guess' });
    const whole = reportOf('similarity', long, GOAL, 64_000).text;
    expect(recordIn(whole, 'similarity')).toEqual(long);
    expect(reportOf('similarity', long, GOAL, whole.length).text).toBe(whole);
  });

  it.each(['', '{', 'null', '[]', '{"lesson":"similarity"}', '{"lesson":"softmax","state":""}'])(
    'does not come from %j',
    (text) => {
      expect(recordIn(text, 'similarity')).toBeUndefined();
    },
  );

  it('counts as complete when all steps are seen and all questions answered', () => {
    const { isComplete, score, progress, seen, answered } = reportOf('a', FULL, GOAL, 4096);
    expect({ isComplete, score, progress, seen, answered }).toEqual({
      isComplete: false,
      score: 0.5,
      progress: 0.8,
      seen: 2,
      answered: 2,
    });
    const all = { ...FULL, seen: [...FULL.seen, 'people'] };
    expect(reportOf('a', all, GOAL, 4096)).toMatchObject({ isComplete: true, progress: 1 });
    expect(reportOf('a', EMPTY, { ...GOAL, questions: [] }, 4096).score).toBeUndefined();
    const { people } = FULL.answers;
    const one = { ...FULL, answers: people ? { people } : {} };
    expect(reportOf('a', one, GOAL, 4096)).toMatchObject({ score: 0.5, hits: 1 });
  });
});

const settings = (attributes: Record<string, string>) =>
  settingsFrom((name) => attributes[name] ?? null, []);

it('a lesson is complete with the steps and questions that its attributes show', () => {
  const lesson = { steps: ['a', 'b', 'c'], questions: ['a', 'c'] };
  const goal = (attributes: Record<string, string>) => goalOf(lesson, settings(attributes));
  expect(goal({})).toEqual({ steps: ['a', 'b', 'c'], questions: ['a', 'c'] });
  expect(goal({ steps: '2-3' })).toEqual({ steps: ['b', 'c'], questions: ['c'] });
  expect(goal({ steps: '2', ask: 'a' })).toEqual({ steps: ['b'], questions: ['a'] });
  expect(goal({ show: 'figure', state: 'scene=c' })).toEqual({ steps: ['c'], questions: ['c'] });
});

it.each(lessons.map(({ id, load }) => [id, load] as const))(
  'the whole record of %s, without its state, fits into SCORM 1.2',
  async (id, load) => {
    const lesson = await load();
    const answers = lesson.questions.map((question) => [
      question,
      { guess: 'x'.repeat(40), isHit: true },
    ]);
    const state = `scene=${lesson.steps?.at(-1)}&text=${'x'.repeat(MOST_OF_SCORM_12)}`;
    const record = { state, seen: lesson.steps ?? [], answers: Object.fromEntries(answers) };
    const { text } = reportOf(id, record, goalOf(lesson, settings({})), MOST_OF_SCORM_12);
    expect(text.length).toBeLessThan(MOST_OF_SCORM_12);
    expect(recordIn(text, id)?.seen).toEqual(lesson.steps);
  },
);
