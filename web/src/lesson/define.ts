// SPDX-License-Identifier: MIT
// The definition of a lesson. Each of its steps has a complete scene: a state of the lesson, and the visibility of each
// part of the figure.
import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Engine, Progress, SentenceModel } from '../engine/index.ts';
import type { MessageKey, Translate } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Change, Lesson, LessonProps } from '../lessons/lesson.ts';
import { type LessonMessages, say } from '../lessons/scene.ts';
import {
  choiceField,
  type Field,
  type Fields,
  initialState,
  mended,
  readState,
  within,
  writeState,
} from '../state/fields.ts';
import type { AddressOf } from './lesson-links.ts';
import { renderDraft } from './render-scenes.ts';
import './scenes.ts';

/** The visibility of each part of a figure: 0 absent, 1 full. Between two steps, the numbers are interpolated. */
export type View = Readonly<Record<string, number>>;

/** The layout for which a figure is drawn: `wide` for one figure beside the text, `phone` for a figure in each step. */
export type Layout = 'wide' | 'phone';

/** The argument of the functions that render the parts of a step. */
export interface Scene<State, Numbers, Texts> {
  readonly state: State;
  readonly numbers: Numbers;
  readonly i18n: I18n;
  readonly t: Translate<MessageKey<Texts>>;
  /** The name of the part to which the reader points in the text or the figure. Empty if there is none. */
  readonly pointed: string;
  readonly addressOf: AddressOf;
  readonly set: (change: Partial<State>, how: Change) => void;
}

/**
 * A question about a scene. Its texts are in the lesson's catalogue under `question.<step>`: `guess.<guess>` and
 * `feedback.<guess>` for each guess, and `hint`.
 */
export interface Question<Numbers, Parts extends View> {
  readonly guesses: readonly string[];
  readonly right: (numbers: Numbers) => string;
  /** The visibilities that change after the reader's answer. Until then, the figure must not show the answer. */
  readonly outcome: Partial<Parts>;
}

/** The kinds of controls. The class `scene-room` in scenes.css has the height of each kind on a phone. */
export type Room = 'button' | 'details' | 'box' | 'slider' | 'words';

export interface Step<State, Numbers, Parts extends View, Texts> {
  /** The id of the step's section in `text.<language>.md`, and of its element in the page. */
  readonly id: string;
  /** The fields that differ from the lesson's defaults when the step begins. */
  readonly state?: Partial<State>;
  /** The visibility of the parts in which the step differs from the lesson's `parts`. */
  readonly view: Partial<Parts>;
  readonly question?: Question<Numbers, Parts>;
  /** Renders a calculation below the figure. Must not reveal the answer to the question before `view` shows it. */
  readonly worked?: (scene: Scene<State, Numbers, Texts>, view: Parts) => unknown;
  /** Renders at most two controls, below the text, or on a phone below the figure. */
  readonly controls?: (scene: Scene<State, Numbers, Texts>) => unknown;
  /** The controls of the first step. The build reserves their height, because it does not render them. */
  readonly room?: readonly Room[];
  /** Describes the scene in a sentence with its numbers, for screen readers. */
  readonly spoken: (scene: Scene<State, Numbers, Texts>) => string;
}

export interface LessonDefinition<
  State extends object,
  Numbers,
  Parts extends View,
  Texts extends LessonMessages,
  Model = SentenceModel,
> {
  /** The name of the lesson's folder, and of its catalogue of messages. */
  readonly id: string;
  readonly fields: Fields<State>;
  /** All parts of the figure, with the visibility in steps whose `view` does not contain them. */
  readonly parts: Parts;
  /** Computes all numbers of a state. The sentence model is undefined until it is loaded. */
  readonly compute: (state: State, engine: Engine, model: Model | undefined) => Numbers;
  /** Loads the lesson's own model instead of the sentence model. Meanwhile, the prerendered page stays visible. */
  readonly loadModel?: (engine: Engine, onProgress?: Progress) => Promise<Model>;
  /** Draws the figure. Must have no side effects, because the build, the page and print call it. */
  readonly draw: (
    scene: Scene<State, Numbers, Texts>,
    view: Parts,
    layout: Layout,
  ) => TemplateResult;
  readonly steps: readonly Step<State, Numbers, Parts, Texts>[];
  /** Describes a field's value for the note on changes. Returns undefined if the note can contain the value itself. */
  readonly told?: (field: string, scene: Scene<State, Numbers, Texts>) => string | undefined;
  /** Subscribes to numbers that do not derive from the state, such as times. Returns an unsubscribe function. */
  readonly follow?: (onNews: () => void) => () => void;
  /**
   * Whether the lesson needs the WebAssembly module with training, rotary positions and ALiBi. Must equal `trains` in
   * lesson.json, so that the page loads this module at once.
   */
  readonly trains?: boolean;
}

