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
 * The kind of a change. `step`: one of many during a drag. `rest`: the end of a drag or an edit; screen readers
 * announce it. `jump`: like `rest`, and it adds a history entry that "back" undoes.
 */
export type Change = 'step' | 'rest' | 'jump';

/** The result of an experiment. */
export interface Tested {
  readonly id: string;
  readonly verdict: Verdict;
  readonly measurements: readonly Measurement[];
}

/** The reader's guess, and the correct one. */
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

/** The properties of a lesson's element. */
export interface LessonProps<State> {
  readonly state: State;
  readonly engine: Engine;
  readonly prose: Prose;
  /** The first state, and the state after a reset; the lesson's defaults unless given. */
  readonly initial?: State;
  /** The fields that readers can see and change; all unless given. */
  readonly access?: FieldAccess;
  /** Ids of questions that the reader must answer before the lesson opens; none unless given. */
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

/** The interface of a lesson for the shells: the site and the embed. */
export interface Lesson<State> {
  readonly id: string;
  /** Ids of the lesson's predictions. */
  readonly questions: readonly string[];
  /** Whether the lesson has the view Verify. */
  readonly hasVerify?: boolean;
  /** The number of beats; undefined for a lesson without a stage. */
  readonly beats?: number;
  /** Reads link parameters. Any parameters give a usable state. */
  readLink(params: URLSearchParams): { state: State; problems: readonly Problem[] };
  writeLink(state: State): URLSearchParams;
  /** A field's name in the reader's language. The field `version` is the version of the link. */
  fieldLabel(field: string, i18n: I18n): string;
  render(props: LessonProps<State>): TemplateResult;
}

/** The fields that a teacher can show or lock: all except the current beat. */
export const fieldsToMove = (lesson: Lesson<unknown>, state: unknown): string[] =>
  [...lesson.writeLink(state).keys()].filter((name) => name !== 'v' && name !== 'beat');

/** Loads the parts of a lesson on demand. */
export interface LessonEntry {
  readonly id: string;
  readonly load: () => Promise<Lesson<unknown>>;
  readonly messages: CatalogueLoader;
  readonly prose: (language: Language) => Promise<Prose>;
  /** An interactive plot for the home page. Only the first lesson has one. */
  readonly preview?: () => Promise<(engine: Engine) => TemplateResult>;
}
