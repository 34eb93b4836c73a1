// SPDX-License-Identifier: MIT
import { claimsOf } from './claim.ts';

export const kernelRegression = claimsOf('kernel-regression', [
  ['001-01', '001', '7-9', 'holds', 'neighbours'],
  ['001-02', '001', '11', 'holds', 'neighbours'],
  ['001-03', '001', '13', 'holds', 'neighbours'],
  ['001-04', '001', '17', 'holds', 'plane-mean'],
  ['001-05', '001', '19', 'condition', 'normalised'],
  ['001-06', '001', '21', 'fails', 'printed-sign'],
  ['001-07', '001', '23', 'holds', 'weights'],
  ['001-08', '001', '25, 27', 'holds', 'weights'],
  ['001-09', '001', '29', 'condition', 'prediction'],
  ['001-10', '001', '33', 'condition', 'plane-letter'],
  ['001-12', '001', '37', 'condition', 'plane-length'],
  ['001-13', '001', '41-45', 'fails', 'plane-sample'],
  ['001-14', '001', '47', 'condition', 'plane-dot'],
  ['001-15', '001', '49', 'holds', 'plane-product'],
  ['001-16', '001', '49', 'fails', 'plane-scale'],
  ['E-17', '001', '21', 'fails', 'printed-sign'],
  ['E-18', '001', '33, 35, 37', 'condition', 'plane-letter'],
  ['E-19', '001', '41', 'fails', 'plane-sample'],
  ['E-20', '001', '47', 'condition', 'plane-dot'],
  ['E-21', '001', '49', 'fails', 'plane-scale'],
]);
