// SPDX-License-Identifier: MIT

export type LedgerVerdict = 'holds' | 'condition' | 'fails';

/**
 * A claim that an experiment tests: a statement of a source document, or an erratum (a correction of such a statement).
 * The project is based on five source documents, `000` to `004`.
 */
export interface Claim {
  /** "001-09" is a statement of source document 001; "E-17" is an erratum (a correction). */
  readonly id: string;
  readonly document: '000' | '001' | '002' | '003' | '004';
  readonly lines: string;
  readonly verdict: LedgerVerdict;
  readonly lesson: string;
  /** Id of the lesson's experiment that decides whether the claim holds. */
  readonly experiment: string;
}

/** A statement that no computed number can decide. The lesson's text discusses it. */
export type Undecided = Pick<Claim, 'id' | 'document' | 'lines' | 'lesson'>;
