// SPDX-License-Identifier: MIT
import { claimsOf } from './claim.ts';

export const masking = claimsOf('masking', [
  ['001-18', '001', '63-79', 'condition', 'lens'],
  ['001-19', '001', '81-88', 'fails', 'inplace'],
  ['001-22', '001', '121-126', 'condition', 'equal'],
  ['001-23', '001', '132-134', 'condition', 'heatmap'],
  ['001-25', '001', '156-163', 'condition', 'equal'],
  ['001-26', '001', '102', 'condition', 'expand'],
  ['002-21', '002', '131-133, 170-172', 'condition', 'biases'],
  ['004-15', '004', '75-77', 'condition', 'leak'],
  ['E-15', '000', '157', 'condition', 'empty'],
  ['E-23', '001', '81-88', 'fails', 'inplace'],
  ['E-24', '001', '81', 'fails', 'shape'],
  ['E-27', '001', '121-163', 'condition', 'equal'],
  ['E-28', '001', '132, 160', 'condition', 'heatmap'],
  ['E-33', '002', '175-184', 'condition', 'convention'],
  ['E-45', '004', '75', 'condition', 'leak'],
  ['E-49', '002', '131-133, 170-172', 'condition', 'biases'],
]);
