// SPDX-License-Identifier: MIT
// Tests that malformed links and messages are parsed into valid numbers and names, or ignored.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PALETTES } from '../../web/src/components/palettes.ts';
import { fields as documentFields } from '../../web/src/documents/state.ts';
import { languageAmong, settingsFrom, THEMES } from '../../web/src/embed/attributes.ts';
import { asksForReports, frameAttributes } from '../../web/src/embed/frame-place.ts';
import { languages } from '../../web/src/i18n/languages.ts';
import { DIGITS, USUAL_DIGITS } from '../../web/src/i18n/number-format.ts';
import { readLinkNumber } from '../../web/src/i18n/read-number.ts';
import {
  type Field,
  type Fields,
  type Problem,
  readState,
  readWithin,
  shortened,
  within,
  writeState,
} from '../../web/src/state/fields.ts';
import { readPlace } from '../../web/src/state/place.ts';
import { hostileHash, hostileMessage, hostileValue, seeded } from './support/hostile.ts';

/** The exports of a lesson's state module that its definition uses. */
interface Definition {
  readonly fields?: Fields<object>;
  readonly constrain?: (state: object) => object;
  readonly readLink?: (params: URLSearchParams) => { state: object; problems: readonly Problem[] };
}

const states = import.meta.glob<Definition>('../../web/src/lessons/*/{compute,state}.ts', {
  eager: true,
});

/** Builds a lesson's state functions in the same way as `defineLesson`. */
function stateOf({
  fields = {} as Fields<object>,
  constrain = (state) => state,
  readLink,
}: Definition) {
  const withinRanges = (state: object) => constrain(within(fields, state));
  return {
    fields,
    withinRanges,
    readLink: readLink ?? ((params: URLSearchParams) => readWithin(fields, params, withinRanges)),
  };
}

const lessons = new Map(
  Object.entries(states)
    .filter(([, module]) => 'fields' in module)
    .map(([path, module]) => [path.split('/').at(-2) ?? '', stateOf(module)]),
);
const ids = [...lessons.keys(), 'documents'];

const HASHES = 100_000;
const MESSAGES = 100_000;
const LONGEST_SHOWN = 40;
/** Every kind of problem that a link can have. */
const KINDS: readonly Problem['kind'][] = [
  ...(['adjusted', 'empty', 'not-a-number', 'not-whole', 'other-version', 'out-of-range'] as const),
  ...(['too-few', 'too-long', 'too-many', 'unknown-option', 'without-partner'] as const),
];

const names = (module: Definition | undefined) => Object.keys(module?.fields ?? documentFields);

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

/** Whether each value of a state is a text, a finite number, or a list of these. */
const isPlain = (state: object): boolean =>
  Object.values(state).every((value) =>
    [value].flat().every((one) => typeof one === 'string' || Number.isFinite(one)),
  );

/**
 * Whether a text in a link and the text of the used value are equal or contain the same numbers. A field without a
 * control contains a sentence, where spaces have no meaning.
 */
function meansSame({ control }: Field<unknown>, text: string, used: string): boolean {
  const words = (one: string) => one.split(/\s+/u).filter(Boolean).join(' ');
  if (control === undefined) return words(text) === words(used);
  if (control.kind === 'choice') return text === used;
  const numbers = (one: string) => one.split(/[,，、]/).map(readLinkNumber);
  const kept = numbers(used);
  const given = numbers(text);
  return given.length === kept.length && given.every((x, i) => x === kept[i]);
}

/**
 * The values of a link that are not used as given, so that a notice must name them. Each is a text of three lines: the
 * field, the value in the link, and the used value.
 */
function changedBy(params: URLSearchParams, fields: Fields<object>, state: object): string[] {
  const version = params.get('v');
  const other = version !== null && version !== '1' ? [told('version', version, '1')] : [];
  const changed = (Object.entries(fields) as [string, Field<unknown>][]).flatMap(
    ([name, field]) => {
      const [text, used] = [params.get(name), field.write(Reflect.get(state, name))];
      return text === null || meansSame(field, text, used) ? [] : [told(name, text, used)];
    },
  );
  return [...other, ...changed].sort();
}

const told = (...[field, got, used]: readonly [string, string, string]) =>
  [field, shortened(got), shortened(used)].join('\n');

afterEach(() => {
  vi.unstubAllGlobals();
});

