// SPDX-License-Identifier: MIT
// Verifies the ledger (web/src/ledger), the list of the source documents' statements with their verdicts: runs all its
// experiments again and compares the results with the recorded ones.
import type { Engine } from '../engine/index.ts';
import type { Claim } from '../ledger/claim.ts';
import { type Deciding, decidingOf } from '../ledger/numbers.ts';
import { again } from '../lessons/again.ts';
import {
  agrees,
  type Experiment,
  type Measurement,
  type Run,
  verdictOf,
} from '../lessons/experiment.ts';

/** The result of an experiment for one claim (a statement of a source document, or an erratum). */
export interface Found {
  readonly id: string;
  readonly verdict: Claim['verdict'];
  /** The deciding number, computed again. NaN if the experiment has no row with the recorded name. */
  readonly computed: number;
  /** Whether the verdict and the number equal the recorded ones, and the number decides the verdict. */
  readonly agrees: boolean;
}

export type LoadExperiments = (lesson: string) => Promise<readonly Experiment<unknown>[]>;

/**
 * Two numbers count as equal if their difference is within one of these tolerances or the measurement's own tolerance.
 * Each WebAssembly build adds float32 numbers in another order, so it rounds differently.
 */
const RELATIVE = 1e-5;
const ABSOLUTE = 1e-9;

function isClose(computed: number, recorded: number, tolerance: number): boolean {
  if (Object.is(computed, recorded)) return true;
  const room = Math.max(ABSOLUTE, tolerance, RELATIVE * Math.abs(recorded));
  return Math.abs(computed - recorded) <= room;
}

/** Whether a measurement decides the verdict. The property `tests` of `Measurement` documents its kinds. */
export function isDeciding(row: Measurement, verdict: Claim['verdict']): boolean {
  if (verdict === 'holds') return row.tests !== 'shown' && agrees(row);
  return row.tests === (verdict === 'fails' ? 'claim' : 'reach') && !agrees(row);
}

export function judge(
  { id, verdict: recorded }: Claim,
  deciding: Deciding,
  measurements: readonly Measurement[],
): Found {
  const verdict = verdictOf(measurements);
  const row = measurements.find((one) => one.id === deciding.row);
  const computed = row?.computed ?? Number.NaN;
  const isSame =
    verdict === recorded &&
    row !== undefined &&
    isDeciding(row, verdict) &&
    isClose(row.expected, deciding.expected, 0) &&
    isClose(computed, deciding.computed, row.tolerance);
  return { id, verdict, computed, agrees: isSame };
}

/** Groups claims by the experiment that decides them. The keys have the form "lesson/experiment". */
function byExperiment(claims: readonly Claim[]): ReadonlyMap<string, readonly Claim[]> {
  const groups = new Map<string, Claim[]>();
  for (const claim of claims) {
    const name = `${claim.lesson}/${claim.experiment}`;
    groups.set(name, [...(groups.get(name) ?? []), claim]);
  }
  return groups;
}

/** Resolves in a new task, so that the page handles input between two experiments. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Runs every experiment that decides one of the claims.
 * @param onFound  called after each experiment with the results for its claims
 * @returns false if `signal` was aborted, else true
 */
export async function judgeAll(
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
