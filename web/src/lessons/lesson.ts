// SPDX-License-Identifier: MIT

import type { Prose } from '*.md';
import type { TemplateResult } from 'lit';
import type { FieldAccess } from '../components/field-access.ts';
import type { Verdict } from '../components/verdict.ts';
import type { Engine } from '../engine/index.ts';
import type { CatalogueLoader, I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/languages.ts';
import type { Problem } from '../state/fields.ts';
import type { Measurement } from './experiment.ts';

/**
 * How a new state came: `step` is one of many in a drag, `rest` is where a drag or an edit ends and
 * screen readers are told, `jump` is at rest too and one that "back" undoes.
 */
export type Change = 'step' | 'rest' | 'jump';

/** What came of an experiment. */
export interface Tested {
  readonly id: string;
  readonly verdict: Verdict;
  readonly measurements: readonly Measurement[];
}

/** What a reader guessed, and which guess is right. */
export interface Answered {
  readonly id: string;
  readonly guess: string;
  readonly right: string;
}

/** The two views of a lesson with a stage and beats. */
export type LessonSide = 'course' | 'verify';

/** The part of a lesson that an embed shows: the stage only, or a range of beats counted from 1. */
export interface LessonPart {
  readonly isStageOnly: boolean;
  readonly beats: readonly [first: number, last: number] | undefined;
}

/** What a lesson is given to draw itself with. */
export interface LessonProps<State> {
  readonly state: State;
  readonly engine: Engine;
  readonly prose: Prose;
  /** Where the lesson begins, and what a reset restores; its own defaults unless given. */
  readonly initial?: State;
  /** What a teacher lets readers move; all unless given. */
  readonly access?: FieldAccess;
  /** Questions to be answered before the lesson opens; none unless given. */
  readonly asked?: readonly string[];
  /** The view to show; the course by default. */
  readonly view?: LessonSide;
  /** The part that an embed shows; the whole lesson by default. */
  readonly part?: LessonPart;
  /** Link to the other view: to Verify, or back to the course. */
  readonly otherView?: string;
  /** Opens "Share or embed"; undefined if the lesson cannot be shared. */
  readonly onShare?: () => void;
  readonly onState: (state: State, change: Change) => void;
}

/** A lesson as the shells know it: a page, or an embed. */
export interface Lesson<State> {
  readonly id: string;
  /** What it lets its reader guess, by the ids of its predictions. */
  readonly questions: readonly string[];
  /** Whether the lesson has the view Verify. */
  readonly hasVerify?: boolean;
  /** The number of beats; undefined for a lesson without a stage. */
  readonly beats?: number;
  /** Reads link parameters; whatever they hold, the state is usable. */
  readLink(params: URLSearchParams): { state: State; problems: readonly Problem[] };
  writeLink(state: State): URLSearchParams;
  /** The name of a state's field in the reader's language; `version` is the link's own. */
  fieldLabel(field: string, i18n: I18n): string;
  render(props: LessonProps<State>): TemplateResult;
}

/** The fields that a teacher can show or lock: all except the current beat. */
export const fieldsToMove = (lesson: Lesson<unknown>, state: unknown): string[] =>
  [...lesson.writeLink(state).keys()].filter((name) => name !== 'v' && name !== 'beat');

/** Where a lesson's parts are loaded from, each on demand. */
export interface LessonEntry {
  readonly id: string;
  readonly load: () => Promise<Lesson<unknown>>;
  readonly messages: CatalogueLoader;
  readonly prose: (language: Language) => Promise<Prose>;
  /** A picture that moves, for the page that introduces the walk; its first lesson has one. */
  readonly preview?: () => Promise<(engine: Engine) => TemplateResult>;
}
