// SPDX-License-Identifier: MIT
import { describe, expect, test, vi } from 'vitest';
import { Failure } from '../../tools/process.mjs';
import { atOnce, eachOf, runSteps, TestFailure } from '../../tools/steps.mjs';
import { countJunit, countVitest } from '../../tools/tests.mjs';

const JUNIT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="(empty)"
	tests="6"
	failures="2"
	disabled="1"
	skipped="2"
	>
	<testcase name="sum: 1 &lt; 2" classname="sum" time="0.004" status="run">
		<system-out>&lt;testcase status="fail"&gt;</system-out>
	</testcase>
	<testcase name="bad" classname="bad" time="0.004" status="fail">
		<failure message=""/>
	</testcase>
	<testcase name="crash" classname="crash" time="0.004" status="fail">
		<failure message=""/>
	</testcase>
	<testcase name="gone" classname="gone" time="0" status="notrun">
		<skipped message="Unable to find executable"/>
	</testcase>
	<testcase name="skip" classname="skip" time="0.001" status="notrun">
		<skipped message="SKIP_RETURN_CODE=4"/>
	</testcase>
	<testcase name="off" classname="off" time="0" status="disabled">
	</testcase>
</testsuite>`;

describe('counts', () => {
  test('ctest: counts tests that cannot start as failures, and ignores skipped and disabled ones', () => {
    expect(countJunit(JUNIT)).toEqual({ passed: 1, failed: 3 });
  });

  test('vitest: uses its totals', () => {
    const report = { numTotalTests: 9, numPassedTests: 7, numFailedTests: 1, numPendingTests: 1 };
    expect(countVitest(JSON.stringify(report))).toEqual({ passed: 7, failed: 1 });
  });
});

describe('runSteps', () => {
  const passing = (passed) => ({ name: 'good', run: async () => ({ passed, failed: 0 }) });
  const failing = (error) => ({ name: 'bad', run: () => Promise.reject(error) });
  const silently = async (steps) => {
    const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')];
    for (const spy of spies) spy.mockImplementation(() => {});
    try {
      return await runSteps(steps);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  };

  test('adds up the steps; a step without tests adds nothing', async () => {
    const build = { name: 'build', run: async () => {} };
    const result = await silently([passing(3), build, passing(4)]);
    expect(result).toEqual({ ok: true, counts: { passed: 7, failed: 0 } });
  });

  test('stops at the first failure and keeps its counts', async () => {
    const error = new TestFailure('ctest ended with 8', { passed: 2, failed: 3 });
    const result = await silently([passing(3), failing(error), passing(4)]);
    expect(result).toEqual({ ok: false, counts: { passed: 5, failed: 3 } });
  });

  test('runs sequences at once, and fails after the end of all', async () => {
    let end = () => {};
    const waiting = { name: 'waits', run: () => new Promise((done) => (end = () => done())) };
    const ending = { name: 'ends the other', run: async () => end() };
    expect(await silently([atOnce([waiting, passing(3)], [ending, passing(4)])])).toEqual({
      ok: true,
      counts: { passed: 7, failed: 0 },
    });
    const late = { name: 'late', run: () => waiting.run().then(() => ({ passed: 1, failed: 0 })) };
    const bad = failing(new Failure('cmake ended with 1'));
    expect(await silently([atOnce([late], [ending, bad, passing(4)]), passing(5)])).toEqual({
      ok: false,
      counts: { passed: 1, failed: 1 },
    });
  });

  test('runs every step of a list, and fails after the end of all', async () => {
    const bad = failing(new Failure('tsc ended with 1'));
    expect(await silently([eachOf('all', [bad, passing(3), bad]), passing(4)])).toEqual({
      ok: false,
      counts: { passed: 3, failed: 2 },
    });
    const good = await silently([eachOf('all', [passing(3), passing(4)]), passing(5)]);
    expect(good).toEqual({ ok: true, counts: { passed: 12, failed: 0 } });
  });

  test('a failure without a failed test counts as one', async () => {
    const result = await silently([passing(3), failing(new Failure('cmake ended with 1'))]);
    expect(result).toEqual({ ok: false, counts: { passed: 3, failed: 1 } });
  });

  test('rethrows programming errors in the tools', async () => {
    await expect(silently([failing(new TypeError('oops'))])).rejects.toThrow('oops');
  });
});
