// SPDX-License-Identifier: MIT

/** A message catalogue: texts under keys, nested as deep as is handy. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

type PluralSuffix = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other';

type WithoutPlural<Key extends string> = Key extends `${infer Stem}${PluralSuffix}` ? Stem : Key;

/** The dotted keys of a catalogue; `lessons_one` and `lessons_other` are the one key `lessons`. */
export type MessageKey<Messages> = {
  [Key in keyof Messages & string]: Messages[Key] extends string
    ? WithoutPlural<Key>
    : `${Key}.${MessageKey<Messages[Key]>}`;
}[keyof Messages & string];

/** Values for the `{{placeholders}}` of a message. Numbers are written by the language; `count` picks the plural. */
export type MessageParams = Readonly<Record<string, string | number>>;

/** Gives the text of a key in the present language; an unknown key does not compile. */
export type Translate<Key extends string> = (key: Key, params?: MessageParams) => string;
