// SPDX-License-Identifier: MIT
// The documents' statements and errata that the page has put to the test, by the numbers of the
// project's ledger. A statement is listed once the lesson that decides it is built; tests recompute
// every verdict here.
import type { Claim, Undecided } from './claim.ts';
import { cost } from './cost.ts';
import { kernelRegression } from './kernel-regression.ts';
import { masking } from './masking.ts';
import { multiHead, undecidedInMultiHead } from './multi-head.ts';
import { queryKey } from './query-key.ts';
import { scaling } from './scaling.ts';
import { scoring } from './scoring.ts';
import { similarity, undecidedInSimilarity } from './similarity.ts';
import { softmax } from './softmax.ts';

export const claims: readonly Claim[] = [
  ...kernelRegression,
  ...softmax,
  ...similarity,
  ...scaling,
  ...scoring,
  ...masking,
  ...queryKey,
  ...multiHead,
  ...cost,
];

/** Statements that no number decides. */
export const undecided: readonly Undecided[] = [...undecidedInSimilarity, ...undecidedInMultiHead];
