// SPDX-License-Identifier: MIT
import type { ExperimentCard } from '../../components/experiments.ts';
import type { Experiment, Measurement } from '../experiment.ts';
import { outcomeOf } from '../outcomes.ts';
import type { Scene } from './scene.ts';
import type { State } from './state.ts';

type ExperimentId =
  | 'example'
  | 'range'
  | 'jacobian'
  | 'scale'
  | 'standardise'
  | 'normal'
  | 'normalise'
  | 'saturate'
  | 'loss'
  | 'overflow';

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
  const outcome = outcomeOf(measurements, i18n, {
    conclusion: (found) => t(`experiment.${id}.conclusion`, found),
    row: (row) => t(`experiment.${id}.rows.${row}` as 'experiment.example.rows.p4'),
  });
  return { ...card, outcome };
}