/** A state, and the id of the step that shows it (`scene`). */
export type Placed<State> = State & { readonly scene: string };

/** A definition, and functions derived from it, for the element `al-scenes` and the build. */
export interface Framed {
  readonly definition: LessonDefinition<never, unknown, View, LessonMessages, unknown>;
  readonly ids: readonly string[];
  readonly between: (from: AnyState, to: AnyState, part: number) => AnyState;
  readonly start: (step: string) => AnyState;
  /** The visibility of the parts in a step, before or after the reader has answered its question. */
  readonly view: (step: string, isAnswered?: boolean) => View;
  readonly within: (state: AnyState) => AnyState;
  /** The fields that differ between two states, with the values of the second. */
  readonly changes: (
    from: AnyState,
    to: AnyState,
  ) => readonly (readonly [field: string, value: unknown])[];
}

/** A state of any lesson. The element `al-scenes` reads only its field `scene`. */
export type AnyState = Placed<Readonly<Record<string, unknown>>>;

const between = (fields: Fields<AnyState>, from: AnyState, to: AnyState, part: number): AnyState =>
  Object.freeze(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        (field as Field<unknown>).between(from[name], to[name], part),
      ]),
    ),
  ) as AnyState;

export function defineLesson<
  State extends object,
  Numbers,
  Parts extends View,
  Texts extends LessonMessages,
  Model = SentenceModel,
>(definition: LessonDefinition<State, Numbers, Parts, Texts, Model>): Lesson<unknown> {
  const { id, steps, parts } = definition;
  const ids = steps.map((step) => step.id);
  const [first = ''] = ids;
  const scene = { ...choiceField(first, ids), control: undefined };
  const fields = { ...definition.fields, scene } as unknown as Fields<AnyState>;
  const initial = initialState(fields);
  const find = (name: string) => steps.find((one) => one.id === name);
  const starts = new Map(
    ids.map((name): [string, AnyState] => [
      name,
      Object.freeze({ ...initial, ...find(name)?.state, scene: name }),
    ]),
  );
  const start = (name: string): AnyState => starts.get(name) ?? initial;
  /** The fields with the step's start as default values, so that a link contains only the differences from it. */
  const fieldsOf = (name: string): Fields<AnyState> => {
    const begin = start(name);
    return Object.fromEntries(
      Object.entries(fields).map(([field, one]) => [
        field,
        field === 'scene' ? one : { ...(one as object), initial: begin[field] },
      ]),
    ) as unknown as Fields<AnyState>;
  };
  const changesOf = (state: AnyState) => writeState(fieldsOf(state.scene), state);
  const framed: Framed = {
    definition: definition as unknown as Framed['definition'],
    ids,
    between: (from, to, part) => between(fields, from, to, part),
    start,
    view: (name, isAnswered = false) => {
      const { view, question } = find(name) ?? {};
      return { ...parts, ...view, ...(isAnswered ? question?.outcome : {}) };
    },
    within: (state) => within(fields, state),
    changes: (from, to) =>
      Object.entries<Field<unknown>>(definition.fields).flatMap(([name, { write }]) =>
        write(from[name]) === write(to[name]) ? [] : [[name, to[name]] as const],
      ),
  };
  const modelOf = async (engine: Engine, sentences: SentenceModel) =>
    definition.loadModel ? await definition.loadModel(engine) : (sentences as Model);
  const lesson: Lesson<AnyState> = {
    id,
    questions: steps.flatMap((one) => (one.question ? one.id : [])),
    fields: Object.keys(definition.fields),
    steps: ids,
    readLink: (params) => {
      const named = scene.read(mended(fields, params).get('scene') ?? first);
      return readState(fieldsOf(named.value), params);
    },
    writeLink: changesOf,
    fieldLabel: (field, i18n) =>
      field === 'scene' ? i18n.t('scene.label') : say(i18n.translator(id))(`field.${field}`),
    ask: async (engine, sentences) => {
      const model = await modelOf(engine, sentences);
      return steps.flatMap(({ id: step, question }) => {
        if (question === undefined) return [];
        const { guesses, right } = question;
        const numbers = definition.compute(start(step) as never, engine, model);
        return { step, guesses, right: right(numbers) };
      });
    },
    draft: async (i18n, prose, engine, sentences, number) =>
      renderDraft(framed, i18n, prose, engine, await modelOf(engine, sentences), number),
    render: (props: LessonProps<AnyState>) =>
      html`${keyed(id, html`<al-scenes data-id=${id} .framed=${framed} .props=${props}></al-scenes>`)}`,
  };
  // The cast is safe, because the caller passes only states that this lesson has returned.
  return lesson as Lesson<unknown>;
}
