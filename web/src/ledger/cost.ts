// SPDX-License-Identifier: MIT
import { claimsOf } from './claim.ts';

export const cost = claimsOf('cost', [
  ['002-13', '002', '106', 'holds', 'parallel'],
  ['002-14', '002', '109', 'holds', 'quadratic'],
  ['002-15', '002', '110', 'condition', 'memory'],
  ['003-16', '003', '43', 'condition', 'additive'],
]);
