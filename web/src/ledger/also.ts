// SPDX-License-Identifier: MIT

/** For an erratum (a correction) of one document, the ids of statements in other documents to which it applies too. */
export const also: Readonly<Record<string, readonly string[]>> = {
  'E-08': ['002-08', '003-18'],
  'E-12': ['003-02'],
  'E-15': ['001-18', '002-16', '002-18', '004-15'],
  'E-16': ['001-20'],
  'E-22': ['003-03'],
  'E-32': ['004-15'],
};
