// SPDX-License-Identifier: MIT
import type { Language } from '../i18n/languages.ts';

/** The kinds of search results, in display order. `entry`: a statement or erratum of the ledger (web/src/ledger). */
export const KINDS = ['lesson', 'term', 'entry'] as const;
export type Kind = (typeof KINDS)[number];

export interface Item {
  /** The id of the item, unique within its kind: "softmax", "dot-product", "E-12". */
  readonly name: string;
  readonly kind: Kind;
  readonly language: Language;
  readonly title: string;
  readonly text: string;
  /** Synonyms, which are searched but not shown. */
  readonly alias: string;
}
