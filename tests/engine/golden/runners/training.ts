// SPDX-License-Identifier: MIT
import type { Engine, Precision, Tensor, TrainerInput } from '../../../../web/src/engine/index.ts';
import type { GoldenCase, Tensors } from '../case.ts';
import { FILLS, masking, optimizer, scale } from '../options.ts';
import {
  given,
  input,
  matrix,
  number,
  type Runner,
  type RunnerTable,
  row,
  shaped,
} from '../values.ts';
import { options004 } from './multi-head.ts';

/** The names of a task's parameters: in the engine (keys) and in SCHEMA.md (values). */
type Names = Readonly<Record<string, string>>;

/** The initial parameters. A bias that the golden case does not contain is omitted. */
const start = (golden: GoldenCase, names: Names): Record<string, Tensor> =>
  given(
    Object.fromEntries(
      Object.entries(names).map(([ours, theirs]) => [
        ours,
        theirs.startsWith('W') ? matrix(golden, theirs) : row(golden, theirs),
      ]),
    ),
  );

/** Trains with the golden case's number of steps. Returns the losses and the final parameters. */
function train(
  engine: Engine,
  golden: GoldenCase,
  names: Names,
  task: TrainerInput<Precision>,
): Tensors {
  const steps = number(golden, 'steps', 0);
  const trainer = engine.newTrainer(task);
  try {
    const losses = [...trainer.run(steps), trainer.loss];
    const trained = Object.entries(trainer.parameters).map(([ours, parameter]) => {
      const theirs = names[ours] as string;
      return [`final_${theirs}`, shaped(input(golden, theirs).shape, parameter)];
    });
    return { losses: { shape: [losses.length], data: losses }, ...Object.fromEntries(trained) };
  } finally {
    trainer.release();
  }
}

/** Points of shape (n, d). A list of numbers becomes n points with one component. */
function points(golden: GoldenCase, name: string): Tensor {
  const x = input(golden, name);
  return x.shape.length < 2 ? shaped([x.data.length, 1], x) : x;
}

const trainKernel: Runner = (engine, golden, precision) => {
  const names = { w: 'w' };
  return train(engine, golden, names, {
    ...{ precision, start: start(golden, names), ...optimizer(golden) },
    ...{ task: 'kernel', inputs: points(golden, 'x'), targets: points(golden, 'y') },
  });
};

const trainSdpa: Runner = (engine, golden, precision) => {
  const names = { W_q: 'W_q', W_k: 'W_k', W_v: 'W_v' };
  return train(engine, golden, names, {
    ...{ precision, start: start(golden, names), ...optimizer(golden) },
    ...{ task: 'sdpa', inputs: input(golden, 'X'), targets: input(golden, 'Y') },
    ...scale(golden),
    ...masking(golden, FILLS['000']),
  });
};

const data = (golden: GoldenCase) => ({
  queries: input(golden, 'q'),
  keys: input(golden, 'k'),
  values: input(golden, 'v'),
  targets: input(golden, 'Y'),
});

const trainAdditive: Runner = (engine, golden, precision) => {
  const names = { W_q: 'W_q', W_k: 'W_k', w_v: 'w_v', bias: 'bias' };
  return train(engine, golden, names, {
    ...{ precision, start: start(golden, names), ...optimizer(golden) },
    ...{ task: 'additive', ...data(golden), ...masking(golden, FILLS['001']) },
  });
};

const trainMha: Runner = (engine, golden, precision) => {
  const own = { W_q: 'W_q', b_q: 'b_q', W_k: 'W_k', b_k: 'b_k', W_v: 'W_v', b_v: 'b_v' };
  const names = { ...own, W_o: 'W_c', b_o: 'b_c' };
  return train(engine, golden, names, {
    ...{ precision, start: start(golden, names), ...optimizer(golden) },
    ...{ task: 'multi-head', ...data(golden), ...options004(golden) },
  });
};

export const TRAINING: RunnerTable = {
  train_kernel: trainKernel,
  train_sdpa: trainSdpa,
  train_additive: trainAdditive,
  train_mha: trainMha,
};
