// SPDX-License-Identifier: MIT
import type { Field } from '../../state/fields.ts';

/** The largest number of characters of a text. */
export const MOST_CHARACTERS = 240;

/** A field that contains a text of at most a line. */
export function textField(initial: string, longest = MOST_CHARACTERS): Field<string> {
  const within = (text: string) => [...text].slice(0, longest).join('');
  return {
    initial,
    read(text) {
      const value = within(text);
      return value === text ? { value } : { value, problem: 'too-long' };
    },
    write: (text) => text,
    within,
    between: (_from, to) => to,
    control: undefined,
  };
}
