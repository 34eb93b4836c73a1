// SPDX-License-Identifier: MIT
import { claimsOf, type Undecided } from './claim.ts';

export const queryKey = claimsOf('query-key', [
  ['001-17', '001', '53', 'fails', 'same'],
  ['003-03', '003', '18', 'fails', 'meaning'],
  ['003-04', '003', '18', 'holds', 'shapes'],
  ['003-05', '003', '20, 22', 'holds', 'shapes'],
  ['003-07', '003', '24', 'holds', 'columns'],
  ['003-08', '003', '28', 'holds', 'spaces'],
  ['003-09', '003', '30', 'holds', 'symmetric'],
  ['003-10', '003', '30', 'fails', 'others'],
  ['003-11', '003', '30', 'condition', 'dominates'],
  ['003-12', '003', '30', 'fails', 'row'],
  ['003-13', '003', '30', 'condition', 'itself'],
  ['E-22', '001', '53', 'fails', 'same'],
  ['E-35', '003', '30', 'fails', 'others'],
  ['E-36', '003', '30', 'fails', 'row'],
]);

/**
 * Statements that describe figures of source document 003. The figures were not available, so nothing can decide the
 * statements.
 */
export const undecidedInQueryKey: readonly Undecided[] = [
  { id: '003-01', document: '003', lines: '12, 14', lesson: 'query-key' },
];
