// SPDX-License-Identifier: MIT
import type { Precision, Tensor, TrainerInput } from '../../../../web/src/engine/index.ts';
import type { Tensors } from '../case.ts';
import { FILLS, masking, optimizer, scale } from '../options.ts';
import { defined, type Given, type Runners, shaped } from '../values.ts';
import { options004 } from './multi-head.ts';

/** The names of a task's parameters: in the engine (keys) and in SCHEMA.md (values). */
type Names = Readonly<Record<string, string>>;

/** The initial parameters. A bias that the golden case does not contain is omitted. */
const start = ({ matrix, row }: Given, names: Names): Record<string, Tensor> =>
  defined(
    Object.fromEntries(
      Object.entries(names).map(([ours, theirs]) => [
        ours,
        theirs.startsWith('W') ? matrix(theirs) : row(theirs),
      ]),
    ),
  );

function train(given: Given, names: Names, task: object): Tensors {
  const { engine, precision, input, number } = given;
  const options = { precision, start: start(given, names), ...optimizer(given), ...task };
  const trainer = engine.newTrainer(options as TrainerInput<Precision>);
  try {
    const losses = [...trainer.run(number('steps', 0)), trainer.loss];
    const trained = Object.entries(trainer.parameters).map(([ours, parameter]) => {
      const theirs = names[ours] as string;
      return [`final_${theirs}`, shaped(input(theirs).shape, parameter)];
    });
    return { losses: { shape: [losses.length], data: losses }, ...Object.fromEntries(trained) };
  } finally {
    trainer.release();
  }
}

/** Points of shape (n, d). A list of numbers becomes n points with one component. */
function points({ input }: Given, name: string): Tensor {
  const x = input(name);
  return x.shape.length < 2 ? shaped([x.data.length, 1], x) : x;
}

const data = ({ input }: Given) => ({
  ...{ queries: input('q'), keys: input('k'), values: input('v'), targets: input('Y') },
});

const PROJECTIONS = { W_q: 'W_q', W_k: 'W_k' };
const BIASES = { b_q: 'b_q', b_k: 'b_k', b_v: 'b_v', b_o: 'b_c' };

export const TRAINING: Runners = {
  train_kernel: (given) =>
    train(
      given,
      { w: 'w' },
      { task: 'kernel', inputs: points(given, 'x'), targets: points(given, 'y') },
    ),

  train_sdpa(given) {
    const inputs = { inputs: given.input('X'), targets: given.input('Y') };
    const options = { ...scale(given), ...masking(given, FILLS['000']) };
    return train(given, { ...PROJECTIONS, W_v: 'W_v' }, { task: 'sdpa', ...inputs, ...options });
  },

  train_additive(given) {
    const task = { task: 'additive', ...data(given), ...masking(given, FILLS['001']) };
    return train(given, { ...PROJECTIONS, w_v: 'w_v', bias: 'bias' }, task);
  },

  train_mha(given) {
    const names = { ...PROJECTIONS, W_v: 'W_v', W_o: 'W_c', ...BIASES };
    return train(given, names, { task: 'multi-head', ...data(given), ...options004(given) });
  },
};
