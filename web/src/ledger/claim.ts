// SPDX-License-Identifier: MIT

export type LedgerVerdict = 'holds' | 'condition' | 'fails';

/** A document's statement or erratum that an experiment decides. */
export interface Claim {
  /** "001-09" is a statement, "E-17" an erratum. */
  readonly id: string;
  readonly document: '000' | '001' | '002' | '003' | '004';
  readonly lines: string;
  readonly verdict: LedgerVerdict;
  readonly lesson: string;
  /** The lesson's experiment that decides. */
  readonly experiment: string;
}

type Row = readonly [
  id: string,
  document: Claim['document'],
  lines: string,
  verdict: LedgerVerdict,
  experiment: string,
];

/** What one lesson decides. */
export const claimsOf = (lesson: string, rows: readonly Row[]): readonly Claim[] =>
  rows.map(([id, document, lines, verdict, experiment]) => ({
    id,
    document,
    lines,
    verdict,
    lesson,
    experiment,
  }));

/** A statement that no number decides; the lesson says so in words. */
export type Undecided = Pick<Claim, 'id' | 'document' | 'lines' | 'lesson'>;
