// SPDX-License-Identifier: MIT
// The claims: all statements of the five source documents, and all errata (corrections), that an experiment tests. The
// test suite recomputes all verdicts.
import type { Claim, Undecided } from './claim.ts';
import { cost } from './cost.ts';
import { kernelRegression } from './kernel-regression.ts';
import { masking } from './masking.ts';
import { multiHead, undecidedInMultiHead } from './multi-head.ts';
import { queryKey, undecidedInQueryKey } from './query-key.ts';
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

export const undecided: readonly Undecided[] = [
  ...undecidedInSimilarity,
  ...undecidedInQueryKey,
  ...undecidedInMultiHead,
];
