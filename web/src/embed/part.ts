// SPDX-License-Identifier: MIT
import { asciiText, readLinkNumber } from '../i18n/read-number.ts';
import type { LessonPart } from '../lessons/lesson.ts';
import { searchParams } from '../state/place.ts';
import type { PlayerSettings } from './attributes.ts';

/** A problem with the attributes `show` and `beats`. */
export type PartProblem = 'unknownShow' | 'unknownBeats';

/** The part of a lesson to show. `part` is undefined for the whole lesson. */
export interface Part {
  readonly part: LessonPart | undefined;
  readonly problems: readonly PartProblem[];
}

const WHOLE = ['', 'lesson'];

/** Matches a range of beats (passages of a lesson): "2-4", or "3" for a single beat. */
const RANGE = /^(\d{1,3})(?:\s*-\s*(\d{1,3}))?$/;

/**
 * Converts the attributes `show` and `beats` to a part of a lesson.
 * @param count  the number of the lesson's beats
 */
export function partOf(
  { show, beats }: Pick<PlayerSettings, 'show' | 'beats'>,
  count: number,
): Part {
  const isStageOnly = show === 'stage';
  const problems: PartProblem[] = isStageOnly || WHOLE.includes(show) ? [] : ['unknownShow'];
  if (!isStageOnly && beats === '') return { part: undefined, problems };
  const range = beatsIn(beats, count);
  if (beats !== '' && range === undefined) problems.push('unknownBeats');
  const part = isStageOnly || range ? { isStageOnly, beats: range } : undefined;
  return { part, problems };
}

function beatsIn(text: string, count: number): readonly [number, number] | undefined {
  const [, from, to = from] = RANGE.exec(asciiText(text)) ?? [];
  const [first, last] = [Number(from), Number(to)];
  return first >= 1 && first <= last && last <= count ? [first, last] : undefined;
}

/**
 * The link parameters of an embed's initial state. The number of the current beat (passage of the lesson) is limited to
 * the beats that the embed shows. If `state` contains no beat, it is the first of these.
 * @param steps  the names of the beats, in a lesson of scenes
 */
export function startIn(
  part: LessonPart | undefined,
  state: string,
  steps?: readonly string[],
): URLSearchParams {
  const params = searchParams(state);
  if (part?.beats === undefined) return params;
  const [first, last] = part.beats;
  const field = steps ? 'scene' : 'beat';
  const nameOf = (number: number) => steps?.[number - 1] ?? `${number}`;
  const name = params.get(field) ?? nameOf(first);
  // An unknown name stays, because the lesson reports it.
  const number = steps ? steps.indexOf(name) + 1 || Number.NaN : readLinkNumber(name);
  if (number < first) params.set(field, nameOf(first));
  else if (number > last) params.set(field, nameOf(last));
  else if (!params.has(field)) params.set(field, name);
  return params;
}
