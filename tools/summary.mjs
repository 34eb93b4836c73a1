// SPDX-License-Identifier: MIT

/** @typedef {{passed: number, failed: number}} Counts  tests that really ran */

/** @type {Counts} */
export const NONE = { passed: 0, failed: 0 };

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
export const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed });

/** @param {Counts} counts */
export const summaryLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/**
 * The counts of a step that failed: one that shows no failed test (a build error, a crash outside of
 * every test) still counts as one failure.
 * @param {Counts} counts
 * @returns {Counts}
 */
export const ofFailure = ({ passed, failed }) => ({ passed, failed: Math.max(failed, 1) });

/**
 * Counts of a JUnit file by ctest. What ctest could not start (`notrun`) failed, unless the test itself
 * asked to be skipped.
 * @param {string} xml
 * @returns {Counts}
 */
export function countJunit(xml) {
  const tests = xml.matchAll(
    /<testcase\b[^>]*\bstatus="(\w+)"[^>]*>\s*(<skipped message="SKIP_)?/g,
  );
  let counts = NONE;
  for (const [, status, isSkipped] of tests) {
    if (status === 'run') counts = add(counts, { passed: 1, failed: 0 });
    if (status === 'fail' || (status === 'notrun' && !isSkipped))
      counts = add(counts, { passed: 0, failed: 1 });
  }
  return counts;
}

/**
 * Counts of vitest's JSON report.
 * @param {string} json
 * @returns {Counts}
 */
export function countVitest(json) {
  const { numPassedTests = 0, numFailedTests = 0 } = JSON.parse(json);
  return { passed: numPassedTests, failed: numFailedTests };
}
