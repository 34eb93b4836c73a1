// SPDX-License-Identifier: MIT
import { claimsOf } from './claim.ts';

export const scaling = claimsOf('scaling', [
  ['000-10', '000', '36, 52', 'fails', 'sigma'],
  ['000-11', '000', '38', 'fails', 'index'],
  ['000-12', '000', '36, 40', 'fails', 'normal'],
  ['000-13', '000', '41', 'condition', 'products'],
  ['000-14', '000', '43-49', 'condition', 'means'],
  ['000-15', '000', '54-60', 'holds', 'sum'],
  ['000-16', '000', '62-66', 'fails', 'index'],
  ['000-17', '000', '70-74', 'holds', 'scaled'],
  ['000-18', '000', '75', 'condition', 'gradient'],
  ['002-08', '002', '66-72', 'holds', 'unstable'],
  ['003-18', '003', '49, 51', 'holds', 'flat'],
  ['003-23', '003', '77', 'holds', 'sum'],
  ['004-18', '004', '95-97', 'condition', 'products'],
  ['004-19', '004', '101, 105, 109', 'holds', 'sum'],
  ['004-20', '004', '111', 'condition', 'clt'],
  ['004-21', '004', '113-119', 'holds', 'scaled'],
  ['E-04', '000', '36, 52', 'fails', 'sigma'],
  ['E-05', '000', '38, 56, 63', 'fails', 'index'],
  ['E-06', '000', '36, 40', 'fails', 'normal'],
  ['E-07', '000', '42-49', 'fails', 'dropped'],
  ['E-08', '000', '75', 'condition', 'gradient'],
  ['E-46', '004', '95-97', 'condition', 'products'],
  ['E-47', '004', '111', 'condition', 'clt'],
]);
