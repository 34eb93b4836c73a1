// SPDX-License-Identifier: MIT
import type { ExperimentCard } from '../../components/experiments.ts';
import { agrees, type Experiment, type Measurement, verdictOf } from '../experiment.ts';
import type { Scene } from './scene.ts';
import type { State } from './state.ts';

type ExperimentId =
  | 'neighbours'
  | 'prediction'
  | 'weights'
  | 'printed-sign'
  | 'normalised'
  | 'wide'
  | 'narrow'
  | 'dot';

/** An experiment in words: what is claimed, and, once measured, what came out. */
export function experimentCard(
  experiment: Experiment<State>,
  measurements: readonly Measurement[] | undefined,
  i18n: Scene['i18n'],
  t: Scene['t'],
): ExperimentCard {
  const id = experiment.id as ExperimentId;
  const card = { id, source: t(`experiment.${id}.source`), claim: t(`experiment.${id}.claim`) };
  if (measurements === undefined) return card;
  const number = (x: number) => i18n.number(x, { digits: 10 });
  const difference = (one: Measurement) => i18n.number(one.computed - one.expected, { digits: 3 });
  const found = measurements.flatMap((one) => [
    [one.id, number(one.computed)],
    [`${one.id}Difference`, difference(one)],
  ]);
  return {
    ...card,
    outcome: {
      verdict: verdictOf(measurements),
      conclusion: t(`experiment.${id}.conclusion`, Object.fromEntries(found)),
      rows: measurements.map((one) => ({
        label: t(`experiment.${id}.rows.${one.id}` as 'experiment.prediction.rows.float32'),
        expected: number(one.expected),
        computed: number(one.computed),
        difference: difference(one),
        agrees: agrees(one),
      })),
    },
  };
}
