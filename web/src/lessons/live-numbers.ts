// SPDX-License-Identifier: MIT
import { createContext } from '@lit/context';
import type { Fields, NumberControl, Range } from '../state/fields.ts';
import type { LessonDefinition, Offers, StageScene } from './define-lesson.ts';
import { type LessonMessages, say } from './scene.ts';

/** A field of the state that is shown as a number in a sentence. */
export interface LiveField {
  readonly label: string;
  readonly value: number;
  /** The formatted number with its unit. */
  readonly text: string;
  readonly control: NumberControl;
  /** Whether readers can change the number; `isLocked` is true if a teacher has locked it. */
  readonly isShown: boolean;
  readonly isLocked: boolean;
  readonly set: (value: number, isFinal: boolean) => void;
}

/** Finds the value of a placeholder `{{name}}`: a field of the state or a computed number. */
export interface LiveNumbers {
  readonly field: (name: string) => LiveField | undefined;
  readonly value: (name: string) => string | undefined;
  /**
   * Whether the element with this `data-part` must not be updated now. During a drag, this is true for elements outside
   * the viewport, because updating them would slow down the drag.
   */
  readonly isHeld: (part: string) => boolean;
}

export const liveNumbersContext = createContext<LiveNumbers>(Symbol('attention-lab.live-numbers'));

const within = (
  control: NumberControl,
  offer: (Range & { step?: number }) | undefined,
): NumberControl =>
  offer === undefined
    ? control
    : {
        ...control,
        range: offer,
        settings: { ...control.settings, ...(offer.step ? { step: offer.step } : {}) },
      };

/**
 * Creates the functions that find the values of placeholders in the text. `{{d}}` is the field d of the state, and
 * `{{x.3}}` is the third number of the field x, a list. Any other name is the name of a computed number.
 */
export function liveNumbersOf<State extends object, Numbers, Texts extends LessonMessages>(
  { values, offers }: LessonDefinition<State, Numbers, Texts>,
  fields: Fields<State>,
  scene: StageScene<State, Numbers, Texts>,
  isHeld: (part: string) => boolean,
): LiveNumbers {
  const { state, i18n, access, set } = scene;
  const word = say(scene.t);
  const offered: Offers<State> = offers?.(scene) ?? {};
  let computed: Readonly<Record<string, string>> | undefined;
  const field = (path: string): LiveField | undefined => {
    const [name, place] = path.split('.') as [keyof State & string, string | undefined];
    const control = fields[name]?.control;
    if (control?.kind !== 'number') return undefined;
    const held = state[name] as number | readonly number[];
    const index = Number(place) - 1;
    const value = typeof held === 'number' ? held : held[index];
    if (value === undefined) return undefined;
    const { unit, integer } = control.settings;
    const number = integer ? i18n.integer(value) : i18n.number(value, { digits: 4 });
    const label = place === undefined ? word(`field.${name}`) : `${word(`field.${name}`)} ${place}`;
    return {
      label,
      value,
      text: `${number}${unit ? ` ${word(unit)}` : ''}`,
      control: within(control, offered[name]),
      isShown: access.isShown(name),
      isLocked: access.isLocked(name),
      set: (next, isFinal) => {
        const change = typeof held === 'number' ? next : held.with(index, next);
        set({ [name]: change } as Partial<State>, isFinal ? 'rest' : 'step');
      },
    };
  };
  return {
    field,
    value: (name) => {
      computed ??= values?.(scene) ?? {};
      return computed[name];
    },
    isHeld,
  };
}
