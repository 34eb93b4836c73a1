// SPDX-License-Identifier: MIT
import { claimsOf } from './claim.ts';

export const kernelRegression = claimsOf('kernel-regression', [
  ['001-01', '001', '7-9', 'holds', 'neighbours'],
  ['001-02', '001', '11', 'holds', 'neighbours'],
  ['001-03', '001', '13', 'holds', 'neighbours'],
  ['001-04', '001', '17', 'condition', 'normalised'],
  ['001-05', '001', '19', 'condition', 'normalised'],
  ['001-06', '001', '21', 'fails', 'printed-sign'],
  ['001-07', '001', '23', 'holds', 'weights'],
  ['001-08', '001', '25, 27', 'holds', 'weights'],
  ['001-09', '001', '29', 'condition', 'prediction'],
  ['E-17', '001', '21', 'fails', 'printed-sign'],
]);
