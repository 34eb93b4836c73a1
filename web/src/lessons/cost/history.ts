// SPDX-License-Identifier: MIT
// The results of earlier runs of the time measurements, stored only on this device.
import { forget, keep, kept } from '../../device/store.ts';
import { TWINS, type Twin } from '../../engine/index.ts';
import { METHODS, type Method } from './timing.ts';
import { type MeasuredRun, type Points, pointsOf } from './timing-runner.ts';

const NAME = 'cost-runs';
const MOST = 10;

/** The result of a run of the time measurements: for each method, the median time in milliseconds for each n. */
export interface KeptRun extends Readonly<Record<Method, Points>> {
  /** The time at which the run ended, in milliseconds since 1970. */
  readonly at: number;
  readonly twin: Twin;
}

const isPoints = (value: unknown): value is Points =>
  Array.isArray(value) &&
  value.every((point) => Array.isArray(point) && point.length === 2 && point.every((x) => x > 0));

const isRun = (value: unknown): value is KeptRun => {
  const run = value as Partial<KeptRun> | null;
  return (
    typeof run === 'object' &&
    Number.isFinite(run?.at) &&
    TWINS.some((twin) => twin === run?.twin) &&
    METHODS.every((method) => isPoints(run?.[method]))
  );
};

/** The stored runs, the newest first. Invalid entries are ignored. */
export function keptRuns(): readonly KeptRun[] {
  try {
    const stored: unknown = JSON.parse(kept(NAME) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRun) : [];
  } catch {
    return [];
  }
}

/** Stores a run. @returns all stored runs, the newest first */
export function keepRun({ twin, timed }: MeasuredRun, at: number): readonly KeptRun[] {
  const run: KeptRun = {
    at,
    twin,
    plain: pointsOf(timed, 'plain'),
    streaming: pointsOf(timed, 'streaming'),
  };
  const runs = [run, ...keptRuns()].slice(0, MOST);
  keep(NAME, JSON.stringify(runs));
  return runs;
}

export const forgetRuns = (): void => forget(NAME);
