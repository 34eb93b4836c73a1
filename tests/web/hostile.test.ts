// SPDX-License-Identifier: MIT
// Tests that malformed links and messages are parsed into valid numbers and names, or ignored.
import { describe, expect, it, vi } from 'vitest';
import { seeded } from '../../tools/bench/tensors.mjs';
import { PALETTES } from '../../web/src/components/palettes.ts';
import { fields as documentFields } from '../../web/src/documents/state.ts';
import { languageAmong, settingsFrom, THEMES } from '../../web/src/embed/attributes.ts';
import { asksForReports, frameAttributes } from '../../web/src/embed/frame-place.ts';
import { languages } from '../../web/src/i18n/languages.ts';
import { DIGITS, USUAL_DIGITS } from '../../web/src/i18n/number-format.ts';
import { asciiText } from '../../web/src/i18n/read-number.ts';
import { shortened } from '../../web/src/i18n/shortened.ts';
import { lessons as registered } from '../../web/src/lessons/registry.ts';
import {
  type Field,
  type Fields,
  mended,
  type Problem,
  readState,
  within,
  writeState,
} from '../../web/src/state/fields.ts';
import { placeHash, readPlace, withoutPunctuation } from '../../web/src/state/place.ts';
import { hostileHash, hostileMessage, hostileValue } from './support/hostile.ts';

vi.mock('../../web/src/lesson/define.ts', () => ({
  defineLesson: (definition: unknown) => definition,
}));

/** The fields of every lesson, and the state functions that `defineLesson` derives from them. */
const lessons = new Map(
  await Promise.all(
    registered.map(async ({ id, load }) => {
      const { fields } = (await load()) as unknown as { fields: Fields<object> };
      const withinRanges = (state: object) => within(fields, state);
      const readLink = (params: URLSearchParams) => readState<object>(fields, params);
      return [id, { fields, withinRanges, readLink }] as const;
    }),
  ),
);
const ids = [...lessons.keys(), 'documents'];

const HASHES = 100_000;
const MESSAGES = 100_000;
const LONGEST_SHOWN = 40;
const KINDS: readonly Problem['kind'][] = [
  ...(['adjusted', 'not-a-number', 'not-whole', 'out-of-range', 'repeated'] as const),
  ...(['too-few', 'too-long', 'too-many', 'unknown-field', 'unknown-option'] as const),
];

const names = (id: string) => Object.keys(lessons.get(id)?.fields ?? documentFields);

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

/** The value of each digit of all numbering systems, such as "٣" → "3". */
const DIGIT_OF = new Map(
  Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
    const { format } = new Intl.NumberFormat('en', { numberingSystem });
    return Array.from({ length: 10 }, (_, digit) => [format(digit), `${digit}`] as const);
  }),
);

/**
 * Whether a text in a link and the text of the used value are equal or contain the same numbers. In a field without a
 * control, which contains a sentence, the amount of white space is ignored.
 */
