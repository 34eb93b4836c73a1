// SPDX-License-Identifier: MIT

/** What can be found, in the order of showing it. */
export const KINDS = ['lesson', 'term', 'entry'] as const;
export type Kind = (typeof KINDS)[number];

/** One thing that can be found. */
export interface Item {
  /** Of its kind: "softmax", "dot-product", "E-12". */
  readonly name: string;
  readonly kind: Kind;
  readonly title: string;
  readonly text: string;
  /** Other words for it, which are not shown. */
  readonly alias: string;
}
