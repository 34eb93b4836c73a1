// SPDX-License-Identifier: MIT
// The public interface of the custom element <attention-lab>. The build publishes this file as attention-lab.d.ts, so
// it has no imports: a path to another source file would not exist there.

/** The state of a lesson, as link parameters: "query=57". It contains only values that differ from the defaults. */
export type StateText = string;

/**
 * An invalid value in a state, and the value that the lesson uses instead. If `kind` is `unknown-field`, the lesson has
 * no such field, and `used` is empty.
 */
export interface StateProblem {
  readonly field: string;
  readonly kind: string;
  readonly got: string;
  readonly used: string;
}

/** Detail of `ready`, which fires once for every lesson that the element shows, when the lesson is rendered. */
export interface ReadyDetail {
  readonly lesson: string;
  readonly state: StateText;
}

/**
 * Detail of `state-change`, which fires when the reader has changed something. During a drag, `change` is `step` for
 * each intermediate state. It is `rest` at the end of a drag or an edit, and `jump` for other changes, such as a click.
 */
export interface StateChangeDetail {
  readonly lesson: string;
  readonly state: StateText;
  readonly change: 'step' | 'rest' | 'jump';
}

/** Detail of `question-result`, which fires when the reader has answered a question, or has asked for its answer. */
export interface QuestionResultDetail {
  readonly lesson: string;
  readonly question: string;
  /** Empty if the reader has asked for the answer. */
  readonly guess: string;
  readonly right: string;
  /**
   * The fraction of questions whose first answer was correct, from 0 to 1. Only the questions in `ask` count. If `ask`
   * is empty, all questions in the shown steps count.
   */
  readonly score: number;
}

/**
 * Detail of `error`. The element also shows the message to the reader, and its methods never throw. The kinds:
 * - `load`: files could not be loaded
 * - `engine`: the WebAssembly module could not be loaded
 * - `policy`: the page's security policy forbids WebAssembly, fetching the module, or lit-html's Trusted Types policy
 * - `lesson`, `state`, `field`, `question`, `part`: an attribute contains an unknown name or an invalid value
 */
export interface LabErrorDetail {
  readonly kind: 'load' | 'engine' | 'policy' | 'lesson' | 'state' | 'field' | 'question' | 'part';
  /** The message that the reader sees, in the reader's language. */
  readonly message: string;
  readonly problems: readonly StateProblem[];
}

/** The events of the element, by name. All events bubble and are composed. */
export interface LabEvents {
  readonly ready: ReadyDetail;
  readonly 'state-change': StateChangeDetail;
  readonly 'question-result': QuestionResultDetail;
  readonly error: LabErrorDetail;
}

/** Event handlers, for frameworks that add a listener for each attribute that starts with `on`: `onstate-change`. */
export type LabHandlers = {
  readonly [K in keyof LabEvents as `on${K}`]?: (event: CustomEvent<LabEvents[K]>) => void;
};

/** The current data of a lesson. */
export interface LabData {
  readonly lesson: string;
  readonly language: string;
  readonly state: StateText;
  /** The last answer to each question that was answered. */
  readonly questions: readonly QuestionResultDetail[];
}

/**
 * A lesson of Attention Lab. Each property has an attribute of the same name, except `assetBase`, whose attribute is
 * `asset-base`.
 */
export interface AttentionLabElement extends HTMLElement {
  /** The id of the lesson: "kernel-regression", "softmax", "similarity", … */
  lesson: string;
  /** The colour theme: `auto`, `light` or `dark`. `auto` (default) follows the page's `color-scheme`. */
  theme: string;
  /**
   * The colour palette: `usual`, `safe` for colour-blind readers, or `contrast`. The default depends on the device's
   * settings.
   */
  palette: string;
  /** The number of significant digits of results: `4` (default), `6`, `10`, or `full`. */
  digits: string;
  /** The initial state, which `reset` restores. `getState()` returns the current state. */
  state: StateText;
  /**
   * The names of the fields that have a control, separated by commas. With a minus before each name, the names of the
   * fields that have none: `-seed`. Default: all fields have a control.
   */
  controls: string;
  /** The names of the fields that readers cannot change, separated by commas. */
  locked: string;
  /** The ids of the questions that readers must answer before the lesson opens, separated by commas. */
  ask: string;
  /** With `never`, questions have no button that shows the answer without a guess. */
  reveal: string;
  /**
   * `figure` shows only the figure of a step with its controls. The element is then 480 px high, unless CSS sets another
   * height, which must be at least 320 px.
   */
  show: string;
  /** The steps to show, one at a time: a range such as `2-4`, or one number, counted from 1. Default: all steps. */
  steps: string;
  /** With `lazy`, the lesson is loaded only when the element is near the viewport. */
  loading: string;
  /**
   * URL of the folder with the files of this module, if they were moved. The value of the first element on a page
   * applies to all.
   */
  assetBase: string;

  /** Adds a listener for an event of the element. The type of the event's detail follows from its name. */
  addEventListener<K extends keyof LabEvents>(
    type: K,
    listener: (this: AttentionLabElement, event: CustomEvent<LabEvents[K]>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (this: HTMLElement, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;

  /** Returns the current state. Before `ready`, this is the initial state. */
  getState(): StateText;
  /** Shows a state. If it contains invalid values, the element shows a notice and fires an `error` event. */
  setState(state: StateText): void;
  /** Shows the state in the property `state` again. */
  reset(): void;
  /** Returns the current data of the lesson. Undefined before `ready`. */
  exportData(): LabData | undefined;
}

/** The attributes of the element, for frameworks whose templates are type-checked. */
export interface AttentionLabAttributes {
  readonly lesson?: string;
  /**
   * `en`, `zh-Hans`, `zh-Hant`, or another language tag that matches one of them. Default: the language of the page,
   * then of the browser.
   */
  readonly lang?: string;
  readonly theme?: 'auto' | 'light' | 'dark';
  readonly palette?: 'usual' | 'contrast' | 'safe';
  readonly digits?: '4' | '6' | '10' | 'full';
  readonly state?: StateText;
  readonly controls?: string;
  readonly locked?: string;
  readonly ask?: string;
  readonly reveal?: 'never';
  readonly show?: 'figure';
  readonly steps?: string;
  readonly loading?: 'lazy' | 'eager';
  readonly 'asset-base'?: string;
}

/** The type of the element. */
export type AttentionLab = AttentionLabElement;

/** The class of the element. In Node, where custom elements do not exist, it can be imported but not used. */
export declare const AttentionLab: {
  new (): AttentionLab;
  readonly prototype: AttentionLab;
  readonly observedAttributes: readonly string[];
};

/** Registers the custom element. Repeated calls have no effect. Importing the module calls this. */
export declare function defineAttentionLab(): void;

declare global {
  interface HTMLElementTagNameMap {
    'attention-lab': AttentionLabElement;
  }
}
