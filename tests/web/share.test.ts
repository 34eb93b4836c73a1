// SPDX-License-Identifier: MIT
// Checks that the HTML of the share panel contains the chosen settings, for an `<attention-lab>` element and for an
// `<iframe>`.
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../web/src/embed/attributes.ts';
import { asksForReports, frameAttributes } from '../../web/src/embed/frame-place.ts';
import { frameAddress, type Sharing, snippet } from '../../web/src/share/snippets.ts';

const BASE = 'https://lab.example/course/';

const sharing: Sharing = {
  lesson: 'query-key',
  title: 'Queries & "keys" <3',
  params: new URLSearchParams({ sentence: 'a & b "<c>" 你好', circle: '1,2' }),
  language: 'zh-Hant',
  theme: 'dark',
  palette: 'safe',
  digits: 'full',
  controls: ['sentence', 'row'],
  locked: ['row'],
  ask: ['self', 'round'],
  show: 'figure',
  reports: true,
};
const plain: Sharing = {
  ...sharing,
  language: '',
  theme: 'auto',
  palette: 'auto',
  digits: '4',
  controls: undefined,
  locked: [],
  ask: [],
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

const settings = {
  lesson: 'query-key',
  language: 'zh-Hant',
  theme: 'dark',
  palette: 'safe',
  digits: 'full',
  controls: ['sentence', 'row'],
  locked: ['row'],
  ask: ['self', 'round'],
  show: 'figure',
  steps: '',
};
const unset = {
  language: 'en',
  theme: 'auto',
  palette: 'auto',
  digits: '4',
  controls: undefined,
  locked: [],
  ask: [],
  show: '',
};

describe('the text that a teacher copies', () => {
  it.each([
    ['all of it', sharing, settings],
    ['nothing but the lesson', plain, { lesson: 'query-key', ...unset }],
    ['no control at all', { ...plain, controls: [] }, { ...unset, controls: [] }],
  ])('has the settings of the element: %s', (_, chosen, expected) => {
    const found = attributesOf(snippet('element', chosen, BASE), 'attention-lab');
    const read = settingsFrom((name) => found.get(name) ?? null, []);
    expect(read).toMatchObject(expected);
    expect([...new URLSearchParams(read.state)]).toEqual([...chosen.params]);
  });

  it.each([
    ['all of it', sharing, settings],
    ['nothing but the lesson', plain, { lesson: 'query-key', ...unset }],
    ['no control at all', { ...plain, controls: [] }, { ...unset, controls: [] }],
  ])('has the settings of a frame and of a file: %s', (_, chosen, expected) => {
    for (const [kind, page] of [
      ['frame', `${BASE}embed.html`],
      ['file', 'https://host.example/query-key.html'],
    ] as const) {
      const frame = attributesOf(snippet(kind, chosen, BASE), 'iframe');
      expect(frame.get('title')).toBe(chosen.title);
      const address = new URL(frame.get('src') ?? '', 'https://host.example/');
      expect(`${address.origin}${address.pathname}`).toBe(page);
      const given = frameAttributes(address);
      const read = settingsFrom((name) => given[name] ?? null, []);
      expect(read).toMatchObject(expected);
      expect([...new URLSearchParams(read.state)]).toEqual([...chosen.params]);
      expect(asksForReports(address)).toBe(chosen.reports);
    }
  });

  it('contains the height of a figure', () => {
    const height = (show: Sharing['show']) =>
      attributesOf(snippet('frame', { ...plain, show }, BASE), 'iframe').get('height');
    expect([height('lesson'), height('figure')]).toEqual(['700', '480']);
  });

  it('is a link to the current lesson', () => {
    expect(snippet('link', sharing, BASE)).toMatch(
      /^https:\/\/lab\.example\/course\/zh-Hant\/query-key\/#\?/,
    );
    expect(snippet('link', plain, BASE)).toMatch(
      /^https:\/\/lab\.example\/course\/#\/query-key\?sentence=/,
    );
    expect(frameAddress(plain)).toMatch(/^embed\.html#\/query-key\?sentence=/);
  });
});
