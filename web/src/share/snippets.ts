// SPDX-License-Identifier: MIT
// Generates the links and HTML snippets that teachers copy. The tests embed these snippets in a page unchanged.
import type { Palette } from '../components/palettes.ts';
import { type Digits, USUAL_DIGITS } from '../i18n/number-format.ts';
import { fragmentOf, pathOf } from '../state/address.ts';
import { linkText, placeHash } from '../state/place.ts';

/** The ways to share a lesson. The dialog generates a text for each. */
export const SNIPPETS = ['link', 'frame', 'file', 'element'] as const;
export type Snippet = (typeof SNIPPETS)[number];

/** The part of a lesson that students see: the whole lesson, some steps one at a time, or only the figure of a step. */
export const SHOWN = ['lesson', 'steps', 'figure'] as const;

/** The settings that a teacher has chosen in the share dialog. */
export interface Sharing {
  readonly lesson: string;
  readonly title: string;
  /** The link parameters of the current state. */
  readonly params: URLSearchParams;
  readonly steps: readonly string[];
  /** A language tag. Empty if the embed uses the language of its host page. */
  readonly language: string;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly palette: 'auto' | Palette;
  readonly digits: Digits;
  readonly fields: readonly string[];
  readonly hidden: readonly string[];
  readonly locked: readonly string[];
  readonly ask: readonly string[];
  /** Whether students may see the answer to a question without a guess. */
  readonly mayReveal: boolean;
  readonly show: (typeof SHOWN)[number];
  /** The first and the last step, counted from 1, that students see if `show` is `steps`. */
  readonly range: readonly [first: number, last: number];
  /** Whether the frame reports the students' answers to the host page. */
  readonly reports: boolean;
}

type Attributes = readonly (readonly [name: string, value: string])[];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const written = (attributes: Attributes): string =>
  attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');

/** The shorter form of `controls`: the fields with a control, or the fields without one, each after a minus. */
function controlsOf({ fields, hidden }: Sharing): string {
  const shown = fields.filter((field) => !hidden.includes(field)).join(',');
  const without = hidden.map((field) => `-${field}`).join(',');
  return without.length < shown.length ? without : shown;
}

const rangeText = ([first, last]: Sharing['range']): string =>
  first === last ? `${first}` : `${first}-${last}`;

/** The settings that are both attributes of the element and query parameters of a frame's URL. */
function settings(sharing: Sharing): Attributes {
  const { language, theme, palette, digits, hidden, locked, ask, mayReveal, show, range } = sharing;
  const all: Attributes = [
    ['lang', language],
    ['theme', theme === 'auto' ? '' : theme],
    ['palette', palette === 'auto' ? '' : palette],
    ['digits', digits === USUAL_DIGITS ? '' : digits],
    ['controls', controlsOf(sharing)],
    ['locked', locked.join(',')],
    ['ask', ask.join(',')],
    ['reveal', mayReveal ? '' : 'never'],
    ['show', show === 'figure' ? show : ''],
    ['steps', show === 'steps' ? rangeText(range) : ''],
  ];
  return all.filter(([name, value]) => (name === 'controls' ? hidden.length > 0 : value !== ''));
}

export const presentStep = ({ params, steps }: Sharing): string =>
  params.get('scene') ?? steps[0] ?? '';

/** The step that students see first: the current step if it is shared, otherwise the first shared step. */
export function startStep(sharing: Sharing): string {
  const { steps, show, range } = sharing;
  const [first, last] = show === 'steps' ? range : [1, steps.length];
  const shown = steps.slice(first - 1, last);
  const present = presentStep(sharing);
  return shown.includes(present) ? present : (shown[0] ?? '');
}

/** The initial state for students. Empty, which means the defaults, if they do not see the current step. */
function startOf(sharing: Sharing): URLSearchParams {
  const start = startStep(sharing);
  if (start !== presentStep(sharing)) return new URLSearchParams();
  const params = new URLSearchParams(sharing.params);
  const { show, steps, range } = sharing;
  if (show === 'steps' && start === steps[range[0] - 1]) params.delete('scene');
  return params;
}

function attributesOf(sharing: Sharing): Attributes {
  const state = linkText(startOf(sharing));
  return state === '' ? settings(sharing) : [...settings(sharing), ['state', state]];
}

/** The settings of a package for a learning platform: the attributes of the element as a query. */
export const packageSettings = (sharing: Sharing): string =>
  `${new URLSearchParams(attributesOf(sharing).map(([name, value]) => [name, value]))}`;

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
  return `${address}${placeHash(sharing.lesson, startOf(sharing))}`;
}

/** Whether a setting besides the language differs from its default. The link then leads to the page for frames. */
export const isPreset = (sharing: Sharing): boolean =>
  settings(sharing).some(([name]) => name !== 'lang');

/** The path of the single-file version of a lesson, relative to the site's folder. */
export const fileAddress = ({ lesson }: Sharing): string => `single/${lesson}.html`;

const HEIGHTS = { lesson: '700', steps: '700', figure: '480' };

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
  // Without a language, the link leads to the site's root page, which chooses the reader's language.
  const page = at(
    language
      ? `${language}/${pathOf(lesson)}${fragmentOf(params)}`
      : `.${placeHash(lesson, params)}`,
  );
  const link = isPreset(sharing) ? at(frameAddress({ ...sharing, reports: false })) : page;
  switch (kind) {
    case 'link':
      return link;
    case 'element':
      return `<script type="module" src="${escaped(at('embed/attention-lab.js'))}"></script>
<attention-lab${written([['lesson', sharing.lesson], ...attributesOf(sharing), ['loading', 'lazy']])}>
  <a href="${escaped(link)}">${escaped(sharing.title)}</a>
</attention-lab>`;
    case 'frame':
      return `${frame(sharing, at(frameAddress(sharing)))}
<script src="${escaped(at('embed/frame-height.js'))}"></script>`;
    case 'file':
      return frame(sharing, frameAddress(sharing, `${sharing.lesson}.html`));
  }
}
