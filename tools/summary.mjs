// SPDX-License-Identifier: MIT

/** @typedef {{passed: number, failed: number}} Counts  numbers of tests */

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
 * The counts of a failed step. If no test has failed (as after a build error or a crash outside the tests), the step
 * itself counts as one failure.
 * @param {Counts} counts
 * @returns {Counts}
 */
export const ofFailure = ({ passed, failed }) => ({ passed, failed: Math.max(failed, 1) });

/**
 * Counts the tests in ctest's JUnit file. The status `notrun` has two meanings: a test that could not start counts as
 * failed; one that CTest skipped because of a SKIP_ property, such as SKIP_RETURN_CODE, is not counted.
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
 * Counts the tests in vitest's JSON report.
 * @param {string} json
 * @returns {Counts}
 */
export function countVitest(json) {
  const { numPassedTests = 0, numFailedTests = 0 } = JSON.parse(json);
  return { passed: numPassedTests, failed: numFailedTests };
}
