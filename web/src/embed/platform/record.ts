// SPDX-License-Identifier: MIT
// A learner's record in a lesson: state, seen steps and answers. A learning platform stores the record as a text.
import type { Lesson } from '../../lessons/lesson.ts';
import { searchParams } from '../../state/place.ts';
import { countedQuestions } from '../answers.ts';
import type { PlayerSettings } from '../attributes.ts';
import { stepsIn } from '../part.ts';

export interface Answer {
  readonly guess: string;
  /** Whether the first guess was right. */
  readonly isHit: boolean;
}

export interface LessonRecord {
  /** The state of the lesson, as link parameters. */
  readonly state: string;
  /** The names of the steps that the learner has seen. */
  readonly seen: readonly string[];
  readonly answers: Readonly<Record<string, Answer>>;
}

export const EMPTY: LessonRecord = { state: '', seen: [], answers: {} };

/** The steps that a learner must see, and the questions that they must answer, to complete a lesson. */
export interface Goal {
  readonly steps: readonly string[];
  readonly questions: readonly string[];
}

type Settings = Pick<PlayerSettings, 'show' | 'steps' | 'ask' | 'state'>;

export const stepOf = (lesson: Pick<Lesson<unknown>, 'steps'>, state: string): string =>
  searchParams(state).get('scene') ?? lesson.steps?.[0] ?? '';

export function goalOf(
  lesson: Pick<Lesson<unknown>, 'steps' | 'questions'>,
  settings: Settings,
): Goal {
  const questions = countedQuestions(lesson, settings);
  if (settings.show !== 'figure') return { steps: stepsIn(settings, lesson), questions };
  // A lesson that shows only the figure has no buttons to other steps.
  const step = stepOf(lesson, settings.state);
  const isThere = (id: string) => id === step || settings.ask.includes(id);
  return { steps: [step], questions: questions.filter(isThere) };
}

export interface Report {
  /** The record as text. The next session continues from it. */
  readonly text: string;
  readonly seen: number;
  readonly answered: number;
  /** The number of questions whose first guess was right. */
  readonly hits: number;
  /** The fraction of questions whose first guess was right, from 0 to 1. Undefined if there are no questions. */
  readonly score: number | undefined;
  /** The fraction of steps and questions that are seen or answered, from 0 to 1. */
  readonly progress: number;
  readonly isComplete: boolean;
}

/** @param most  maximum number of characters of the report's text */
export function reportOf(
  lesson: string,
  record: LessonRecord,
  { steps, questions }: Goal,
  most: number,
): Report {
  const seen = steps.filter((step) => record.seen.includes(step)).length;
  const given = questions.flatMap((question) => record.answers[question] ?? []);
  const hits = given.filter(({ isHit }) => isHit).length;
  const [done, all] = [seen + given.length, steps.length + questions.length];
  return {
    text: textOf(lesson, record, most),
    seen,
    answered: given.length,
    hits,
    score: questions.length > 0 ? hits / questions.length : undefined,
    progress: done / all,
    isComplete: done === all,
  };
}

/**
 * Formats a record as text. If it is longer than `most` characters, for example because the learner has typed long
 * texts, only the current step of the state is kept.
 */
function textOf(lesson: string, record: LessonRecord, most: number): string {
  const { state, seen, answers } = record;
  const given = Object.entries(answers).map(([id, { guess, isHit }]) => [id, guess, Number(isHit)]);
  const text = (kept: string) => JSON.stringify({ lesson, state: kept, seen, answers: given });
  const whole = text(state);
  if (whole.length <= most) return whole;
  const step = searchParams(state).get('scene');
  return text(step === null ? '' : `${new URLSearchParams({ scene: step })}`);
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Parses the text of a record. Undefined if the text is invalid, or is the record of another lesson. */
export function recordIn(text: string, lesson: string): LessonRecord | undefined {
  try {
    const read = JSON.parse(text);
    if (read.lesson !== lesson || !isText(read.state)) return undefined;
    const answers = (read.answers as unknown[][]).flatMap(([id, guess, isHit]) =>
      isText(id) && isText(guess) ? [[id, { guess, isHit: isHit === 1 }] as const] : [],
    );
    const seen = (read.seen as unknown[]).filter(isText);
    return { state: read.state, seen, answers: Object.fromEntries(answers) };
  } catch {
    return undefined;
  }
}
