// SPDX-License-Identifier: MIT
// What a package for a learning platform and the page in it agree on.

/** The standards by which learning platforms talk to a page: SCORM 1.2, SCORM 2004 (4th edition) and cmi5 (xAPI). */
export const STANDARDS = ['scorm12', 'scorm2004', 'cmi5'] as const;
export type Standard = (typeof STANDARDS)[number];

export const STANDARD_NAMES: Readonly<Record<Standard, string>> = {
  scorm12: 'SCORM 1.2',
  scorm2004: 'SCORM 2004',
  cmi5: 'cmi5 (xAPI)',
};

/** Names of the meta elements in the page of a package: its standard, and the attributes of its lesson as a query. */
export const STANDARD = 'attention-lab-standard';
export const SETTINGS = 'attention-lab-settings';

/** The id of the page's part with the script that talks to the platform. */
export const ADAPTER = 'al-adapter';

/** The parameter of the page's address that names one of several lessons. */
export const LESSON = 'lesson';

/** A script that talks to a platform, in `dist/single/<name>.json`, for the pages of `dist/single`. */
export interface Adapter {
  /** The part of the page: an element with the packed script. */
  readonly part: string;
  /** The source of the script in the page's policy. */
  readonly source: string;
}

export const adapterOf = (standard: Standard): 'scorm' | 'cmi5' =>
  standard === 'cmi5' ? 'cmi5' : 'scorm';
