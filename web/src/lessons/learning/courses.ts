// SPDX-License-Identifier: MIT
// The trainings of six letters in pairs, each of which learns to look at its partner.
import type { Engine } from '../../engine/index.ts';
import type { Matrix } from '../matrix.ts';
import { TARGETS } from './pointing.ts';
import { trainPointing, weightsOf } from './pointing-trainer.ts';

export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
/** The number of training steps. */
export const COURSE = 300;

/** A training of the letters. Functions, because most of its results are never shown. */
export interface Course {
  /** The loss after a number of steps. */
  readonly loss: (steps: number) => number;
  /** The weights after a number of steps, one row for each letter that looks. */
  readonly weights: (steps: number) => Matrix;
  /** How many numbers training can change. */
  readonly size: number;
}

function trained(engine: Engine, isTied: boolean): Course {
  const after = (steps: number) => trainPointing(engine, { targets: TARGETS.swaps, isTied }, steps);
  const { losses, loss } = after(COURSE);
  const found = new Map<number, Matrix>();
  const weights = (steps: number): Matrix => weightsOf(engine, after(steps).parameters);
  const { parameters } = after(0);
  return {
    loss: (steps) => losses[steps] ?? loss,
    weights: (steps) => {
      const rows = found.get(steps) ?? weights(steps);
      found.set(steps, rows);
      return rows;
    },
    size: Object.values(parameters).reduce((sum, { data }) => sum + data.length, 0),
  };
}

const known = { one: new WeakMap<Engine, Course>(), two: new WeakMap<Engine, Course>() };

/** The training with two matrices, or with one for queries and keys. */
export function courseOf(engine: Engine, isTied: boolean): Course {
  const own = isTied ? known.one : known.two;
  const course = own.get(engine) ?? trained(engine, isTied);
  own.set(engine, course);
  return course;
}
