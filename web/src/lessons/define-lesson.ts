// SPDX-License-Identifier: MIT
// A lesson in the form of stage and beats: one object, from which the frame makes page, links, controls and Verify.
import type { Code } from '*?excerpts';
import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Engine } from '../engine/index.ts';
import {
  type Field,
  type Fields,
  numberField,
  type Problem,
  type Range,
  readWithin,
  within,
  writeState,
} from '../state/fields.ts';
import type { Bind } from './bind.ts';
import type { CheckQuestion } from './check-question.ts';
import type { LessonCode } from './code.ts';
import type { Experiment } from './experiment.ts';
import './frame-view.ts';
import type { Lesson, LessonProps } from './lesson.ts';
import type { Prediction } from './prediction.ts';
import { type BasicScene, type Computed, type LessonMessages, say } from './scene.ts';

/** What the figure, a beat and Verify are drawn from. */
export interface StageScene<State, Numbers, Texts> extends BasicScene<State, Numbers, Texts> {
  /** Height of the figure in pixels. */
  readonly height: number;
  /** Index of the item that is pointed at; marked wherever it is drawn. */
  readonly active: number | undefined;
  readonly activate: (index: number | undefined) => void;
  /** A section of the lesson's text, with its heading. */
  readonly section: (id: string) => unknown;
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
  /** Controls that only Verify needs, such as the precision. */
  readonly expert?: (scene: StageScene<State, Numbers, Texts>) => readonly TemplateResult[];
  /** The result as a sentence, for screen readers. */
  readonly spoken: (scene: StageScene<State, Numbers, Texts>) => string;
}

export type BeatKind = 'predict' | 'play' | 'see' | 'formula' | 'check' | 'takeaway';

/** One idea. Its heading and its words are the section `id` of `text.<language>.md`. */
export interface Beat<State, Numbers, Texts> {
  readonly id: string;
  readonly kind: BeatKind;
  /** Where "Show me" takes the stage: to a state, or to one after the other. */
  readonly show?: Partial<State> | readonly Partial<State>[];
  /** Of a beat of the kind `predict`. */
  readonly prediction?: Prediction<State>;
  /** Of a beat of the kind `check`. */
  readonly question?: CheckQuestion<State>;
  /** What follows the words, such as a formula with the present numbers. */
  readonly render?: (scene: StageScene<State, Numbers, Texts>) => TemplateResult;
}

/** Computation of a lesson that keeps something in the engine, such as a job in slices. */
export interface Session<State, Numbers> {
  compute(state: State, engine: Engine, last: Computed<State, Numbers> | undefined): Numbers;
  /** Frees what it keeps in the engine; the next `compute` starts again. */
  release(): void;
}

/** What a session tells the frame. */
export interface SessionHost {
  /** There are more numbers: `compute` is called again. */
  readonly news: () => void;
  readonly fail: (error: unknown) => void;
  /** The language of the page, as a BCP 47 tag; `compute` is called when it changes. */
  readonly language: () => string;
}

/** For some fields, what of their range a control offers. */
export type Offers<State> = {
  readonly [Name in keyof State]?: Range & { readonly step?: number };
};

/** The parts of Verify, which a reader of the course alone does not load. */
export interface Verify<State, Numbers, Texts> {
  /** Claims of the documents, put to the test. */
  readonly experiments: readonly Experiment<State>[];
  /** Questions that belong to Verify, not to a beat. */
  readonly predictions?: readonly Prediction<State>[];
  /** What Verify shows below its claims: all stages, other cases, variants of the documents. */
  readonly details?: (
    scene: StageScene<State, Numbers, Texts>,
    ask: (id: string) => TemplateResult,
  ) => TemplateResult;
}

export interface LessonDefinition<State extends object, Numbers, Texts extends LessonMessages> {
  /** Name of its folder and of its catalogue. */
  readonly id: string;
  readonly fields: Fields<State>;
  /** Makes fields agree that depend on each other; `fields` keep each within its range. */
  readonly constrain?: (state: State) => State;
  /** Reads a link, where fields cannot be read one by one. */
  readonly read?: (params: URLSearchParams) => { state: State; problems: readonly Problem[] };
  /** The part of a field's range that slider and text offer, where it follows the data; a box takes the whole range. */
  readonly offers?: (now: Computed<State, Numbers>) => Offers<State>;
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
  /** How many claims Verify has, and its questions that are no beat's: known before Verify is loaded. */
  readonly claims: { readonly count: number; readonly questions: readonly string[] };
  readonly verify: () => Promise<Verify<State, Numbers, Texts>>;
  /** Tables of the present numbers, for "Data and export". */
  readonly data: (scene: StageScene<State, Numbers, Texts>) => TemplateResult;
  readonly code: {
    readonly own: LessonCode<State, Numbers>;
    /** Loaded when the panel is opened: `() => import('./code?excerpts')`. */
    readonly excerpts: () => Promise<{ readonly default: Code }>;
  };
  /** Rules of its own, within its element. */
  readonly css?: string;
}

/** A state with the beat that the reader is at, from 1: the frame adds it to the fields of every lesson. */
export type Placed<State> = State & { readonly beat: number };

/** A definition as the frame runs it. */
export interface Framed<State extends object, Numbers, Texts extends LessonMessages> {
  readonly definition: LessonDefinition<State, Numbers, Texts>;
  readonly fields: Fields<Placed<State>>;
  readonly withinRanges: (state: Placed<State>) => Placed<State>;
  readonly writeLink: (state: Placed<State>) => URLSearchParams;
  /** The questions of the beats. */
  readonly predictions: readonly Prediction<State>[];
}

/** Makes a lesson of its definition. */
export function defineLesson<State extends object, Numbers, Texts extends LessonMessages>(
  definition: LessonDefinition<State, Numbers, Texts>,
): Lesson<unknown> {
  const { id, beats, constrain = (state: State) => state } = definition;
  const beat: Field<number> = {
    ...numberField(1, { min: 1, max: beats.length }, { integer: true }),
    control: undefined,
  };
  const fields = { ...definition.fields, beat } as Fields<Placed<State>>;
  const withinRanges = (state: Placed<State>): Placed<State> => {
    const inside = within(fields, state);
    return Object.freeze({ ...inside, ...constrain(inside) });
  };
  const predictions = beats.flatMap(({ prediction }) => prediction ?? []);
  const writeLink = (state: Placed<State>) => writeState(fields, state);
  const framed: Framed<State, Numbers, Texts> = {
    definition,
    fields,
    withinRanges,
    writeLink,
    predictions,
  };
  const lesson: Lesson<Placed<State>> = {
    id,
    questions: [...predictions.map((prediction) => prediction.id), ...definition.claims.questions],
    hasVerify: true,
    beats: beats.length,
    readLink: (params) => {
      const placed = readWithin(fields, params, withinRanges);
      if (definition.read === undefined) return placed;
      const { state, problems } = definition.read(params);
      return { state: Object.freeze({ ...state, beat: placed.state.beat }), problems };
    },
    writeLink,
    fieldLabel: (field, i18n) =>
      field === 'beat' ? i18n.t('beat.label') : say(i18n.translator(id))(`field.${field}`),
    render: (props: LessonProps<Placed<State>>) =>
      html`${keyed(id, html`<al-lesson data-id=${id} .framed=${framed} .props=${props}></al-lesson>`)}`,
  };
  // The shell hands back only states that this lesson gave it.
  return lesson as Lesson<unknown>;
}
