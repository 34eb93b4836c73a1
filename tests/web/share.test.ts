// SPDX-License-Identifier: MIT
// Checks that the HTML of the share panel contains the chosen settings, for an `<attention-lab>` element and for an
// `<iframe>`.
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../web/src/embed/attributes.ts';
import { asksForReports, frameAttributes } from '../../web/src/embed/frame-place.ts';
import { frameAddress, type Sharing, snippet, startStep } from '../../web/src/share/snippets.ts';

const BASE = 'https://lab.example/course/';

const sharing: Sharing = {
  lesson: 'query-key',
  title: 'Queries & "keys" <3',
  params: new URLSearchParams({ sentence: 'a & b "<c>" 你好', circle: '1,2' }),
  steps: ['ask', 'self', 'round'],
  fields: ['sentence', 'row', 'circle'],
  language: 'zh-Hant',
  theme: 'dark',
  palette: 'safe',
  digits: 'full',
  hidden: ['circle'],
  locked: ['row'],
  ask: ['self', 'round'],
  mayReveal: false,
  show: 'figure',
  range: [1, 3],
  reports: true,
};
const plain: Sharing = {
  ...sharing,
  language: '',
  theme: 'auto',
  palette: 'auto',
  digits: '4',
  hidden: [],
  locked: [],
  ask: [],
  mayReveal: true,
  show: 'lesson',
  reports: false,
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<' };

/** The attributes of the first `tag` in an HTML text, with entities decoded. */
function attributesOf(html: string, tag: string): Map<string, string> {
  const [, inner = ''] = new RegExp(`<${tag}((?: [\\w-]+="[^"<]*")*)>`).exec(html) ?? [];
  return new Map(
    Array.from(inner.matchAll(/ ([\w-]+)="([^"]*)"/g), ([, name = '', text = '']) => [
      name,
      text.replace(/&(\w+);/g, (_, entity) => ENTITIES[entity] ?? '?'),
    ]),
  );
}

/** The settings that an embed must read unchanged. */
const kept = ({ lesson, theme, palette, digits, locked, ask, mayReveal }: Sharing) => ({
  ...{ lesson, theme, palette, digits, locked, ask, mayReveal },
});
const unset = { ...kept(plain), language: 'en', controls: undefined, show: '' };
const none = { ...plain, hidden: plain.fields };

describe('the text that a teacher copies', () => {
  it.each([
    [
      'all of it',
      sharing,
      { ...kept(sharing), language: 'zh-Hant', controls: ['-circle'], show: 'figure', steps: '' },
    ],
    ['nothing but the lesson', plain, unset],
    ['no control at all', none, { ...unset, controls: [] }],
  ])('has the settings of the element, of a frame and of a file: %s', (_, chosen, expected) => {
    const expectSettings = (of: (name: string) => string | null | undefined) => {
      const read = settingsFrom((name) => of(name) ?? null, []);
      expect(read).toMatchObject(expected);
      expect([...new URLSearchParams(read.state)]).toEqual([...chosen.params]);
    };
    const element = attributesOf(snippet('element', chosen, BASE), 'attention-lab');
    expectSettings((name) => element.get(name));
    for (const [kind, page] of [
      ['frame', `${BASE}embed.html`],
      ['file', 'https://host.example/query-key.html'],
    ] as const) {
      const frame = attributesOf(snippet(kind, chosen, BASE), 'iframe');
      expect(frame.get('title')).toBe(chosen.title);
      const address = new URL(frame.get('src') ?? '', 'https://host.example/');
      expect(`${address.origin}${address.pathname}`).toBe(page);
      const given = frameAttributes(address);
      expectSettings((name) => given[name]);
      expect(asksForReports(address)).toBe(chosen.reports);
    }
  });

  it('contains the height of a figure', () => {
    const height = (show: Sharing['show']) =>
      attributesOf(snippet('frame', { ...plain, show }, BASE), 'iframe').get('height');
    expect([height('lesson'), height('figure')]).toEqual(['700', '480']);
  });

  it('names the controls that students have, or those that they lack, whichever is shorter', () => {
    const controls = (hidden: string[]) =>
      attributesOf(snippet('element', { ...plain, hidden }, BASE), 'attention-lab').get('controls');
    expect([[], ['row'], ['sentence', 'row']].map(controls)).toEqual([undefined, '-row', 'circle']);
  });

  it('is a link to the page of the lesson as long as students see all of it', () => {
    expect(snippet('link', { ...plain, language: 'zh-Hant' }, BASE)).toMatch(
      /^https:\/\/lab\.example\/course\/zh-Hant\/query-key\/#\?/,
    );
    expect(snippet('link', plain, BASE)).toMatch(
      /^https:\/\/lab\.example\/course\/#\/query-key\?sentence=/,
    );
    expect(
      snippet('link', { ...plain, params: new URLSearchParams(), mayReveal: false }, BASE),
    ).toBe(`${BASE}embed.html?reveal=never#/query-key`);
    // A link has no surrounding page that could receive reports.
    expect(snippet('link', sharing, BASE)).toBe(
      BASE + frameAddress({ ...sharing, reports: false }),
    );
  });

  it.each([
    [[1, 3], { scene: 'self', circle: '1,2' }, '1-3', 'scene=self&circle=1,2', 'self'],
    [[2, 3], { scene: 'self', circle: '3' }, '2-3', 'circle=3', 'self'],
    [[3, 3], { scene: 'self', circle: '3' }, '3', '', 'round'],
    [[2, 2], { circle: '3' }, '2', '', 'self'],
  ] as const)('steps %o with %o begin with %s', (range, given, steps, state, start) => {
    const params = new URLSearchParams(given);
    const chosen: Sharing = { ...plain, show: 'steps', range, params };
    const found = attributesOf(snippet('element', chosen, BASE), 'attention-lab');
    expect([found.get('steps'), found.get('state') ?? '']).toEqual([steps, state]);
    const address = attributesOf(snippet('frame', chosen, BASE), 'iframe').get('src') ?? '';
    expect(frameAttributes(new URL(address))).toMatchObject({ steps, state });
    expect(startStep(chosen)).toBe(start);
  });
});
