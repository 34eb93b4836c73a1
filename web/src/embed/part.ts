// SPDX-License-Identifier: MIT
import type { LessonPart } from '../lessons/lesson.ts';
import type { PlayerSettings } from './attributes.ts';

/** A fault in the attributes `show` and `beats`. */
export type PartProblem = 'unknownShow' | 'unknownBeats' | 'noStage';

/** The part of a lesson to show. Undefined is the whole lesson. */
export interface Part {
  readonly part: LessonPart | undefined;
  readonly problems: readonly PartProblem[];
}

const WHOLE = ['', 'lesson'];

/** "2-4", or "3" for a single beat. */
const RANGE = /^(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?$/;

/**
 * Reads the attributes `show` and `beats`.
 * @param count  the number of the lesson's beats; undefined if it has no stage and no beats
 */
export function partOf(
  { show, beats }: Pick<PlayerSettings, 'show' | 'beats'>,
  count: number | undefined,
): Part {
  const isStageOnly = show === 'stage';
  const problems: PartProblem[] = isStageOnly || WHOLE.includes(show) ? [] : ['unknownShow'];
  if (!isStageOnly && beats === '') return { part: undefined, problems };
  if (count === undefined) return { part: undefined, problems: [...problems, 'noStage'] };
  const range = beatsIn(beats, count);
  if (beats !== '' && range === undefined) problems.push('unknownBeats');
  const part = isStageOnly || range ? { isStageOnly, beats: range } : undefined;
  return { part, problems };
}

function beatsIn(text: string, count: number): readonly [number, number] | undefined {
  const [, from, to = from] = RANGE.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  return first >= 1 && first <= last && last <= count ? [first, last] : undefined;
}

/** The parameters of a state, with its beat limited to the beats that are shown. */
export function startIn(part: LessonPart | undefined, state: string): URLSearchParams {
  const params = new URLSearchParams(state);
  if (part?.beats === undefined) return params;
  const [first, last] = part.beats;
  const beat = Number(params.get('beat') ?? first);
  if (beat < first) params.set('beat', `${first}`);
  else if (beat > last) params.set('beat', `${last}`);
  else if (!params.has('beat')) params.set('beat', `${first}`);
  return params;
}
