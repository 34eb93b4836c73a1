// SPDX-License-Identifier: MIT
// The definition of a lesson. The site builds the page, the links, the controls and Verify (the second view, with
// claims and details) from it.
import type { Code } from '*?excerpts';
import { html, type noChange, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Engine } from '../engine/index.ts';
import {
  type Field,
  type Fields,
  mended,
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

/**
 * The data for the functions that render the figure, a beat (passage of the lesson) or Verify (the view with the
 * claims).
 */
export interface StageScene<State, Numbers, Texts> extends BasicScene<State, Numbers, Texts> {
  /** Height in px that is available for the figure. */
  readonly height: number;
  /** Index of the highlighted item of the figure: the one under the pointer or with the focus. */
  readonly active: number | undefined;
  readonly activate: (index: number | undefined) => void;
  /** Renders the section `id` of the lesson's text, with its heading. */
  readonly section: (id: string) => unknown;
  /** Renders the control of a field of the state. */
  readonly bind: Bind<State>;
  /**
   * Renders the content of the element whose `data-part` is `part`. During a drag, elements outside the viewport are
   * not updated.
   */
  readonly draw: (part: string, render: () => TemplateResult) => TemplateResult | typeof noChange;
}

/** The number that is shown in large type below the figure. */
export interface MainNumber {
  readonly label: string;
  /** Undefined if there is no result. In that case, `label` contains the reason. */
  readonly value: number | undefined;
  readonly unit?: string;
  /** Name of the number's variable in the lesson's code. The number and the variable are highlighted together. */
  readonly term?: string;
  /** A second line of text, for example another number with its name. */
  readonly note?: string;
  /** Whether data is still loading. Label and note are then invisible, and reserve the height of the final ones. */
  readonly isPending?: boolean;
}

export interface Stage<State, Numbers, Texts> {
  readonly figure: (scene: StageScene<State, Numbers, Texts>) => TemplateResult;
  readonly main: (scene: StageScene<State, Numbers, Texts>) => MainNumber;
  /** Renders at most four controls. */
  readonly controls: (scene: StageScene<State, Numbers, Texts>) => readonly TemplateResult[];
  /** Controls that are visible only after the reader presses "More". */
  readonly more?: (scene: StageScene<State, Numbers, Texts>) => readonly TemplateResult[];
  /** Controls that are visible only in Verify (the view with the claims), such as the precision. */
  readonly expert?: (scene: StageScene<State, Numbers, Texts>) => readonly TemplateResult[];
  /** Describes the result in a sentence for screen readers. */
  readonly spoken: (scene: StageScene<State, Numbers, Texts>) => string;
}

export type BeatKind = 'predict' | 'play' | 'see' | 'formula' | 'check' | 'takeaway';

/**
 * A beat: a passage of the lesson with one idea. Its heading and text are in the section `id` of `text.<language>.md`.
 */
export interface Beat<State, Numbers, Texts> {
  readonly id: string;
  readonly kind: BeatKind;
  /** The states through which the button "Show me" animates the figure, in order. */
  readonly show?: Partial<State> | readonly Partial<State>[];
  /** The question of a beat of the kind `predict`. */
  readonly prediction?: Prediction<State>;
  /** The question of a beat of the kind `check`. */
  readonly question?: CheckQuestion<State>;
  /** Renders content below the text, such as a formula with the current numbers. */
  readonly render?: (scene: StageScene<State, Numbers, Texts>) => TemplateResult;
}

/**
 * The computation of a lesson that keeps objects in the engine, such as a job that runs in slices. A lesson has either
 * a session or `compute`.
 */
export interface Session<State, Numbers> {
  compute(state: State, engine: Engine, last: Computed<State, Numbers> | undefined): Numbers;
  /** Frees the objects in the engine. If `compute` is called later, it creates them again. */
  release(): void;
}

export interface SessionHost {
  /** The session calls this when new numbers are available. The lesson then calls `compute` again. */
  readonly news: () => void;
  readonly fail: (error: unknown) => void;
  /** The language of the page, as a BCP 47 tag. `compute` is called again when the language changes. */
  readonly language: () => string;
}

/** Narrower ranges for the controls of some fields. */
export type Offers<State> = {
  readonly [Name in keyof State]?: Range & { readonly step?: number };
};

/** The content of Verify, the second view of a lesson. It is loaded when the reader opens this view. */
export interface Verify<State, Numbers, Texts> {
  /** Experiments that test the documents' claims (web/src/ledger). */
  readonly experiments: readonly Experiment<State>[];
  /** Predictions that are asked in Verify (the view with the claims) only, and in no beat. */
  readonly predictions?: readonly Prediction<State>[];
  /**
   * Renders the content below the claims: the results of all steps of the computation, special cases, and variants from
   * the documents.
   */
  readonly details?: (
    scene: StageScene<State, Numbers, Texts>,
    ask: (id: string) => TemplateResult,
  ) => TemplateResult;
}

export interface LessonDefinition<State extends object, Numbers, Texts extends LessonMessages> {
  /** Name of the lesson's folder, and of its catalogue of messages. */
  readonly id: string;
  readonly fields: Fields<State>;
  /** Makes interdependent fields consistent. Each field of the given state is already within its own range. */
  readonly constrain?: (state: State) => State;
  /** Reads the state from a link. Needed only if the fields cannot be read independently of each other. */
  readonly read?: (params: URLSearchParams) => { state: State; problems: readonly Problem[] };
  /**
   * Returns narrower ranges for sliders and for numbers in the text, if suitable ranges depend on the data. A number
   * box always accepts the whole range of the field.
   */
  readonly offers?: (now: Computed<State, Numbers>) => Offers<State>;
  /**
   * Computes all numbers for a state. During a drag, `isMoving` is true. The scales of axes should then stay unchanged,
   * so that the dragged point stays under the pointer.
   * @param last  the previous state with its numbers, from which results can be reused
   */
  readonly compute?: (
    state: State,
    engine: Engine,
    last: Computed<State, Numbers> | undefined,
    isMoving: boolean,
  ) => Numbers;
  /** Creates the computation of a lesson that keeps objects in the engine. Replaces `compute`. */
  readonly session?: (host: SessionHost) => Session<State, Numbers>;
  /**
   * Whether the lesson needs an engine that can train. If so, this engine is loaded before the numbers are computed.
   */
  readonly trains?: boolean;
  readonly stage: Stage<State, Numbers, Texts>;
  /** The beats (passages) of the lesson: five to eight. The page Verify of a lesson of scenes has none. */
  readonly beats: readonly Beat<State, Numbers, Texts>[];
  /** Formats computed numbers for the placeholders `{{name}}` in the text. Fields of the state need no entry. */
  readonly values?: (scene: StageScene<State, Numbers, Texts>) => Readonly<Record<string, string>>;
  /**
   * The number of claims in Verify (the view with the claims), and the ids of the predictions that are asked only
   * there. They are stated here because they are needed before Verify is loaded.
   */
  readonly claims: { readonly count: number; readonly questions: readonly string[] };
  readonly verify: () => Promise<Verify<State, Numbers, Texts>>;
  /** Renders the tables of the current numbers for the panel "Data and export". */
  readonly data: (scene: StageScene<State, Numbers, Texts>) => TemplateResult;
  readonly code: {
    readonly own: LessonCode<State, Numbers>;
    /** Imports the code: `() => import('./code?excerpts')`. Called when the reader opens the code panel. */
    readonly excerpts: () => Promise<{ readonly default: Code }>;
  };
  /** Style rules of this lesson. They are nested under the lesson's element. */
  readonly css?: string;
}

/** The state of a lesson with an additional field: the current beat (passage), counted from 1. */
export type Placed<State> = State & { readonly beat: number };

/** The definition of a lesson with the functions that are derived from it. */
export interface Framed<State extends object, Numbers, Texts extends LessonMessages> {
  readonly definition: LessonDefinition<State, Numbers, Texts>;
  readonly fields: Fields<Placed<State>>;
  readonly withinRanges: (state: Placed<State>) => Placed<State>;
  readonly writeLink: (state: Placed<State>) => URLSearchParams;
  /** The predictions that are asked in beats (passages). */
  readonly predictions: readonly Prediction<State>[];
}

export function defineLesson<State extends object, Numbers, Texts extends LessonMessages>(
  definition: LessonDefinition<State, Numbers, Texts>,
): Lesson<unknown> {
  const { id, beats, constrain = (state: State) => state } = definition;
  const beat: Field<number> = {
    ...numberField(1, { min: 1, max: Math.max(beats.length, 1) }, { integer: true }),
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
    fields: Object.keys(definition.fields),
    beats: beats.length,
    readLink: (params) => {
      const own = mended(fields, params);
      const placed = readWithin(fields, own, withinRanges);
      if (definition.read === undefined) return placed;
      own.delete('beat');
      const { state, problems } = definition.read(own);
      const others = placed.problems.filter((problem) => problem.field === 'beat');
      return {
        state: Object.freeze({ ...state, beat: placed.state.beat }),
        problems: [...problems, ...others],
      };
    },
    writeLink,
    fieldLabel: (field, i18n) =>
      field === 'beat' ? i18n.t('beat.label') : say(i18n.translator(id))(`field.${field}`),
    render: (props: LessonProps<Placed<State>>) =>
      html`${keyed(id, html`<al-lesson data-id=${id} .framed=${framed} .props=${props}></al-lesson>`)}`,
  };
  // The cast is safe, because the caller passes only states that this lesson has returned.
  return lesson as Lesson<unknown>;
}
