// SPDX-License-Identifier: MIT

/** A catalogue of messages: texts by key. Keys can be nested to any depth. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

type PluralSuffix = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other';

type WithoutPlural<Key extends string> = Key extends `${infer Stem}${PluralSuffix}` ? Stem : Key;

/**
 * The keys of a catalogue, with dots between the levels of nesting. Plural forms such as `lessons_one` and
 * `lessons_other` share one key, `lessons`.
 */
export type MessageKey<Messages> = {
  [Key in keyof Messages & string]: Messages[Key] extends string
    ? WithoutPlural<Key>
    : `${Key}.${MessageKey<Messages[Key]>}`;
}[keyof Messages & string];

/** Values of a message's placeholders `{{name}}`. Numbers get the language's format. `count` selects the plural. */
export type MessageParams = Readonly<Record<string, string | number>>;

/** Returns the text of a key in the current language. A key that the catalogue lacks is a compile-time error. */
export type Translate<Key extends string> = (key: Key, params?: MessageParams) => string;
