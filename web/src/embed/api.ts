// SPDX-License-Identifier: MIT
// What <attention-lab> offers its host. The build ships this file as attention-lab.d.ts, so it stands alone.

/** A lesson's state as the parameters of a link: "v=1&query=57". */
export type StateText = string;

/** Something in a state's text that could not be taken as it was, and what was used instead. */
export interface StateProblem {
  readonly field: string;
  readonly kind: string;
  readonly got: string;
  readonly used: string;
}

/** One number that a statement expects beside the one that was computed. */
export interface LabMeasurement {
  readonly id: string;
  readonly expected: number;
  readonly computed: number;
  readonly tolerance: number;
  readonly tests: 'claim' | 'reach' | 'shown';
}

/** `ready`: the lesson has been drawn; once for every lesson that the element shows. */
export interface ReadyDetail {
  readonly lesson: string;
  readonly state: StateText;
}

/** `state-change`: the reader has moved something. `step` is one of many in a drag, `rest` and `jump` are at rest. */
export interface StateChangeDetail {
  readonly lesson: string;
  readonly state: StateText;
  readonly change: 'step' | 'rest' | 'jump';
}

/** `experiment-result`: the reader has put a statement to the test. */
export interface ExperimentResultDetail {
  readonly lesson: string;
  readonly experiment: string;
  readonly verdict: 'holds' | 'condition' | 'fails';
  readonly measurements: readonly LabMeasurement[];
}

/** `question-result`: the reader has committed to a guess. */
export interface QuestionResultDetail {
  readonly lesson: string;
  readonly question: string;
  readonly guess: string;
  readonly right: string;
  /** 0 … 1: how many of the questions, those of `ask` or else all, had the right guess at the first try. */
  readonly score: number;
}

/**
 * Detail of `error`. The element also shows the message to the reader; it throws nothing. The kinds:
 * - `load`: files could not be loaded
 * - `engine`: the WebAssembly module could not be loaded
 * - `policy`: the page forbids WebAssembly
 * - `lesson`, `state`, `field`, `question`, `part`: the attributes contain an unknown name or an invalid value
 */
export interface LabErrorDetail {
  readonly kind: 'load' | 'engine' | 'policy' | 'lesson' | 'state' | 'field' | 'question' | 'part';
  /** As the reader is told, in their language. */
  readonly message: string;
  readonly problems: readonly StateProblem[];
}

/** The element's events by name; all bubble and leave shadow roots. */
export interface LabEvents {
  readonly ready: ReadyDetail;
  readonly 'state-change': StateChangeDetail;
  readonly 'experiment-result': ExperimentResultDetail;
  readonly 'question-result': QuestionResultDetail;
  readonly error: LabErrorDetail;
}

/** The numbers behind a plot. */
export interface LabTable {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (number | string | undefined)[])[];
}

/** What a reader sees, as data. */
export interface LabData {
  readonly lesson: string;
  readonly language: string;
  readonly state: StateText;
  readonly tables: readonly LabTable[];
  /** The last result of each statement that was put to the test. */
  readonly experiments: readonly ExperimentResultDetail[];
  /** The last guess at each question. */
  readonly questions: readonly QuestionResultDetail[];
}

/** A lesson of Attention Lab in a page. Attributes have the properties' names; `assetBase` is `asset-base`. */
export interface AttentionLabElement extends HTMLElement {
  /** Which lesson: "kernel-regression", "softmax", "similarity", … */
  lesson: string;
  /** `auto` (default) goes by the page's own `color-scheme`. */
  theme: string;
  /** `usual`, `safe` for colour-blind readers, or `contrast`; by default what the device asks for. */
  palette: string;
  /** The number of digits of results: `4` (default), `6`, `10`, or `full`. */
  digits: string;
  /** Where the lesson begins, and what `reset` restores; what the reader moves is `getState()`. */
  state: StateText;
  /** The fields that have a control, with commas between them; all where it is absent. */
  controls: string;
  /** The fields that cannot be moved. */
  locked: string;
  /** The questions to be answered before the lesson opens, with commas between them. */
  ask: string;
  /** `stage` shows the stage alone, with the height of the element: 480 px, or at least 320 px set by CSS. */
  show: string;
  /** The beats to show beside the stage, counted from 1: `2-4`, or `3` for a single one. Without it, all are shown. */
  beats: string;
  /** `lazy` waits until the element comes near the window. */
  loading: string;
  /** Address of the folder of this module's files, where they lie elsewhere. The first element of a page decides. */
  assetBase: string;

  /** The present state; before `ready`, the one that it will begin with. */
  getState(): StateText;
  /** Shows a state. What it cannot use is told by a notice and an `error` event. */
  setState(state: StateText): void;
  /** Back to `state`. */
  reset(): void;
  /** Undefined before `ready`. */
  exportData(): LabData | undefined;
}

/** The element's class. */
export type AttentionLab = AttentionLabElement;

/** What the module exports. Importing it is safe under Node too, which has no elements. */
export declare const AttentionLab: {
  new (): AttentionLab;
  readonly prototype: AttentionLab;
  readonly observedAttributes: readonly string[];
};

/** Makes the element known to the page, once; loading the module does it already. */
export declare function defineAttentionLab(): void;

declare global {
  interface HTMLElementTagNameMap {
    'attention-lab': AttentionLabElement;
  }
}
