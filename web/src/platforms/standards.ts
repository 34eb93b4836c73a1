// SPDX-License-Identifier: MIT
// Names that packages for learning platforms share with the page in them.

/** Standards for pages on learning platforms: SCORM 1.2, SCORM 2004 (4th edition) and cmi5 (xAPI). */
export const STANDARDS = ['scorm12', 'scorm2004', 'cmi5'] as const;
export type Standard = (typeof STANDARDS)[number];

export const STANDARD_NAMES: Readonly<Record<Standard, string>> = {
  scorm12: 'SCORM 1.2',
  scorm2004: 'SCORM 2004',
  cmi5: 'cmi5 (xAPI)',
};

/** Names of the meta elements in a package's page: the standard, and the attributes of the lesson as a query. */
export const STANDARD = 'attention-lab-standard';
export const SETTINGS = 'attention-lab-settings';

/** Id of the element that contains the packed script of the adapter. */
export const ADAPTER = 'al-adapter';

/** The query parameter of the page's URL that selects one of several lessons. */
export const LESSON = 'lesson';

/**
 * The minimum share of correct answers with which cmi5 reports a lesson as passed. A minimum is required,
 * because in cmi5 only the statements `passed` and `failed` contain a score. The platform can set another minimum.
 */
export const MASTERY = 0.5;

/** A script that communicates with a platform. The build writes it to `dist/single/<adapterOf(standard)>.json`. */
export interface Adapter {
  /** The HTML of an element with the packed script. */
  readonly part: string;
  /** The hash of the script, as a source in the page's Content Security Policy. */
  readonly source: string;
}

export const adapterOf = (standard: Standard): 'scorm' | 'cmi5' =>
  standard === 'cmi5' ? 'cmi5' : 'scorm';
