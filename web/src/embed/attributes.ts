// SPDX-License-Identifier: MIT
// Converts the attributes of an embed to settings. Invalid values are replaced by defaults.
import { askedPalette, PALETTES, type Palette } from '../components/palettes.ts';
import { type Language, matchLanguage } from '../i18n/languages.ts';
import { DIGITS, type Digits, USUAL_DIGITS } from '../i18n/number-format.ts';
import { asciiText } from '../i18n/read-number.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The attributes that can also be set in the query of a frame's URL: "embed.html?lang=en&digits=6". */
export const SETTINGS = [
  'lang',
  'theme',
  'palette',
  'digits',
  'controls',
  'locked',
  'ask',
  'reveal',
  'show',
  'steps',
] as const;

export interface PlayerSettings {
  readonly lesson: string;
  readonly language: Language;
  readonly theme: Theme;
  /** `auto` selects the palette that matches the device's settings. */
  readonly palette: Palette | 'auto';
  readonly digits: Digits;
  /** The initial state, as link parameters. */
  readonly state: string;
  /**
   * The names of the fields that have a control. If each name begins with a minus, only these fields have no control.
   * Undefined if all fields have a control.
   */
  readonly controls: readonly string[] | undefined;
  readonly locked: readonly string[];
  /** The ids of the questions that readers must answer before the lesson opens. */
  readonly ask: readonly string[];
  /** Whether readers may see the answer to a question without a guess. */
  readonly mayReveal: boolean;
  /** The texts of the attributes `show` and `steps`. `partOf` parses them once the lesson is loaded. */
  readonly show: string;
  readonly steps: string;
}

/** Splits names that are separated by commas or spaces, including the Chinese separators "，", "、" and U+3000. */
export const namesIn = (text: string): string[] =>
  asciiText(text)
    .split(/[\s,、]+/)
    .filter((name) => name !== '');

const oneOf = <Name extends string>(names: readonly Name[], text: string | null) =>
  names.find((name) => name === asciiText(text ?? '').toLowerCase());

export const themeOf = (text: string | null): Theme => oneOf(THEMES, text) ?? 'auto';

/** The palette that `text` names. Otherwise, the palette that matches the device's settings. */
export const paletteOf = (text: string | null): Palette => oneOf(PALETTES, text) ?? askedPalette();

/** The first language in `tags` that the site supports, or English if there is none. */
export const languageAmong = (tags: readonly (string | null | undefined)[]): Language =>
  tags.map((tag) => tag && matchLanguage(tag)).find((found) => found) || 'en';

/**
 * @param read  returns the text of an attribute, or null if it is absent
 * @param around  language tags of the page and of the browser, used if the attribute `lang` is absent or unsupported
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
    mayReveal: oneOf(['never'], read('reveal')) === undefined,
    show: read('show')?.trim().toLowerCase() ?? '',
    steps: read('steps')?.trim() ?? '',
  };
}
