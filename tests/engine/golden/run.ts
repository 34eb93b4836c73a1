// SPDX-License-Identifier: MIT
import {
  AttentionError,
  createEngine,
  type Engine,
  type Precision,
  TWINS,
} from '../../../web/src/engine/index.ts';
import '../relaxed-simd.ts';
import { BadFile, type GoldenCase, goldenFiles, PRECISIONS, readCases } from './case.ts';
import { type Miss, worstMiss } from './compare.ts';
import { RUNNERS } from './runners.ts';

/**
 * What is wrong with an engine's answer to a case, or undefined.
 * @throws BadFile when the case cannot be used
 */
export function judge(engine: Engine, golden: GoldenCase, precision: Precision): Miss | undefined {
  const run = RUNNERS[golden.fn];
  if (run === undefined) throw new BadFile(`no runner for ${golden.fn}`);
  try {
    return worstMiss(run(engine, golden, precision), golden[precision]);
  } catch (error) {
    if (error instanceof AttentionError)
      return { text: error.message, excess: Number.POSITIVE_INFINITY };
    throw error;
  }
}

/** The worst miss of the engines in both precisions, in one line, or undefined. */
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

/** How the cases of some places went; the unusable are cases, files and places. */
export interface Counts {
  passed: number;
  failed: number;
  unusable: number;
}

/**
 * Runs every case of the places, folders or files, in both precisions through every twin: it passes
 * when it does in all six.
 * @param tell      gets one line for each case that fails, and the counts
 * @param complain  gets one line for each file or case that cannot be used; the others are judged
 *   all the same
 */
export async function runGolden(
  places: readonly string[],
  tell: (line: string) => void,
  complain: (line: string) => void = tell,
): Promise<Counts> {
  const engines = await Promise.all(TWINS.map((simd) => createEngine({ simd })));
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
