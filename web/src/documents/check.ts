// SPDX-License-Identifier: MIT
// The ledger put to the test: every experiment is run again, and what it finds is laid beside what is recorded.
import type { Engine } from '../engine/index.ts';
import type { Claim } from '../ledger/claim.ts';
import { type Deciding, decidingOf } from '../ledger/numbers.ts';
import { again } from '../lessons/again.ts';
import { type Experiment, type Measurement, type Run, verdictOf } from '../lessons/experiment.ts';

/** What an experiment found on one statement. */
export interface Found {
  readonly id: string;
  readonly verdict: Claim['verdict'];
  /** NaN where the experiment has no such row. */
  readonly computed: number;
  /** Whether verdict and number are those that the ledger records. */
  readonly agrees: boolean;
}

/** A module with a lesson's experiments, by the lesson's id. */
export type LoadExperiments = (lesson: string) => Promise<readonly Experiment<unknown>[]>;

/** Results that differ by less are the same: float32 rounds its sums in another order in each twin. */
const RELATIVE = 1e-5;
const ABSOLUTE = 1e-9;

function isClose(computed: number, recorded: number, tolerance: number): boolean {
  if (Object.is(computed, recorded)) return true;
  const room = Math.max(ABSOLUTE, tolerance, RELATIVE * Math.abs(recorded));
  return Math.abs(computed - recorded) <= room;
}

/** Judges a statement by what its experiment has measured. */
export function judge(
  { id, verdict: recorded }: Claim,
  deciding: Deciding,
  measurements: readonly Measurement[],
): Found {
  const verdict = verdictOf(measurements);
  const row = measurements.find((one) => one.id === deciding.row);
  const computed = row?.computed ?? Number.NaN;
  const agrees =
    verdict === recorded &&
    row !== undefined &&
    isClose(row.expected, deciding.expected, 0) &&
    isClose(computed, deciding.computed, row.tolerance);
  return { id, verdict, computed, agrees };
}

/** The statements that each experiment decides. */
function byExperiment(claims: readonly Claim[]): ReadonlyMap<string, readonly Claim[]> {
  const groups = new Map<string, Claim[]>();
  for (const claim of claims) {
    const name = `${claim.lesson}/${claim.experiment}`;
    groups.set(name, [...(groups.get(name) ?? []), claim]);
  }
  return groups;
}

/** Lets the page answer to its reader between two experiments. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Runs every experiment that decides one of the statements, and judges them all.
 * @param onFound  told after each experiment; what was found on its statements
 * @returns false once `run` was aborted
 */
export async function checkAll(
  claims: readonly Claim[],
  load: LoadExperiments,
  engine: Engine,
  { signal, onProgress }: Run,
  onFound: (found: readonly Found[]) => void,
): Promise<boolean> {
  const groups = [...byExperiment(claims).values()];
  for (const [i, group] of groups.entries()) {
    const [first] = group as [Claim, ...Claim[]];
    const all = await load(first.lesson);
    const experiment = all.find(({ id }) => id === first.experiment);
    const within = (done: number) => onProgress((i + done) / groups.length);
    await pause();
    if (signal.aborted) return false;
    const measured = await again(() => experiment?.measure(engine, { signal, onProgress: within }));
    if (signal.aborted) return false;
    onFound(group.map((claim) => judge(claim, decidingOf(claim.id), measured ?? [])));
    within(1);
  }
  return true;
}
