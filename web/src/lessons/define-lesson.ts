// SPDX-License-Identifier: MIT
// A lesson with a stage and beats. The frame builds the page, the links, the controls and Verify from one definition.
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

/** The input of the functions that render the figure, a beat or Verify. */
export interface StageScene<State, Numbers, Texts> extends BasicScene<State, Numbers, Texts> {
  /** Height of the figure in pixels. */
  readonly height: number;
  /** Index of the highlighted item: the one under the pointer or in focus. */
  readonly active: number | undefined;
  readonly activate: (index: number | undefined) => void;
  /** A section of the lesson's text, with its heading. */
  readonly section: (id: string) => unknown;
  /** Renders the control of a field. */
  readonly bind: Bind<State>;
}

/** The number below the figure. */
export interface MainNumber {
  readonly label: string;
  /** Undefined if there is no result. `label` then gives the reason. */
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
  /** At most four controls. */
  readonly controls: (scene: StageScene<State, Numbers, Texts>) => readonly TemplateResult[];
  /** Controls behind "More". */
  readonly more?: (scene: StageScene<State, Numbers, Texts>) => readonly TemplateResult[];
  /** Controls that only Verify needs, such as the precision. */
  readonly expert?: (scene: StageScene<State, Numbers, Texts>) => readonly TemplateResult[];
  /** The result as a sentence, for screen readers. */
  readonly spoken: (scene: StageScene<State, Numbers, Texts>) => string;
}

export type BeatKind = 'predict' | 'play' | 'see' | 'formula' | 'check' | 'takeaway';

/** One idea of the lesson. The section `id` of `text.<language>.md` has its heading and text. */
export interface Beat<State, Numbers, Texts> {
  readonly id: string;
  readonly kind: BeatKind;
  /** The states that "Show me" animates to, in order. */
  readonly show?: Partial<State> | readonly Partial<State>[];
  /** Only for the kind `predict`. */
  readonly prediction?: Prediction<State>;
  /** Only for the kind `check`. */
  readonly question?: CheckQuestion<State>;
  /** Content below the text, such as a formula with the current numbers. */
  readonly render?: (scene: StageScene<State, Numbers, Texts>) => TemplateResult;
}

/** The computation of a lesson that keeps objects in the engine, such as a job that runs in slices. */
export interface Session<State, Numbers> {
  compute(state: State, engine: Engine, last: Computed<State, Numbers> | undefined): Numbers;
  /** Frees the objects in the engine. The next `compute` creates them again. */
  release(): void;
}

/** The callbacks that a session uses. */
export interface SessionHost {
  /** Reports that new numbers are available. The frame then calls `compute` again. */
  readonly news: () => void;
  readonly fail: (error: unknown) => void;
  /** The language of the page, as a BCP 47 tag; `compute` is called when it changes. */
  readonly language: () => string;
}

/** Narrower ranges for the controls of some fields. */
export type Offers<State> = {
  readonly [Name in keyof State]?: Range & { readonly step?: number };
};

/** The content of Verify. It is loaded when the reader opens Verify. */
export interface Verify<State, Numbers, Texts> {
  /** Experiments that test the documents' claims. */
  readonly experiments: readonly Experiment<State>[];
  /** Questions that no beat has. */
  readonly predictions?: readonly Prediction<State>[];
  /** Content below the claims: all stages, special cases, and variants from the documents. */
  readonly details?: (
    scene: StageScene<State, Numbers, Texts>,
    ask: (id: string) => TemplateResult,
  ) => TemplateResult;
}

export interface LessonDefinition<State extends object, Numbers, Texts extends LessonMessages> {
  /** Name of the lesson's folder and of its catalogue. */
  readonly id: string;
  readonly fields: Fields<State>;
  /** Makes interdependent fields consistent. Each field is within its own range already. */
  readonly constrain?: (state: State) => State;
  /** Reads a link, if the fields cannot be read one by one. */
  readonly read?: (params: URLSearchParams) => { state: State; problems: readonly Problem[] };
  /**
   * The ranges of sliders and live numbers, if they depend on the data. A number box accepts the field's whole range.
   */
  readonly offers?: (now: Computed<State, Numbers>) => Offers<State>;
  /** Computes all numbers of a state. `isMoving` is true during a drag: scales should then stay the same. */
  readonly compute?: (
    state: State,
    engine: Engine,
    last: Computed<State, Numbers> | undefined,
    isMoving: boolean,
  ) => Numbers;
  /** Replaces `compute` in a lesson that keeps objects in the engine. */
  readonly session?: (host: SessionHost) => Session<State, Numbers>;
  /** Whether the lesson needs an engine that can train. The frame loads it before the first `compute`. */
  readonly trains?: boolean;
  readonly stage: Stage<State, Numbers, Texts>;
  /** Five to eight beats. */
  readonly beats: readonly Beat<State, Numbers, Texts>[];
  /** Computed numbers for `{{name}}` in the text, in addition to the fields. */
  readonly values?: (scene: StageScene<State, Numbers, Texts>) => Readonly<Record<string, string>>;
  /**
   * The number of claims in Verify, and its questions that no beat has. The frame needs them before Verify is loaded.
   */
  readonly claims: { readonly count: number; readonly questions: readonly string[] };
  readonly verify: () => Promise<Verify<State, Numbers, Texts>>;
  /** Tables of the current numbers, for "Data and export". */
  readonly data: (scene: StageScene<State, Numbers, Texts>) => TemplateResult;
  readonly code: {
    readonly own: LessonCode<State, Numbers>;
    /** Called when the reader opens the panel: `() => import('./code?excerpts')`. */
    readonly excerpts: () => Promise<{ readonly default: Code }>;
  };
  /** Style rules for this lesson only. The frame nests them under the lesson's element. */
  readonly css?: string;
}

/** A state with the current beat, counted from 1. The frame adds this field to every lesson. */
export type Placed<State> = State & { readonly beat: number };

/** A definition with the functions that the frame derives from it. */
export interface Framed<State extends object, Numbers, Texts extends LessonMessages> {
  readonly definition: LessonDefinition<State, Numbers, Texts>;
  readonly fields: Fields<Placed<State>>;
  readonly withinRanges: (state: Placed<State>) => Placed<State>;
  readonly writeLink: (state: Placed<State>) => URLSearchParams;
  /** The predictions of all beats. */
  readonly predictions: readonly Prediction<State>[];
}

/** Builds a lesson from its definition. */
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
  // This cast is safe: the shell passes only states that this lesson returned.
  return lesson as Lesson<unknown>;
}
