// SPDX-License-Identifier: MIT
// The documents' statements and errata that the page has put to the test, by the numbers of the
// project's ledger. A statement is listed once the lesson that decides it is built; tests recompute
// every verdict here.

export type LedgerVerdict = 'holds' | 'condition' | 'fails';

export interface Claim {
  /** "001-09" is a statement, "E-17" an erratum. */
  readonly id: string;
  readonly document: '000' | '001' | '002' | '003' | '004';
  readonly lines: string;
  readonly verdict: LedgerVerdict;
  readonly lesson: string;
  /** The lesson's experiment that decides. */
  readonly experiment: string;
}

const inKernelRegression = (
  id: string,
  lines: string,
  verdict: LedgerVerdict,
  experiment: string,
): Claim => ({ id, document: '001', lines, verdict, lesson: 'kernel-regression', experiment });

const inSoftmax = (
  id: string,
  document: Claim['document'],
  lines: string,
  verdict: LedgerVerdict,
  experiment: string,
): Claim => ({ id, document, lines, verdict, lesson: 'softmax', experiment });

export const claims: readonly Claim[] = [
  inKernelRegression('001-01', '7-9', 'holds', 'neighbours'),
  inKernelRegression('001-02', '11', 'holds', 'neighbours'),
  inKernelRegression('001-03', '13', 'holds', 'neighbours'),
  inKernelRegression('001-04', '17', 'condition', 'normalised'),
  inKernelRegression('001-05', '19', 'condition', 'normalised'),
  inKernelRegression('001-06', '21', 'fails', 'printed-sign'),
  inKernelRegression('001-07', '23', 'holds', 'weights'),
  inKernelRegression('001-08', '25, 27', 'holds', 'weights'),
  inKernelRegression('001-09', '29', 'condition', 'prediction'),
  inKernelRegression('E-17', '21', 'fails', 'printed-sign'),
  inSoftmax('000-04', '000', '19-22', 'condition', 'range'),
  inSoftmax('000-05', '000', '23-25', 'condition', 'example'),
  inSoftmax('000-06', '000', '27-28', 'condition', 'example'),
  inSoftmax('000-07', '000', '30', 'holds', 'scale'),
  inSoftmax('000-08', '000', '30', 'fails', 'standardise'),
  inSoftmax('000-09', '000', '31', 'condition', 'normal'),
  inSoftmax('003-06', '003', '22', 'fails', 'normalise'),
  inSoftmax('003-22', '003', '75', 'condition', 'saturate'),
  inSoftmax('E-01', '000', '22', 'fails', 'jacobian'),
  inSoftmax('E-02', '000', '25', 'condition', 'example'),
  inSoftmax('E-03', '000', '30-31', 'fails', 'standardise'),
  inSoftmax('E-34', '003', '22', 'fails', 'normalise'),
];
