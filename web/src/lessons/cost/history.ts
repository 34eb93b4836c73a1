// SPDX-License-Identifier: MIT
// Runs of before, kept on the device and nowhere else.
import { forget, keep, kept } from '../../device/store.ts';
import { TWINS, type Twin } from '../../engine/index.ts';
import { type MeasuredRun, type Points, pointsOf } from './measuring.ts';
import { METHODS, type Method } from './timing.ts';

const NAME = 'cost-runs';
/** As many as a table shows without becoming a list to search. */
const MOST = 10;

/** What a run came to: milliseconds over n. */
export interface KeptRun extends Readonly<Record<Method, Points>> {
  /** When it ended, in milliseconds since 1970. */
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

/** The runs that are kept, the newest first; whatever else the store holds there is passed over. */
export function keptRuns(): readonly KeptRun[] {
  try {
    const stored: unknown = JSON.parse(kept(NAME) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRun) : [];
  } catch {
    return [];
  }
}

/** Keeps a run before those that are kept already. @returns all of them */
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
