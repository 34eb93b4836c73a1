// SPDX-License-Identifier: MIT
import { claimsOf } from './claim.ts';

export const softmax = claimsOf('softmax', [
  ['000-04', '000', '19-22', 'condition', 'range'],
  ['000-05', '000', '23-25', 'condition', 'example'],
  ['000-06', '000', '27-28', 'holds', 'chart'],
  ['000-07', '000', '30', 'holds', 'scale'],
  ['000-08', '000', '30', 'fails', 'standardise'],
  ['000-09', '000', '31', 'condition', 'normal'],
  ['003-06', '003', '22', 'fails', 'normalise'],
  ['003-22', '003', '75', 'condition', 'saturate'],
  ['E-01', '000', '22', 'fails', 'jacobian'],
  ['E-02', '000', '25', 'condition', 'example'],
  ['E-03', '000', '30-31', 'fails', 'standardise'],
  ['E-34', '003', '22', 'fails', 'normalise'],
]);
