// SPDX-License-Identifier: MIT
import { claimsOf, type Undecided } from './claim.ts';

export const similarity = claimsOf('similarity', [
  ['000-02', '000', '14', 'holds', 'formula'],
  ['000-03', '000', '15', 'holds', 'formula'],
  ['000-20', '000', '81, 94', 'condition', 'dimensions'],
  ['000-21', '000', '81-84', 'holds', 'formula'],
  ['000-22', '000', '86-90', 'condition', 'shapes'],
  ['000-23', '000', '91-92', 'condition', 'heads'],
  ['000-24', '000', '94-98', 'holds', 'width'],
  ['000-25', '000', '100-105', 'holds', 'transpose'],
  ['000-26', '000', '107-110', 'condition', 'angle'],
  ['000-27', '000', '111', 'fails', 'score'],
  ['000-28', '000', '112-128', 'condition', 'product'],
  ['000-29', '000', '130-135', 'condition', 'hull'],
  ['000-30', '000', '139', 'holds', 'formula'],
  ['000-31', '000', '145', 'holds', 'notebook'],
  ['000-32', '000', '150-161', 'condition', 'whole'],
  ['002-20', '002', '136, 175', 'condition', 'arguments'],
  ['003-02', '003', '16', 'condition', 'similar'],
  ['E-09', '000', '81, 94', 'condition', 'dimensions'],
  ['E-10', '000', '89, 91', 'condition', 'heads'],
  ['E-11', '000', '102, 139', 'fails', 'twice'],
  ['E-12', '000', '107-110', 'condition', 'angle'],
  ['E-13', '000', '111, 124', 'fails', 'score'],
  ['E-14', '000', '130-134', 'condition', 'hull'],
  ['E-48', '002', '136, 175', 'condition', 'arguments'],
]);

export const undecidedInSimilarity: readonly Undecided[] = [
  { id: '000-01', document: '000', lines: '2-9', lesson: 'similarity' },
  { id: '000-19', document: '000', lines: '76-78, 171-172', lesson: 'similarity' },
];
