// SPDX-License-Identifier: MIT
import { asciiText } from '../i18n/read-number.ts';
import type { Lesson, LessonPart } from '../lessons/lesson.ts';
import { searchParams } from '../state/place.ts';
import type { PlayerSettings } from './attributes.ts';

export type PartProblem = 'unknownShow' | 'unknownSteps';

/** The part of a lesson that an embed shows. `part` is undefined for the whole lesson. */
export interface Part {
  readonly part: LessonPart | undefined;
  readonly problems: readonly PartProblem[];
}

const WHOLE = ['', 'lesson'];

/** Matches a range of steps: "2-4", or "3" for a single step. */
const RANGE = /^(\d{1,3})(?:\s*-\s*(\d{1,3}))?$/;

export function partOf(
  { show, steps }: Pick<PlayerSettings, 'show' | 'steps'>,
  lesson: Pick<Lesson<unknown>, 'steps'>,
): Part {
  const isFigureOnly = show === 'figure';
  const problems: PartProblem[] = isFigureOnly || WHOLE.includes(show) ? [] : ['unknownShow'];
  if (!isFigureOnly && steps === '') return { part: undefined, problems };
  const range = rangeIn(steps, lesson.steps?.length ?? 0);
  if (steps !== '' && range === undefined) problems.push('unknownSteps');
  const part = isFigureOnly || range ? { isFigureOnly, steps: range } : undefined;
  return { part, problems };
}

/** The names of the steps that an embed shows. */
export function stepsIn(
  settings: Pick<PlayerSettings, 'show' | 'steps'>,
  lesson: Pick<Lesson<unknown>, 'steps'>,
): readonly string[] {
  const names = lesson.steps ?? [];
  const [first, last] = partOf(settings, lesson).part?.steps ?? [1, names.length];
  return names.slice(first - 1, last);
}

function rangeIn(text: string, count: number): readonly [number, number] | undefined {
  const [, from, to = from] = RANGE.exec(asciiText(text)) ?? [];
  const [first, last] = [Number(from), Number(to)];
  return first >= 1 && first <= last && last <= count ? [first, last] : undefined;
}

/**
 * Converts a state to link parameters, and limits its step to the steps that the embed shows. If `state` contains no
 * step, the first of these steps is added.
 * @param names  the names of all steps of the lesson
 */
export function startIn(
  part: LessonPart | undefined,
  state: string,
  names: readonly string[] = [],
): URLSearchParams {
  const params = searchParams(state);
  if (part?.steps === undefined) return params;
  const [first, last] = part.steps;
  const name = params.get('scene');
  const number = name === null ? first : names.indexOf(name) + 1;
  // An unknown step is kept, so that the lesson reports it as an invalid value.
  if (number > 0) params.set('scene', names[Math.min(Math.max(number, first), last) - 1] ?? '');
  return params;
}
