// SPDX-License-Identifier: MIT

import type { Prose } from '*.md';
import type { TemplateResult } from 'lit';
import type { FieldAccess } from '../components/field-access.ts';
import type { Verdict } from '../components/verdict.ts';
import type { Engine, SentenceModel } from '../engine/index.ts';
import type { CatalogueLoader, I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/languages.ts';
import type { renderProjector } from '../lesson/projector.ts';
import type { Problem } from '../state/fields.ts';
import type { Measurement } from './experiment.ts';

/**
 * How the state was changed. `step`: one of many changes during a drag. `rest`: the end of a drag or an edit, which
 * screen readers announce. `jump`: like `rest`, but with a new history entry, so that the back button undoes the
 * change.
 */
export type Change = 'step' | 'rest' | 'jump';

/** The result of an experiment, which tests a claim of the documents. */
export interface Tested {
  readonly id: string;
  readonly verdict: Verdict;
  readonly measurements: readonly Measurement[];
}

/** The reader's guess at a question, and the correct one. The guess is empty if the reader has asked for the answer. */
export interface Answered {
  readonly id: string;
  readonly guess: string;
  readonly right: string;
}

/** A question of a lesson at the start of its step: the ids of all answers, and of the right one. */
export interface Asked {
  readonly step: string;
  readonly guesses: readonly string[];
  readonly right: string;
}

/** The part of a lesson that an embed shows: only the figure of a step, or a range of steps, counted from 1. */
export interface LessonPart {
  readonly isFigureOnly: boolean;
  readonly steps: readonly [first: number, last: number] | undefined;
}

/** The properties of a lesson that has a page of its own, and is not embedded in another page. */
export interface PageProps {
  /** The number of the lesson in the course. Undefined if the lesson is optional. */
  readonly number: number | undefined;
  readonly onShare: () => void;
  /** Called when the reader starts or ends presenting the lesson on a projector. */
  readonly onProject: (isOn: boolean) => void;
  /** Renders the present step for a projector. Undefined while the lesson is not presented. */
  readonly renderProjector?: typeof renderProjector | undefined;
}

/** The properties that the site or an embed passes to a lesson's element. */
export interface LessonProps<State> {
  readonly state: State;
  readonly engine: Engine;
  readonly prose: Prose;
  /** The initial state in an embed. Default: the initial state of the current step. */
  readonly initial?: State;
  /** Which fields have controls and which are locked. Default: all have controls, none is locked. */
  readonly access?: FieldAccess;
  /** The ids of questions that the reader must answer before the lesson opens. Default: none. */
  readonly asked?: readonly string[];
  /** Whether questions have a button that shows the answer without a guess. Default: they have one. */
  readonly mayReveal?: boolean;
  /** The part of the lesson that an embed shows. Default: the whole lesson. */
  readonly part?: LessonPart;
  /** Given if the lesson has its own page. Then its steps have addresses, and it reads and sets the scroll position. */
  readonly page?: PageProps;
  /** Shown until the lesson's model is loaded: the page as the build has written it. */
  readonly waiting?: unknown;
  /** Whether the browser restores the scroll position. Default: false. */
  readonly isReturn?: boolean;
  readonly onState: (state: State, change: Change) => void;
}

export interface Lesson<State> {
  readonly id: string;
  readonly questions: readonly string[];
  /** The names of the fields that a teacher can hide or lock: all except the present step. */
  readonly fields: readonly string[];
  /**
   * The names of the steps. The field `scene` of the state contains the current step. Undefined for a page that is not
   * a lesson, such as the ledger of the documents.
   */
  readonly steps?: readonly string[];
  /** Reads a state from link parameters. Invalid values are replaced by valid ones and reported in `problems`. */
  readLink(params: URLSearchParams): { state: State; problems: readonly Problem[] };
  writeLink(state: State): URLSearchParams;
  fieldLabel(field: string, i18n: I18n): string;
  /** The questions with their right answers. Undefined for a page that is not a lesson. */
  ask?(engine: Engine, model: SentenceModel): Promise<readonly Asked[]>;
  render(props: LessonProps<State>): TemplateResult;
  /** Renders the whole page at its start, for the build. Undefined if scripts draw the page. */
  draft?(
    i18n: I18n,
    prose: Prose,
    engine: Engine,
    model: SentenceModel,
    number: number | undefined,
  ): TemplateResult | Promise<TemplateResult>;
}

/** An entry in the list of pages. It loads the files of a lesson on demand. */
export interface LessonEntry {
  readonly id: string;
  /** The part of the course, counted from 1. Undefined for pages after the lessons. */
  readonly part?: number;
  /** Whether the lesson is optional: an optional lesson has no number, and "Next" skips it. */
  readonly optional?: boolean;
  /** Whether the lesson needs an engine that can train. */
  readonly trains?: boolean;
  /** Whether the page is outside the sequence of the course, so that "Next" and "Back" skip it. */
  readonly isBeside?: boolean;
  /** The number of claims on the lesson's page Verify. By default, it has no such page. */
  readonly claims?: number;
  /** Whether the figures show a sentence of the trained model. */
  readonly sentences?: boolean;
  readonly load: () => Promise<Lesson<unknown>>;
  /** The language in which readers of a language get the page: English if the page is not translated. */
  readonly writtenIn: (language: Language) => Language;
  readonly messages: CatalogueLoader;
  readonly prose: (language: Language) => Promise<Prose>;
}
