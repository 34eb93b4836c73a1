// SPDX-License-Identifier: MIT
import { createContext } from '@lit/context';
import type { Fields, NumberControl, Range } from '../state/fields.ts';
import type { LessonDefinition, Offers, StageScene } from './define-lesson.ts';
import { type LessonMessages, say } from './scene.ts';

/** A number of the current state, and the function that changes it. */
export interface LiveField {
  readonly label: string;
  readonly value: number;
  /** The number with its unit. */
  readonly text: string;
  readonly control: NumberControl;
  /** Whether the number is a control, and whether the control is locked. */
  readonly isShown: boolean;
  readonly isLocked: boolean;
  readonly set: (value: number, isFinal: boolean) => void;
}

/** Resolves `{{name}}` in a text. */
export interface LiveNumbers {
  readonly field: (name: string) => LiveField | undefined;
  readonly value: (name: string) => string | undefined;
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
 * Resolves names for a scene: `{{d}}` is the field d, `{{x.3}}` the third number of the list x. Other names are
 * computed values.
 */
export function liveNumbersOf<State extends object, Numbers, Texts extends LessonMessages>(
  { values, offers }: LessonDefinition<State, Numbers, Texts>,
  fields: Fields<State>,
  scene: StageScene<State, Numbers, Texts>,
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
    const { unit } = control.settings;
    const label = place === undefined ? word(`field.${name}`) : `${word(`field.${name}`)} ${place}`;
    return {
      label,
      value,
      text: `${i18n.number(value, { digits: 4 })}${unit ? ` ${word(unit)}` : ''}`,
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
  };
}
