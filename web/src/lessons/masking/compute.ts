// SPDX-License-Identifier: MIT
import type { Engine, MaskingOptions } from '../../engine/index.ts';
import type { Computed } from '../scene.ts';
import { computeLeaks, type LeakPoint } from './leaks.ts';
import { type Matrix, rowsOf, tensor } from './matrix.ts';
import { computeSample, type Sample } from './sample.ts';
import { BASE, SIZE, type State, TREATMENT_IDS, TREATMENTS, type Treatment } from './state.ts';
import { computeTwice, type Twice } from './twice.ts';

/** What one way to hide makes of the scores. */
export interface Treated {
  readonly logits: Matrix;
  readonly weights: Matrix;
  /** Of the query that is looked at: what its hidden keys weigh, and all its keys. */
  readonly leak: number;
  readonly sum: number;
}

/** All numbers that the lesson shows; every one comes from the engine. */
export interface Numbers {
  readonly scores: Matrix;
  /** 1 where lengths, order and pressed cells all let a key through. */
  readonly flags: Matrix;
  /** 1 where a query sees a key, once the flags are read. */
  readonly visible: Matrix;
  readonly emptyRows: readonly boolean[];
  readonly treated: Readonly<Record<Treatment, Treated>>;
  /** Of the query that is looked at, as its scores grow. */
  readonly leaks: readonly LeakPoint[];
  readonly twice: Twice;
  readonly sample: Sample;
}

/** What the reader allows, as the engine takes it. */
function allowed({ mask, lensKind, len, lens, causal }: State): MaskingOptions {
  const keep = { keepMask: { shape: [SIZE, SIZE], data: mask }, causal: causal === 'on' };
  if (lensKind === 'none') return keep;
  const validLens = lensKind === 'one' ? { shape: [], data: [len] } : { shape: [SIZE], data: lens };
  return { ...keep, validLens };
}

/** 1 for each logit that was not excluded. */
const keptOf = (logits: Matrix): Matrix =>
  logits.map((row) => row.map((logit) => (logit === Number.NEGATIVE_INFINITY ? 0 : 1)));

/** The bench's numbers by every way to hide. */
function computeBench(state: State, engine: Engine): Omit<Numbers, 'leaks' | 'twice' | 'sample'> {
  const { precision, convention, emptyRow, size, row } = state;
  const scores = tensor(BASE.map((one) => one.map((score) => score * size)));
  const masked = (options: MaskingOptions) => {
    const { logits, weights, emptyRows } = engine.maskedSoftmax({
      precision,
      scores,
      emptyRow,
      ...options,
    });
    return { logits: rowsOf(logits), weights: rowsOf(weights), emptyRows };
  };
  const right = masked(allowed(state));
  const flags = keptOf(right.logits);
  const isRead = convention === 'keep';
  const seen = isRead ? allowed(state) : { hideMask: tensor(flags) };
  const excluded = isRead ? right : masked(seen);
  const visible = keptOf(excluded.logits);
  const all = TREATMENT_IDS.map((id) => {
    const { method, fill } = TREATMENTS[id];
    return id === 'exclude' ? excluded : masked({ ...seen, maskMethod: method, fill });
  });
  const looked = row - 1;
  const hidden = (visible[looked] ?? []).map((kept) => 1 - kept);
  const sums = rowsOf(
    engine.scaledDotScores({
      precision,
      queries: tensor(all.map(({ weights }) => weights[looked] ?? [])),
      keys: tensor([hidden, hidden.map(() => 1)]),
      divisor: 'none',
    }),
  );
  const treated = all.map(({ logits, weights }, i): Treated => {
    const [leak = Number.NaN, sum = Number.NaN] = sums[i] ?? [];
    return { logits, weights, leak, sum };
  });
  return {
    scores: rowsOf(scores),
    flags,
    visible,
    emptyRows: excluded.emptyRows,
    treated: Object.fromEntries(
      TREATMENT_IDS.map((id, i) => [id, treated[i]]),
    ) as Numbers['treated'],
  };
}

/**
 * The bench by every way to hide, the two calls and the documents' example; what a change leaves as
 * it was is taken over from `last`.
 * @throws AttentionError
 */
export function compute(state: State, engine: Engine, last?: Computed<State, Numbers>): Numbers {
  const isSame = (...names: readonly (keyof State)[]) =>
    last !== undefined && names.every((name) => String(last.state[name]) === String(state[name]));
  const bench = computeBench(state, engine);
  const visible = bench.visible[state.row - 1] ?? [];
  const isSeenAlike = String(last?.numbers.visible[state.row - 1]) === String(visible);
  return {
    ...bench,
    leaks:
      last && isSeenAlike && isSame('row', 'precision')
        ? last.numbers.leaks
        : computeLeaks(state, visible, engine),
    twice:
      last && isSame('firstLens', 'precision') ? last.numbers.twice : computeTwice(state, engine),
    sample:
      last && isSame('score', 'keys', 'seed', 'precision')
        ? last.numbers.sample
        : computeSample(state, engine),
  };
}
