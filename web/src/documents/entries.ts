// SPDX-License-Identifier: MIT
// The ledger as a list: every statement and every erratum, in the documents' order.
import type { Claim, LedgerVerdict } from '../ledger/claim.ts';
import { claims, undecided } from '../ledger/claims.ts';

export const DOCUMENTS = ['000', '001', '002', '003', '004'] as const;

/** What a list can be narrowed to; `undecided` is what no number decides. */
export const VERDICTS = ['holds', 'condition', 'fails', 'undecided'] as const;

export interface Entry {
  readonly id: string;
  readonly kind: 'statement' | 'erratum';
  readonly document: Claim['document'];
  readonly lines: string;
  readonly verdict: LedgerVerdict | 'undecided';
  readonly lesson: string;
  /** The claim that an experiment decides. */
  readonly claim?: Claim;
  /** Others that the same experiment decides: a statement's errata, an erratum's statements. */
  readonly related: readonly string[];
}

const kindOf = (id: string) => (id.startsWith('E') ? 'erratum' : 'statement');

function entryOf(claim: Claim): Entry {
  const { id, document, lines, verdict, lesson } = claim;
  const isNear = (other: Claim) =>
    other.lesson === lesson &&
    other.experiment === claim.experiment &&
    kindOf(other.id) !== kindOf(id);
  const related = claims.filter(isNear).map((other) => other.id);
  return { id, kind: kindOf(id), document, lines, verdict, lesson, claim, related };
}

/** Statements by number, then errata by number. */
export const entries: readonly Entry[] = [
  ...claims.map(entryOf),
  ...undecided.map(
    (one): Entry => ({ ...one, kind: kindOf(one.id), verdict: 'undecided', related: [] }),
  ),
].sort((a, b) => (a.id < b.id ? -1 : 1));