it('a hundred thousand malformed links give states within their ranges', {
  timeout: 120_000,
}, () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('eval', fetched);
  const random = seeded(6);
  const kinds = new Set<string>();
  for (let i = 0; i < HASHES; i++) {
    const wanted = ids[i % ids.length] ?? '';
    const hash = hostileHash(random, [wanted], names(lessons.get(wanted)));
    const place = readPlace(hash);
    const lesson = ids.find((id) => id === place.lesson) ?? wanted;
    const { state, problems, fields, again } = readAny(lesson, place.params);
    for (const { kind } of problems) kinds.add(kind);
    const reported = problems.map(({ field, got, used }) => told(field, got, used)).sort();
    if (
      !isPlain(state) ||
      Object.keys(state).join() !== Object.keys(fields).join() ||
      reported.join('\n') !== changedBy(place.params, fields, state).join('\n') ||
      problems.some(({ got, used }) => got.length > LONGEST_SHOWN || used.length > LONGEST_SHOWN)
    )
      expect.fail(`${hash} gave ${JSON.stringify({ state, problems })}`);
    // Checks every tenth state: its own link must restore exactly the same state, and clamping must not change it.
    if (i % 10 !== 0) continue;
    const back = readAny(lesson, writeState(fields, state));
    const [kept, given, clamped] = [state, back.state, again(state)].map((one) =>
      JSON.stringify(one),
    );
    if (kept !== given || kept !== clamped || back.problems.length > 0)
      expect.fail(`${hash} gave ${kept}, then ${given}, clamped ${clamped}`);
  }
  expect([...kinds].sort()).toEqual(KINDS);
  expect(fetched).not.toHaveBeenCalled();
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

it('settings of an embed are used if they are valid, or else replaced by defaults', () => {
  const random = seeded(66);
  const valid = {
    lang: languages,
    theme: THEMES,
    palette: ['auto', ...PALETTES],
    digits: DIGITS,
  } as const;
  const usual = { lang: 'en', theme: 'auto', palette: 'auto', digits: USUAL_DIGITS } as const;
  for (let i = 0; i < HASHES / 10; i++) {
    const query = Object.entries(valid).map(([name, values]) => {
      const value = values[Math.floor(random() * values.length)] ?? '';
      const text = name === 'lang' ? value : ` ${value.toUpperCase()} `;
      return `${name}=${random() < 0.3 ? text : hostileValue(random)}`;
    });
    const others = ['controls', 'ask', 'report'].map((name) => `${name}=${hostileValue(random)}`);
    const search = `?${[...query, ...others].join('&')}`;
    const given = frameAttributes({ search, hash: hostileHash(random, ids, ['query', 'keys']) });
    const read = <Name extends keyof typeof valid>(name: Name) =>
      valid[name].find((one) => one.toLowerCase() === given[name]?.trim().toLowerCase()) ??
      usual[name];
    const expected = [read('lang'), read('theme'), read('palette'), read('digits')];
    const settings = settingsFrom((name) => given[name] ?? null, [hostileValue(random)]);
    const { language, theme, palette, digits } = settings;
    const isRead =
      [language, theme, palette, digits].join() === expected.join() &&
      settings.ask.join() ===
        (given.ask ?? '')
          .split(/[\s,]+/)
          .filter(Boolean)
          .join() &&
      languageAmong([hostileValue(random)]) === 'en' &&
      !asksForReports({ search });
    if (!isRead) expect.fail(JSON.stringify({ given, settings, expected }));
  }
});

describe('the script of a page with frames', () => {
  it('accepts only heights from a hundred thousand messages', {
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
    const seen = { applied: 0, ignored: 0 };
    for (let i = 0; i < MESSAGES; i++) {
      style.height = '';
      const isOwn = random() < 0.9;
      const data = hostileMessage(random);
      listener({ source: isOwn ? own : {}, data });
      const { type, height } = (data ?? {}) as { type?: unknown; height?: unknown };
      const isHeight = typeof height === 'number' && height >= 40 && height <= 50_000;
      const isApplied = isOwn && type === 'attention-lab:height' && isHeight;
      seen[isApplied ? 'applied' : 'ignored']++;
      const expected = isApplied ? `${height}px` : '';
      if (style.height !== expected) expect.fail(`${style.height} instead of ${expected}`);
    }
    expect(Math.min(seen.applied, seen.ignored)).toBeGreaterThan(MESSAGES / 100);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
