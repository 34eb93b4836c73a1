// SPDX-License-Identifier: MIT
// Names, numbers and descriptions that all parts of the lesson share.
import type { Translate } from '../../i18n/catalogue.ts';
import { shareText } from '../../i18n/share.ts';
import type { StageScene } from '../define-lesson.ts';
import type messages from './bench/messages.en.json';
import type { Numbers } from './compute.ts';
import { RECIPES, type RecipeId, type Word } from './recipes.ts';
import type { State } from './state.ts';

export type Texts = typeof messages;
export type Scene = StageScene<State, Numbers, Texts>;

/** The two arrows that represent keys. */
export const KEYS = ['key', 'other'] as const;
export type KeyName = (typeof KEYS)[number];
export const SIGNS: Readonly<Record<'query' | KeyName, string>> = {
  query: 'q',
  key: 'k₁',
  other: 'k₂',
};

const NOTHING = '–';

/** A number in a formula or a sentence, with four significant digits; – for NaN. */
export const short = ({ i18n }: Scene, x: number): string =>
  Number.isNaN(x) ? NOTHING : i18n.number(x, { digits: 4 });
/**
 * A result with the number of digits that the reader chose in the settings, but at most `usual`, unless the reader
 * chose `full`; – for NaN.
 */
export const result = ({ i18n }: Scene, x: number, usual = 5): string =>
  Number.isNaN(x) ? NOTHING : i18n.result(x, usual);
/** An angle with two decimals, because an angle near 0° has no more reliable digits in float32. */
export const degrees = ({ i18n }: Scene, x: number): string =>
  Number.isNaN(x) ? NOTHING : `${i18n.number(Number(x.toFixed(2)), { digits: 4 })}°`;

/** A weight in percent. */
export const share = ({ i18n }: Scene, x: number): string => shareText(i18n, x);

/** A shape as text, in the notation of the engine: (2, 3). */
export const shapeText = (shape: readonly number[]): string => `(${shape.join(', ')})`;

export const titleOf = (t: Translate<`title.${RecipeId}`>, index: number): string =>
  t(`title.${RECIPES[index]?.id ?? 'ginger-tea'}`);
export const numberedTitle = (t: Scene['t'], index: number): string =>
  t('search.numbered', { number: index + 1, title: titleOf(t, index) });

/** All spellings of a word in the reader's language, in lower case. */
export const formsOf = (t: Translate<`word.${Word}`>, word: Word): readonly string[] =>
  t(`word.${word}`).toLowerCase().split('|');
/** The displayed spelling of a word. */
export const wordOf = (t: Scene['t'], word: Word): string => t(`word.${word}`).split('|')[0] ?? '';

/** Which of the two keys has the larger number, or `tie`. Undefined if a number is NaN. */
function preference(key: number, other: number): KeyName | 'tie' | undefined {
  if (Number.isNaN(key) || Number.isNaN(other)) return undefined;
  if (key === other) return 'tie';
  return key > other ? 'key' : 'other';
}

/** The key with the higher score (`higher`), and the key with the smaller angle to the query (`nearer`). */
export function preferences({ state, numbers }: Scene) {
  const { key, other } = numbers.arrows;
  return {
    higher: preference(key[state.measure], other[state.measure]),
    nearer: preference(-key.degrees, -other.degrees),
  };
}

/** A sentence about whether the key with the higher score also has the smaller angle. */
export function verdictText(scene: Scene): string {
  const { t } = scene;
  const { higher, nearer } = preferences(scene);
  if (higher === undefined || nearer === undefined) return t('verdict.none');
  if (higher === 'tie') return t('verdict.tie');
  const names = { higher: SIGNS[higher] };
  if (nearer === 'tie') return t('verdict.length', names);
  return higher === nearer ? t('verdict.agrees', names) : t('verdict.misleads', names);
}

export function describeArrows(scene: Scene): string {
  const { state, numbers, t } = scene;
  const keys = KEYS.map((name) => {
    const reading = numbers.arrows[name];
    return t('plane.one', {
      name: SIGNS[name],
      length: short(scene, reading.length),
      degrees: degrees(scene, reading.degrees),
      score: short(scene, reading[state.measure]),
    });
  });
  return [t(`plane.measure.${state.measure}`), ...keys, verdictText(scene)].join(' ');
}

/** A sentence that names the titles with the largest weight. */
export function mostText(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  const { hits, best } = numbers.search;
  const weight = share(scene, hits[best[0] ?? 0]?.weight ?? Number.NaN);
  if (best.length === RECIPES.length) return t('result.even', { share: weight });
  const titles = i18n.list(best.map((i) => titleOf(t, i)));
  return t('result.most', { titles, share: weight });
}

export function describeSearch(scene: Scene): string {
  const { numbers, t } = scene;
  const { output, hasWeights } = numbers.search;
  if (!hasWeights) return t('result.noDirection');
  const [minutes = Number.NaN, energy = Number.NaN] = output;
  const mix = { minutes: short(scene, minutes), energy: short(scene, energy) };
  return `${mostText(scene)} ${t('search.description', { output: t('search.content', mix) })}`;
}
