// SPDX-License-Identifier: MIT
import {
  AttentionError,
  createEngine,
  type Engine,
  type Precision,
} from '../../../web/src/engine/index.ts';
import { BadFile, type GoldenCase, goldenFiles, PRECISIONS, readCases } from './case.ts';
import { worstMiss } from './compare.ts';
import { RUNNERS } from './runners.ts';

/**
 * What is wrong with an engine's answer to a case, in one line, or undefined.
 * @throws BadFile when the case cannot be used
 */
export function judge(engine: Engine, golden: GoldenCase, precision: Precision) {
  const run = RUNNERS[golden.fn];
  if (run === undefined) throw new BadFile(`no runner for ${golden.fn}`);
  try {
    return worstMiss(run(engine, golden, precision), golden[precision]);
  } catch (error) {
    if (error instanceof AttentionError) return error.message;
    throw error;
  }
}

/**
 * Runs every case of the places, folders or files, in both precisions through both twins, and tells
 * of each that fails in one line.
 * @throws BadFile
 */
export async function runGolden(places: readonly string[], tell: (line: string) => void) {
  const engines = [await createEngine({ simd: 'simd' }), await createEngine({ simd: 'scalar' })];
  const counts = { cases: 0, passed: 0, failed: 0 };
  for (const file of places.flatMap(goldenFiles))
    for (const golden of readCases(file)) {
      counts.cases += 1;
      for (const engine of engines)
        for (const precision of PRECISIONS) {
          const miss = inFile(file, golden, () => judge(engine, golden, precision));
          counts[miss === undefined ? 'passed' : 'failed'] += 1;
          if (miss !== undefined) tell(`${golden.id} ${precision} ${engine.twin}: ${miss}`);
        }
    }
  tell(
    `${counts.cases} cases, each in float64 and in float32 through the simd and the scalar twin`,
  );
  tell(`${counts.passed} passed, ${counts.failed} failed`);
  return counts;
}

function inFile<R>(file: string, golden: GoldenCase, judged: () => R): R {
  try {
    return judged();
  } catch (error) {
    throw new BadFile(`${file}: ${golden.id}: ${error instanceof Error ? error.message : error}`);
  }
}
