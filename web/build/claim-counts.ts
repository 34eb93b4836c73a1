// SPDX-License-Identifier: MIT
import type { Plugin } from 'vite';
import { claims } from '../src/ledger/claims.ts';
import { countClaims } from '../src/ledger/count-claims.ts';

/** Defines the constant `__CLAIM_COUNTS__`: for each lesson and experiment, the number of claims that it decides. */
export function claimCounts(): Plugin {
  return {
    name: 'attention-lab:claim-counts',
    apply: 'build',
    config: () => ({
      define: { __CLAIM_COUNTS__: JSON.stringify(countClaims(claims)) },
      build: { rolldownOptions: { treeshake: { manualPureFunctions: ['claimsOf'] } } },
    }),
  };
}
