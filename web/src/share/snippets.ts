// SPDX-License-Identifier: MIT
// Generates the links and HTML snippets that teachers copy. The tests embed these snippets in a page unchanged.
import type { Palette } from '../components/palettes.ts';
import { type Digits, USUAL_DIGITS } from '../i18n/number-format.ts';
import { fragmentOf, pathOf } from '../state/address.ts';
import { linkText, placeHash } from '../state/place.ts';

/** The ways to share a lesson, for which the dialog generates a text. */
export const SNIPPETS = ['link', 'element', 'frame', 'file'] as const;
export type Snippet = (typeof SNIPPETS)[number];

/** The part of a lesson that an embed shows: the whole lesson, or only the figure. */
export const SHOWN = ['lesson', 'figure'] as const;

/** The settings that a teacher has chosen in the share dialog. */
export interface Sharing {
  readonly lesson: string;
  readonly title: string;
  readonly params: URLSearchParams;
  /** A language tag. Empty if the embed uses the language of its host page. */
  readonly language: string;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly palette: 'auto' | Palette;
  readonly digits: Digits;
  /** The names of the fields that have a control. Undefined if all have one. */
  readonly controls: readonly string[] | undefined;
  readonly locked: readonly string[];
  readonly ask: readonly string[];
  readonly show: (typeof SHOWN)[number];
  /** Whether the frame reports the students' answers to the host page. */
  readonly reports: boolean;
}

type Attributes = readonly (readonly [name: string, value: string])[];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const written = (attributes: Attributes): string =>
  attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');

/** The settings that are both attributes of the element and query parameters of a frame's URL. */
function settings(sharing: Sharing): Attributes {
  const { language, theme, palette, digits, controls, locked, ask, show } = sharing;
  const all: Attributes = [
    ['lang', language],
    ['theme', theme === 'auto' ? '' : theme],
    ['palette', palette === 'auto' ? '' : palette],
    ['digits', digits === USUAL_DIGITS ? '' : digits],
    ['controls', controls?.join(',') ?? ''],
    ['locked', locked.join(',')],
    ['ask', ask.join(',')],
    ['show', show === 'lesson' ? '' : show],
  ];
  return all.filter(([name, value]) => value !== '' || (name === 'controls' && controls));
}

const withQuery = (address: string, query: Attributes): string => {
  const text = linkText(new URLSearchParams(query.map(([name, value]) => [name, value])));
  return text === '' ? address : `${address}?${text}`;
};

/**
 * The relative URL that a frame loads to show a lesson with the teacher's settings.
 * @param page  the file that the frame loads
 */
export function frameAddress(sharing: Sharing, page = 'embed.html'): string {
  const report: Attributes = sharing.reports ? [['report', 'splice']] : [];
  const address = withQuery(page, [...settings(sharing), ...report]);
  return `${address}${placeHash(sharing.lesson, sharing.params)}`;
}

/** The path of the single-file version of a lesson, relative to the site's folder. */
export const fileAddress = ({ lesson }: Sharing): string => `single/${lesson}.html`;

const HEIGHTS = { lesson: '700', figure: '480' };

const frame = ({ title, show }: Sharing, src: string): string =>
  `<iframe${written([
    ['title', title],
    ['src', src],
    ['width', '100%'],
    ['height', HEIGHTS[show]],
    ['loading', 'lazy'],
  ])}></iframe>`;

/**
 * The text to copy: a link or HTML.
 * @param base  the URL of the site's folder
 */
export function snippet(kind: Snippet, sharing: Sharing, base: string): string {
  const at = (path: string): string => new URL(path, base).href;
  const { lesson, language, params } = sharing;
  // Without a language, the first page of the site chooses the reader's.
  const link = at(
    language
      ? `${language}/${pathOf(lesson)}${fragmentOf(params)}`
      : `.${placeHash(lesson, params)}`,
  );
  const state = linkText(sharing.params);
  switch (kind) {
    case 'link':
      return link;
    case 'element':
      return `<script type="module" src="${escaped(at('embed/attention-lab.js'))}"></script>
<attention-lab${written([['lesson', sharing.lesson], ...settings(sharing), ...(state ? [['state', state] as const] : []), ['loading', 'lazy']])}>
  <a href="${escaped(link)}">${escaped(sharing.title)}</a>
</attention-lab>`;
    case 'frame':
      return `${frame(sharing, at(frameAddress(sharing)))}
<script src="${escaped(at('embed/frame-height.js'))}"></script>`;
    case 'file':
      return frame(sharing, frameAddress(sharing, `${sharing.lesson}.html`));
  }
}
