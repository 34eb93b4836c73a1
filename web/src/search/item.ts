// SPDX-License-Identifier: MIT

/**
 * The kinds of search results, in display order. An `entry` is an entry of the ledger (web/src/ledger): a statement of
 * the source documents.
 */
export const KINDS = ['lesson', 'term', 'entry'] as const;
export type Kind = (typeof KINDS)[number];

export interface Item {
  /** The id of the item, unique within its kind: "softmax", "dot-product", "E-12". */
  readonly name: string;
  readonly kind: Kind;
  readonly title: string;
  readonly text: string;
  /** Synonyms, which are searched but not shown. */
  readonly alias: string;
}
