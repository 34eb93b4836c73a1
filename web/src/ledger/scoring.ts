// SPDX-License-Identifier: MIT
import { claimsOf } from './claim.ts';

export const scoring = claimsOf('scoring', [
  ['001-11', '001', '35', 'condition', 'additive'],
  ['001-20', '001', '91-115', 'fails', 'printed'],
  ['001-21', '001', '107, 112-113', 'fails', 'shapes'],
  ['001-24', '001', '140-150', 'holds', 'dot'],
  ['003-14', '003', '40-41', 'holds', 'forms'],
  ['003-15', '003', '43', 'condition', 'brackets'],
  ['003-17', '003', '43, 45', 'condition', 'learn'],
  ['003-19', '003', '51', 'condition', 'init'],
  ['003-20', '003', '55', 'condition', 'spread'],
  ['003-21', '003', '57', 'condition', 'bounds'],
  ['003-24', '003', '43', 'condition', 'addition'],
  ['E-25', '001', '91-117', 'fails', 'printed'],
  ['E-26', '001', '107', 'fails', 'shapes'],
  ['E-37', '003', '43', 'condition', 'brackets'],
  ['E-38', '003', '43', 'condition', 'learn'],
  ['E-39', '003', '51, 57', 'condition', 'bounds'],
  ['E-40', '003', '55', 'condition', 'spread'],
]);
