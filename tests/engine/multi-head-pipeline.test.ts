// SPDX-License-Identifier: MIT
// Every number of the pipeline against what its trace says it is made of, through both twins.
import { describe, expect, it } from 'vitest';
import { createEngine, MULTI_HEAD_VARIANTS } from '../../web/src/engine/index.ts';
import { compute } from '../../web/src/lessons/multi-head/compute.ts';
import { pickedOf } from '../../web/src/lessons/multi-head/pipeline/tensors.ts';
import { type Sum, stateAt, traceOf } from '../../web/src/lessons/multi-head/pipeline/trace.ts';
import {
  columnsOf,
  fields,
  HEADS,
  MASKS,
  PARTS,
  STEPS,
  type State,
  withinRanges,
} from '../../web/src/lessons/multi-head/state.ts';
import { initialState } from '../../web/src/state/fields.ts';

const with_ = (change: Partial<State>): State =>
  withinRanges({ ...initialState(fields), ...change });

/** A traced number from the numbers that its sum holds, in plain JavaScript. */
function tracedValue(sum: Sum, picked: number): number {
  switch (sum.kind) {
    case 'drawn':
      return picked;
    case 'copy':
      return sum.value;
    case 'products':
      return sum.terms.reduce((total, [a, b]) => total + a * b, sum.constant ?? 0);
    case 'quotient':
      return sum.isHidden ? picked : sum.value / Math.sqrt(sum.root);
    case 'softmax': {
      const most = Math.max(...sum.row);
      const powers = sum.row.map((x) => Math.exp(x - most));
      return (powers[sum.at] as number) / powers.reduce((a, b) => a + b);
    }
  }
}

const cells = (state: State): State[] =>
  Array.from({ length: state.tokens }, (_, i) =>
    Array.from({ length: columnsOf(state) }, (__, j) => ({ ...state, row: i + 1, column: j + 1 })),
  ).flat();

/** Every step in every kind of pipeline. */
const PIPELINES = HEADS.flatMap((heads) =>
  MULTI_HEAD_VARIANTS.flatMap((variant) =>
    MASKS.map((mask) => with_({ heads, variant, mask, head: Number(heads) })),
  ),
);

for (const twin of ['simd', 'scalar'] as const) {
  const engine = await createEngine({ simd: twin });

  describe(`multi-head, the pipeline, ${twin}`, () => {
    it('makes every number of every step what its trace says', () => {
      for (const pipeline of PIPELINES) {
        const numbers = compute(pipeline, engine);
        for (const step of STEPS)
          for (const part of step === 'project' || step === 'split' ? PARTS : PARTS.slice(0, 1))
            for (const state of cells({ ...pipeline, step, part })) {
              const picked = pickedOf(state, numbers);
              const { sum } = traceOf(state, numbers);
              const close =
                Math.abs(tracedValue(sum, picked) - picked) < 1e-9 || picked === -Infinity;
              if (!close)
                expect.fail(`${JSON.stringify(state)}: ${picked}, ${JSON.stringify(sum)}`);
            }
      }
    });

    it('leads from a lit cell to where it stands', () => {
      for (const step of STEPS) {
        const state = with_({ step, heads: '4', head: 3, row: 3, column: 2, part: 'values' });
        const numbers = compute(state, engine);
        for (const operand of traceOf(state, numbers).operands) {
          if (operand.spot === undefined) continue;
          const lit = operand.values.flatMap((row, i) =>
            row.flatMap((value, j) => (operand.lit(i, j) ? [{ value, i, j }] : [])),
          );
          expect(lit.length, step).toBeGreaterThan(0);
          for (const { value, i, j } of lit) {
            const there = with_({ ...state, ...stateAt(operand, i, j) });
            expect(pickedOf(there, numbers), `${step} from ${there.step}`).toBe(value);
          }
        }
      }
    });
  });
}
