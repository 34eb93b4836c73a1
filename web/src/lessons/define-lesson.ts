// SPDX-License-Identifier: MIT
// A lesson in the form of stage and beats: one object, from which the frame makes page, links, controls and Verify.
import type { Code } from '*?excerpts';
import { html, type TemplateResult } from 'lit';
import type { Engine } from '../engine/index.ts';
import type { MessageKey } from '../i18n/catalogue.ts';
import { type Fields, numberField, readWithin, writeState } from '../state/fields.ts';
import type { Bind } from './bind.ts';
import type { CheckQuestion } from './check-question.ts';
import type { LessonCode } from './code.ts';
import type { Experiment } from './experiment.ts';
import type { Lesson } from './lesson.ts';
import type { Prediction } from './prediction.ts';
import type { BasicScene, Computed, LessonMessages } from './scene.ts';

/** What the figure, a beat and Verify are drawn from. */
export interface StageScene<State, Numbers, Texts> extends BasicScene<State, Numbers, Texts> {
  /** Height of the figure in pixels. */
  readonly height: number;
  /** Index of the item that is pointed at; marked wherever it is drawn. */
  readonly active: number | undefined;
  readonly activate: (index: number | undefined) => void;
  /** The control of a field. */
  readonly bind: Bind<State>;
}

/** The number that the figure is about. */
export interface MainNumber {
  readonly label: string;
  /** Undefined where there is no result; `label` then says why. */
  readonly value: number | undefined;
  readonly unit?: string;
  /** Name of the number in the lesson's code. */
  readonly term?: string;
  /** A second line, for example one more number with its name. */
  readonly note?: string;
}

export interface Stage<State, Numbers, Texts> {
  readonly figure: (scene: StageScene<State, Numbers, Texts>) => TemplateResult;
  readonly main: (scene: StageScene<State, Numbers, Texts>) => MainNumber;
  /** At most four. */
  readonly controls: (scene: StageScene<State, Numbers, Texts>) => readonly TemplateResult[];
  /** Controls behind "More". */
  readonly more?: (scene: StageScene<State, Numbers, Texts>) => readonly TemplateResult[];
  /** The result as a sentence, for screen readers. */
  readonly spoken: (scene: StageScene<State, Numbers, Texts>) => string;
}

export const BEAT_KINDS = ['predict', 'play', 'see', 'formula', 'check', 'takeaway'] as const;
export type BeatKind = (typeof BEAT_KINDS)[number];

/** One idea. Its heading and its words are the section `id` of `text.<language>.md`. */
export interface Beat<State, Numbers, Texts> {
  readonly id: string;
  readonly kind: BeatKind;
  /** Where "Show me" takes the stage. */
  readonly show?: Partial<State>;
  /** Of a beat of the kind `predict`. */
  readonly prediction?: Prediction<State>;
  /** Of a beat of the kind `check`. */
  readonly question?: CheckQuestion<State, Numbers>;
  /** What follows the words, such as a formula with the present numbers. */
  readonly render?: (scene: StageScene<State, Numbers, Texts>) => TemplateResult;
}

/** Computation of a lesson that keeps something in the engine, such as a job in slices. */
export interface Session<State, Numbers> {
  compute(state: State, engine: Engine, last: Computed<State, Numbers> | undefined): Numbers;
  /** Whether more numbers of the present state will follow. */
  readonly isBusy: boolean;
  /** Frees what it keeps in the engine; the next `compute` starts again. */
  release(): void;
}

/** What a session tells the frame. */
export interface SessionHost {
  /** There are more numbers: `compute` is called again. */
  readonly news: () => void;
  readonly fail: (error: unknown) => void;
}

export interface LessonDefinition<State extends object, Numbers, Texts extends LessonMessages> {
  /** Name of its folder and of its catalogue. */
  readonly id: string;
  readonly fields: Fields<State>;
  /** Makes fields agree that depend on each other; `fields` keep each within its range. */
  readonly constrain?: (state: State) => State;
  /** All numbers of a state. During a drag `isMoving` is true, and scales are kept. */
  readonly compute?: (
    state: State,
    engine: Engine,
    last: Computed<State, Numbers> | undefined,
    isMoving: boolean,
  ) => Numbers;
  /** In the place of `compute`, for a lesson that keeps something in the engine. */
  readonly session?: (host: SessionHost) => Session<State, Numbers>;
  readonly stage: Stage<State, Numbers, Texts>;
  /** Five to eight. */
  readonly beats: readonly Beat<State, Numbers, Texts>[];
  /** Computed numbers that the text names as `{{name}}`, beside the fields. */
  readonly values?: (scene: StageScene<State, Numbers, Texts>) => Readonly<Record<string, string>>;
  /** Claims of the documents, put to the test in Verify. */
  readonly experiments: readonly Experiment<State>[];
  /** Questions that belong to Verify, not to a beat. */
  readonly predictions?: readonly Prediction<State>[];
  /** What Verify shows below its claims: all stages, other cases, variants of the documents. */
  readonly details?: (
    scene: StageScene<State, Numbers, Texts>,
    ask: (id: string) => TemplateResult,
  ) => TemplateResult;
  /** Tables of the present numbers, for "Data and export". */
  readonly data: (scene: StageScene<State, Numbers, Texts>) => TemplateResult;
  readonly code: { readonly excerpts: Code; readonly own: LessonCode<State, Numbers> };
  /** Rules of its own, within its element. */
  readonly css?: string;
}

/** A field that the frame adds to every state: the beat that the reader is at, from 1. */
export interface Place {
  readonly beat: number;
}
