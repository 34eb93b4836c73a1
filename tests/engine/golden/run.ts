// SPDX-License-Identifier: MIT
import {
  AttentionError,
  createEngine,
  type Engine,
  type Precision,
  TWINS,
} from '../../../web/src/engine/index.ts';
import '../node.ts';
import { openNative } from '../native.ts';
import { BadFile, type GoldenCase, goldenFiles, PRECISIONS, readCases } from './case.ts';
import { type Miss, worstMiss } from './compare.ts';
import { RUNNERS } from './runners.ts';
import { givenBy } from './values.ts';

/**
 * The worst difference of the outputs from the expected ones, or undefined if the golden case passes.
 * @throws BadFile if the golden case cannot be used
 */
export function judge(engine: Engine, golden: GoldenCase, precision: Precision): Miss | undefined {
  const run = RUNNERS[golden.fn];
  if (run === undefined) throw new BadFile(`no runner for ${golden.fn}`);
  try {
    return worstMiss(run(givenBy(engine, golden, precision)), golden[precision]);
  } catch (error) {
    if (error instanceof AttentionError)
      return { text: error.message, excess: Number.POSITIVE_INFINITY };
    throw error;
  }
}

/** The worst difference over all engines and both precisions, in one line, or undefined if the golden case passes. */
function judgeAll(engines: readonly Engine[], golden: GoldenCase): string | undefined {
  const misses = engines.flatMap((engine) =>
    PRECISIONS.flatMap((precision) => {
      const miss = judge(engine, golden, precision);
      return miss ? [{ ...miss, by: `${precision} ${engine.twin}` }] : [];
    }),
  );
  const largest = Math.max(...misses.map(({ excess }) => excess));
  const worst = misses.find(({ excess }) => excess === largest);
  return worst && `${golden.id} ${worst.by}: ${worst.text}`;
}

/** Numbers of cases. `unusable`: cases, files and folders that cannot be used. */
export interface Counts {
  passed: number;
  failed: number;
  unusable: number;
}

/** The engines of a target: one for each WebAssembly build, or the native library. */
export async function openDoors(target: 'wasm' | 'native') {
  if (target === 'wasm') {
    const engines = await Promise.all(TWINS.map((simd) => createEngine({ simd })));
    return { engines, close() {} };
  }
  const { engine, close } = openNative();
  return { engines: [engine], close };
}

/**
 * Runs every case in the folders or files, in both precisions with each engine. A golden case passes if all its runs
 * pass.
 * @param tell      receives a line for each failed case, and a last line with the counts
 * @param complain  receives a line for each file or case that cannot be used; the run continues
 */
export function runGolden(
  engines: readonly Engine[],
  places: readonly string[],
  tell: (line: string) => void,
  complain: (line: string) => void = tell,
): Counts {
  const counts = { passed: 0, failed: 0, unusable: 0 };
  const use = <R>(where: string, action: () => R): R | undefined => {
    try {
      return action();
    } catch (error) {
      counts.unusable += 1;
      complain(`${where}${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  };
  for (const file of places.flatMap((place) => use('', () => goldenFiles(place)) ?? []))
    for (const golden of use('', () => readCases(file)) ?? [])
      use(`${file}: ${golden.id}: `, () => {
        const line = judgeAll(engines, golden);
        counts[line === undefined ? 'passed' : 'failed'] += 1;
        if (line !== undefined) tell(line);
      });
  tell(`${counts.passed} passed, ${counts.failed} failed`);
  return counts;
}
