// SPDX-License-Identifier: MIT
// Tests the pipeline figure of the lesson "multi-head", which shows for each number how it is computed (its trace). The
// test evaluates each trace and compares the results.
import { describe, expect, it } from 'vitest';
import { createEngine, MULTI_HEAD_VARIANTS } from '../../web/src/engine/index.ts';
import { with_ } from '../../web/src/lessons/multi-head/cases.ts';
import { pipelineOf } from '../../web/src/lessons/multi-head/compute.ts';
import {
  columnsOf,
  HEADS,
  MASKS,
  PARTS,
  STEPS,
  type State,
} from '../../web/src/lessons/multi-head/state.ts';
import { pickedOf, type Sum, stateAt, traceOf } from '../../web/src/lessons/multi-head/trace.ts';

/** The value of a traced number, computed in JavaScript from the terms of its trace. */
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

/** A state for every combination of a number of heads, a variant and a mask. */
const PIPELINES = HEADS.flatMap((heads) =>
  MULTI_HEAD_VARIANTS.flatMap((variant) =>
    MASKS.map((mask) => with_({ heads, variant, mask, head: Number(heads) })),
  ),
);

const engine = await createEngine({ simd: 'simd' });

describe('multi-head, the pipeline', () => {
  it('makes every number of every step equal its trace', () => {
    for (const pipeline of PIPELINES) {
      const numbers = pipelineOf(pipeline, engine);
      for (const step of STEPS)
        for (const part of step === 'project' || step === 'split' ? PARTS : PARTS.slice(0, 1))
          for (const state of cells({ ...pipeline, step, part })) {
            const picked = pickedOf(state, numbers);
            const { sum } = traceOf(state, numbers);
            const close =
              Math.abs(tracedValue(sum, picked) - picked) < 1e-9 || picked === -Infinity;
            if (!close) expect.fail(`${JSON.stringify(state)}: ${picked}, ${JSON.stringify(sum)}`);
          }
    }
  });

  it('links a highlighted cell to its place', () => {
    for (const step of STEPS) {
      const state = with_({ step, heads: '4', head: 3, row: 3, column: 2, part: 'values' });
      const numbers = pipelineOf(state, engine);
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
