// SPDX-License-Identifier: MIT
import { claims } from './claims.ts';
import { type Counts, countClaims } from './count-claims.ts';

declare const __CLAIM_COUNTS__: Counts | undefined;

/** The build counts the claims, so that pages need not load the ledger to show the reader's progress. */
export const counts: Counts =
  typeof __CLAIM_COUNTS__ === 'undefined' ? countClaims(claims) : __CLAIM_COUNTS__;
