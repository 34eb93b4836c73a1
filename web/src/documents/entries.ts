// SPDX-License-Identifier: MIT
// The entries of the ledger (web/src/ledger): all statements of the source documents and all errata (corrections),
// sorted by number.

import type { Claim, LedgerVerdict } from '../ledger/claim.ts';
import { also, claims, undecided } from '../ledger/claims.ts';

export const DOCUMENTS = ['000', '001', '002', '003', '004'] as const;

/** The values of the verdict filter. `undecided` is for statements that no computed number can decide. */
export const VERDICTS = ['holds', 'condition', 'fails', 'undecided'] as const;

export type Place = Pick<Claim, 'document' | 'lines'>;

export interface Entry {
  readonly id: string;
  readonly kind: 'statement' | 'erratum';
  /** The documents and lines to which the entry refers. An erratum (a correction) can apply to several documents. */
  readonly places: readonly [Place, ...Place[]];
  readonly verdict: LedgerVerdict | 'undecided';
  readonly lesson: string;
  readonly claim?: Claim;
  /**
   * Ids of related entries. For a statement: its errata (corrections), which the same experiment decides or `also`
   * lists. For an erratum: its statements.
   */
  readonly related: readonly string[];
}

const kindOf = (id: string) => (id.startsWith('E') ? 'erratum' : 'statement');

const placeOf = ({ document, lines }: Place): Place => ({ document, lines });

/** The statements of other documents to which an erratum (a correction) applies too. */
const others = (id: string): readonly Claim[] =>
  (also[id] ?? []).flatMap((name) => claims.find((claim) => claim.id === name) ?? []);

function entryOf(claim: Claim): Entry {
  const { id, verdict, lesson } = claim;
  const isNear = (other: Claim) =>
    kindOf(other.id) !== kindOf(id) &&
    ((other.lesson === lesson && other.experiment === claim.experiment) ||
      also[id]?.includes(other.id) === true ||
      also[other.id]?.includes(id) === true);
  const related = claims.filter(isNear).map((other) => other.id);
  const places = [placeOf(claim), ...others(id).map(placeOf)] as const;
  return { id, kind: kindOf(id), places, verdict, lesson, claim, related };
}

/** All entries of the ledger: statements sorted by number, then errata (corrections) sorted by number. */
export const entries: readonly Entry[] = [
  ...claims.map(entryOf),
  ...undecided.map(({ id, lesson, ...place }): Entry => {
    const kind = kindOf(id);
    return { id, kind, places: [placeOf(place)], verdict: 'undecided', lesson, related: [] };
  }),
].sort((a, b) => (a.id < b.id ? -1 : 1));
