// SPDX-License-Identifier: MIT
// What a teacher copies: text that the tests embed as it is.
import type { Palette } from '../components/palettes.ts';
import { type Digits, USUAL_DIGITS } from '../i18n/numbers.ts';
import { linkText, placeHash } from '../state/place.ts';

/** The ways to take a lesson along. */
export const SNIPPETS = ['link', 'element', 'frame', 'file'] as const;
export type Snippet = (typeof SNIPPETS)[number];

/** The part of a lesson that an embed shows. */
export const SHOWN = ['lesson', 'stage'] as const;

/** What was chosen. */
export interface Sharing {
  readonly lesson: string;
  readonly title: string;
  readonly params: URLSearchParams;
  /** Empty for that of the page around it. */
  readonly language: string;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly palette: 'auto' | Palette;
  readonly digits: Digits;
  /** The fields that have a control; all where it is undefined. */
  readonly controls: readonly string[] | undefined;
  readonly locked: readonly string[];
  readonly ask: readonly string[];
  readonly show: (typeof SHOWN)[number];
  /** Whether a frame tells what was answered. */
  readonly reports: boolean;
}

type Attributes = readonly (readonly [name: string, value: string])[];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const written = (attributes: Attributes): string =>
  attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');

/** What an element's attributes and a frame's address say alike. */
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

/** The address of a lesson's frame, or of its file, below `folder`. */
export function frameAddress(sharing: Sharing, page = 'embed.html'): string {
  const report: Attributes = sharing.reports ? [['report', 'splice']] : [];
  const address = withQuery(page, [...settings(sharing), ...report]);
  return `${address}${placeHash(sharing.lesson, sharing.params)}`;
}

/** The file of a lesson, below the site's folder. */
export const fileAddress = ({ lesson }: Sharing): string => `single/${lesson}.html`;

const HEIGHTS = { lesson: '700', stage: '480' };

const frame = ({ title, show }: Sharing, src: string): string =>
  `<iframe${written([
    ['title', title],
    ['src', src],
    ['width', '100%'],
    ['height', HEIGHTS[show]],
    ['loading', 'lazy'],
  ])}></iframe>`;

/**
 * The text to copy.
 * @param base  the address of the site's folder
 */
export function snippet(kind: Snippet, sharing: Sharing, base: string): string {
  const at = (path: string): string => new URL(path, base).href;
  const hash = placeHash(sharing.lesson, sharing.params);
  const link = at(`${withQuery('.', sharing.language ? [['lang', sharing.language]] : [])}${hash}`);
  switch (kind) {
    case 'link':
      return link;
    case 'element':
      return `<script type="module" src="${escaped(at('embed/attention-lab.js'))}"></script>
<attention-lab${written([['lesson', sharing.lesson], ...settings(sharing), ['state', linkText(sharing.params)], ['loading', 'lazy']])}>
  <a href="${escaped(link)}">${escaped(sharing.title)}</a>
</attention-lab>`;
    case 'frame':
      return `${frame(sharing, at(frameAddress(sharing)))}
<script src="${escaped(at('embed/frame-height.js'))}"></script>`;
    case 'file':
      return frame(sharing, frameAddress(sharing, `${sharing.lesson}.html`));
  }
}
