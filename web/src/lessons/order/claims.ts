// SPDX-License-Identifier: MIT
// Tests the lesson's statements about word order with all permutations of its sentence.
import { claim, type Experiment, experimentsOf, probe, reach } from '../experiment.ts';
import {
  COUNT,
  changesOf,
  EXAMPLE,
  ORDERS,
  type Positions,
  positionsOf,
  productsOf,
  ROUNDING,
  type State,
  spreadOf,
  vectorsOf,
} from './compute.ts';

const with_ = (change: Partial<State>): State => Object.freeze({ ...EXAMPLE, ...change });

/**
 * Creates a `measure` function with the English sentence model. `largest`: the largest change of an output over all
 * word orders. `spread`: the largest range of a diagonal of the positional vectors' dot products.
 */
const byModel =
  (
    measure: (
      largest: (positions: Positions, isCausal: boolean) => number,
      spread: (positions: Positions) => number,
    ) => ReturnType<typeof claim>[],
  ): Experiment<State>['measure'] =>
  async (engine) => {
    const vectors = vectorsOf(await engine.sentenceModel('en'));
    const largest = (positions: Positions, isCausal: boolean) => {
      const added = positionsOf(engine, positions, vectors).slice(0, COUNT);
      const of = (order: readonly number[]) =>
        Math.max(...changesOf(engine, vectors, order, added, isCausal).changes);
      return Math.max(...ORDERS.map(of));
    };
    const spread = (positions: Positions) =>
      spreadOf(productsOf(engine, positionsOf(engine, positions, vectors)));
    return measure(largest, spread);
  };

const equivariance = probe(
  EXAMPLE,
  byModel((largest) => [
    claim('plain', 0, largest('none', false), ROUNDING),
    reach('causal', 0, largest('none', true), ROUNDING),
    reach('sinusoidal', 0, largest('sinusoidal', false), ROUNDING),
    reach('learned', 0, largest('learned', false), ROUNDING),
  ]),
);

/**
 * Tests a claim that is false: "With a causal mask and without positions, the output of a word does not depend on the
 * order of the words."
 */
const causal = probe(
  with_({ mask: 'causal' }),
  byModel((largest) => [claim('causal', 0, largest('none', true), ROUNDING)]),
);

const distance = probe(
  with_({ positions: 'sinusoidal' }),
  byModel((_largest, spread) => [
    claim('sinusoidal', 0, spread('sinusoidal'), ROUNDING),
    reach('learned', 0, spread('learned'), ROUNDING),
  ]),
);

export const experiments = experimentsOf<State>({ equivariance, causal, distance });
