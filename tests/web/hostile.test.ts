// SPDX-License-Identifier: MIT
// Links and messages come from anywhere: whatever they hold, they are read as numbers and names, or not at all.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PALETTES } from '../../web/src/components/palettes.ts';
import { fields as documentFields } from '../../web/src/documents/state.ts';
import { languageAmong, settingsFrom, THEMES } from '../../web/src/embed/attributes.ts';
import { asksForReports, frameAttributes } from '../../web/src/embed/frame-place.ts';
import { languages } from '../../web/src/i18n/languages.ts';
import { DIGITS } from '../../web/src/i18n/numbers.ts';
import {
  type Fields,
  type Problem,
  readState,
  readWithin,
  within,
  writeState,
} from '../../web/src/state/fields.ts';
import { readPlace } from '../../web/src/state/place.ts';
import { hostileHash, hostileMessage, hostileValue, seeded } from './support/hostile.ts';

interface StateModule {
  readonly fields: Fields<object>;
  readonly readLink: (params: URLSearchParams) => { state: object; problems: readonly Problem[] };
  readonly withinRanges: (state: object) => object;
}

/** The exports of a lesson with a stage and beats, instead of those of `StateModule`. */
interface Definition {
  readonly fields?: Fields<object>;
  readonly constrain?: (state: object) => object;
  readonly readLink?: StateModule['readLink'];
}

const states = import.meta.glob<StateModule | Definition>(
  '../../web/src/lessons/*/{compute,state}.ts',
  {
    eager: true,
  },
);

/** Builds the functions in the same way as `defineLesson`. */
function framed({
  fields = {} as Fields<object>,
  constrain = (state) => state,
  readLink,
}: Definition): StateModule {
  const withinRanges = (state: object) => constrain(within(fields, state));
  return {
    fields,
    withinRanges,
    readLink: readLink ?? ((params) => readWithin(fields, params, withinRanges)),
  };
}

const lessons = new Map(
  Object.entries(states)
    .filter(([, module]) => 'fields' in module)
    .map(([path, module]) => [
      path.split('/').at(-2) ?? '',
      'withinRanges' in module ? module : framed(module),
    ]),
);
const ids = [...lessons.keys(), 'documents'];

const HASHES = 100_000;
const MESSAGES = 100_000;
const LONGEST_SHOWN = 40;

const names = (module: StateModule | undefined) => Object.keys(module?.fields ?? documentFields);

function readAny(lesson: string, params: URLSearchParams) {
  const module = lessons.get(lesson);
  return module === undefined
    ? {
        ...readState(documentFields, params),
        fields: documentFields as Fields<object>,
        again: (s: object) => s,
      }
    : { ...module.readLink(params), fields: module.fields, again: module.withinRanges };
}

/** Whether a state is plain data: numbers that are numbers, texts, lists of numbers. */
const isPlain = (state: object): boolean =>
  Object.values(state).every((value) =>
    [value].flat().every((one) => typeof one === 'string' || Number.isFinite(one)),
  );

afterEach(() => {
  vi.unstubAllGlobals();
});

it('a hundred thousand hostile links give states within their ranges', { timeout: 120_000 }, () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('eval', fetched);
  const random = seeded(6);
  let told = 0;
  for (let i = 0; i < HASHES; i++) {
    const wanted = ids[i % ids.length] ?? '';
    const hash = hostileHash(random, [wanted], names(lessons.get(wanted)));
    const place = readPlace(hash);
    const lesson = ids.find((id) => id === place.lesson) ?? wanted;
    const { state, problems, fields, again } = readAny(lesson, place.params);
    told += problems.length;
    if (
      !isPlain(state) ||
      Object.keys(state).join() !== Object.keys(fields).join() ||
      problems.some(({ got, used }) => got.length > LONGEST_SHOWN || used.length > LONGEST_SHOWN)
    )
      expect.fail(`${hash} gave ${JSON.stringify({ state, problems })}`);
    // What is at rest on the page is what its own link gives back.
    if (i % 10 !== 0) continue;
    const back = readAny(lesson, writeState(fields, state));
    const [kept, given, clamped] = [state, back.state, again(state)].map((one) =>
      JSON.stringify(one),
    );
    if (kept !== given || kept !== clamped || back.problems.length > 0)
      expect.fail(`${hash} gave ${kept}, then ${given}, clamped ${clamped}`);
  }
  expect(told).toBeGreaterThan(HASHES / 10);
  expect(fetched).not.toHaveBeenCalled();
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

it('hostile settings of an embed are names, looks and a language of ours', () => {
  const random = seeded(66);
  for (let i = 0; i < HASHES / 10; i++) {
    const given = frameAttributes({
      search: `?lang=${hostileValue(random)}&theme=${hostileValue(random)}&palette=${hostileValue(random)}&digits=${hostileValue(random)}&controls=${hostileValue(random)}&ask=${hostileValue(random)}&report=${hostileValue(random)}`,
      hash: hostileHash(random, ids, ['query', 'keys']),
    });
    const settings = settingsFrom((name) => given[name] ?? null, [hostileValue(random)]);
    const isOurs =
      [settings.language, languageAmong([hostileValue(random)])].every((one) =>
        languages.includes(one),
      ) &&
      THEMES.includes(settings.theme) &&
      ['auto', ...PALETTES].includes(settings.palette) &&
      DIGITS.includes(settings.digits) &&
      settings.ask.every((name) => !/[\s,]/.test(name)) &&
      !asksForReports({ search: `?report=${hostileValue(random)}` });
    if (!isOurs) expect.fail(JSON.stringify({ given, settings }));
  }
});

describe('the helper of a page with frames', () => {
  it('takes nothing but a height from a hundred thousand messages', {
    timeout: 120_000,
  }, async () => {
    let listener: (event: { source: unknown; data: unknown }) => void = () => {};
    const own = {};
    const style = { height: '' };
    vi.stubGlobal('addEventListener', (_: string, added: typeof listener) => {
      listener = added;
    });
    vi.stubGlobal('document', {
      querySelectorAll: () => [{ contentWindow: own, style }],
    });
    await import('../../web/src/embed/frame-height.ts');
    const random = seeded(666);
    let changes = 0;
    for (let i = 0; i < MESSAGES; i++) {
      style.height = '';
      const isOwn = random() < 0.9;
      listener({ source: isOwn ? own : {}, data: hostileMessage(random) });
      if (style.height === '') continue;
      changes++;
      const [, height] = /^([\d.]+)px$/.exec(style.height) ?? [];
      if (!isOwn || !(Number(height) >= 40 && Number(height) <= 50_000))
        expect.fail(`took ${style.height}`);
    }
    expect(changes).toBeGreaterThan(MESSAGES / 100);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