function meansSame({ control }: Field<unknown>, text: string, used: string): boolean {
  const words = (one: string) => one.split(/\s+/u).filter(Boolean).join(' ');
  if (control === undefined) return words(text) === words(used);
  if (control.kind === 'choice') return text === used;
  // Reads numbers without the module under test. A number that overflows, or underflows to 0, becomes NaN.
  const numbers = (one: string) =>
    one.split(/[,，、]/).map((part) => {
      const narrow = part.replace(/[！-～]/g, (wide) =>
        String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
      );
      const plain = narrow
        .trim()
        .replace('−', '-')
        .replace(/\p{Nd}/gu, (digit) => DIGIT_OF.get(digit) ?? digit);
      const [, digits] = /^[+-]?(\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.exec(plain) ?? [];
      const isLost = digits === undefined || (Number(plain) === 0 && /[1-9]/.test(digits));
      return isLost || !Number.isFinite(Number(plain)) ? Number.NaN : Number(plain);
    });
  const kept = numbers(used);
  const given = numbers(text);
  return given.length === kept.length && given.every((x, i) => x === kept[i]);
}

/**
 * The values of a link that are not used as given, so that a notice must name them. Each is a text of three lines: the
 * field, the value in the link, and the used value.
 */
function changedBy(params: URLSearchParams, fields: Fields<object>, state: object): string[] {
  const known = Object.entries(fields) as [string, Field<unknown>][];
  const changed = known.flatMap(([name, field]) => {
    const [text, ...others] = params.getAll(name);
    const used = field.write(Reflect.get(state, name));
    const other = others.find((one) => one !== text);
    return [
      ...(text === undefined || meansSame(field, text, used) ? [] : [told(name, text, used)]),
      ...(other === undefined ? [] : [told(name, other, used)]),
    ];
  });
  const unknown = [...new Map(params)].filter(
    ([name, text]) =>
      name.toLowerCase() !== 'v' &&
      !Object.hasOwn(fields, name) &&
      withoutPunctuation(name + text) !== '',
  );
  return [...changed, ...unknown.map(([name, text]) => told(shortened(name), text, ''))].sort();
}

/** Changes to a link that other programs make when they pass it on, such as escaping "&". */
const DAMAGES: readonly ((hash: string) => string)[] = [
  ...['&amp;', '&#38;', '&#x26;', '&amp;amp;', '&#038;amp;', ';'].map(
    (between) => (hash: string) => hash.replaceAll('&', between),
  ),
  ...[1, 2, 3].map(
    (times) => (hash: string) =>
      `#/${Array.from({ length: times }).reduce<string>(encodeURIComponent, hash.slice(2))}`,
  ),
  (hash) => hash.replace(/(?<=[?&])\w+(?==)/g, (name) => name.toUpperCase()),
  (hash) => hash.replace('?', '??'),
  (hash) => hash.replace('?', '%3F').replace('#/', '#%2F'),
];

const told = (...[field, got, used]: readonly [string, string, string]) =>
  [field, shortened(got), shortened(used)].join('\n');

it('the link of a page with its defaults is only its name', () => {
  for (const id of ids) {
    const { fields, state } = readAny(id, new URLSearchParams());
    expect(placeHash(id, writeState(fields, state))).toBe(`#/${id}`);
  }
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
    const hash = hostileHash(random, [wanted], names(wanted));
    const place = readPlace(hash);
    const lesson = ids.find((id) => id === place.lesson) ?? wanted;
    const { state, problems, fields, again } = readAny(lesson, place.params);
    for (const { kind } of problems) kinds.add(kind);
    const reported = problems.map(({ field, got, used }) => told(field, got, used)).sort();
    if (
      !isPlain(state) ||
      Object.keys(state).join() !== Object.keys(fields).join() ||
      reported.join('\n') !== changedBy(mended(fields, place.params), fields, state).join('\n') ||
      problems.some(({ got, used }) => got.length > LONGEST_SHOWN || used.length > LONGEST_SHOWN)
    )
      expect.fail(`${hash} gave ${JSON.stringify({ state, problems })}`);
    // The link of every tenth state must restore the same state, even after another program has changed the link
    // (`DAMAGES`). Clamping must not change the state.
    if (i % 10 !== 0) continue;
    const link = placeHash(lesson, writeState(fields, state));
    const damage = DAMAGES[(i / 10) % (DAMAGES.length + 1)] ?? String;
    const back = readAny(lesson, readPlace(damage(link)).params);
    const [kept, given, clamped] = [state, back.state, again(state)].map((one) =>
      JSON.stringify(one),
    );
    if (kept !== given || kept !== clamped || back.problems.length > 0)
      expect.fail(`${hash} gave ${damage(link)}, ${kept}, then ${given}, clamped ${clamped}`);
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
        asciiText(given.ask ?? '')
          .split(/[\s,、]+/)
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
