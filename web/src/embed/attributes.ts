// SPDX-License-Identifier: MIT
// What the attributes of an embed ask for. Whatever they hold, the answer is usable.
import { askedPalette, PALETTES, type Palette } from '../components/palettes.ts';
import { type Language, matchLanguage } from '../i18n/languages.ts';
import { DIGITS, type Digits, USUAL_DIGITS } from '../i18n/numbers.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What a player is asked to show. */
export interface PlayerSettings {
  readonly lesson: string;
  readonly language: Language;
  readonly theme: Theme;
  /** `auto`: what the device asks for. */
  readonly palette: Palette | 'auto';
  readonly digits: Digits;
  /** The state's link parameters, to begin with. */
  readonly state: string;
  /** The fields that have a control; all where it is undefined. */
  readonly controls: readonly string[] | undefined;
  readonly locked: readonly string[];
  /** The questions to be answered first. */
  readonly ask: readonly string[];
  /** The attributes as written. They are checked once the lesson is loaded. */
  readonly show: string;
  readonly beats: string;
}

/** Names with commas or spaces between them. */
export const namesIn = (text: string): string[] =>
  text.split(/[\s,]+/).filter((name) => name !== '');

const oneOf = <Name extends string>(names: readonly Name[], text: string | null) =>
  names.find((name) => name === text?.trim().toLowerCase());

/** The theme of an attribute; `auto` for what is no theme. */
export const themeOf = (text: string | null): Theme => oneOf(THEMES, text) ?? 'auto';

/** The palette to be shown for an attribute, for the device's wish too. */
export const paletteOf = (text: string | null): Palette => oneOf(PALETTES, text) ?? askedPalette();

/** The first language of ours among some tags, English if there is none. */
export const languageAmong = (tags: readonly (string | null | undefined)[]): Language =>
  tags.map((tag) => tag && matchLanguage(tag)).find((found) => found) || 'en';

/**
 * The settings that attributes give.
 * @param read  an attribute's text; null where it is absent
 * @param around  languages to fall back to: of the page, of the browser
 */
export function settingsFrom(
  read: (name: string) => string | null,
  around: readonly string[],
): PlayerSettings {
  const controls = read('controls');
  return {
    lesson: read('lesson')?.trim().toLowerCase() ?? '',
    language: languageAmong([read('lang'), ...around]),
    theme: themeOf(read('theme')),
    palette: oneOf(PALETTES, read('palette')) ?? 'auto',
    digits: oneOf(DIGITS, read('digits')) ?? USUAL_DIGITS,
    state: read('state')?.trim() ?? '',
    controls: controls === null ? undefined : namesIn(controls),
    locked: namesIn(read('locked') ?? ''),
    ask: namesIn(read('ask') ?? ''),
    show: read('show')?.trim().toLowerCase() ?? '',
    beats: read('beats')?.trim() ?? '',
  };
}
