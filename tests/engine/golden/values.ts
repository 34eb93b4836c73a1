// SPDX-License-Identifier: MIT
// Functions that read the inputs and parameters of a golden case and build its outputs.
import type { Engine, Precision, Tensor } from '../../../web/src/engine/index.ts';
import { BadFile, type GoldenCase, type Tensors } from './case.ts';

export const scalar = (x: number): Tensor => ({ shape: [], data: [x] });

export const shaped = (shape: readonly number[], { data }: Tensor): Tensor => ({ shape, data });

export const defined = <Value>(entries: Readonly<Record<string, Value | undefined>>) =>
  Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, Value] => entry[1] !== undefined),
  );

export function givenBy(engine: Engine, golden: GoldenCase, precision: Precision) {
  const { inputs, numbers, words } = golden;

  const input = (name: string): Tensor => {
    const found = inputs[name];
    if (found === undefined) throw new BadFile(`no input ${name}`);
    return found;
  };

  return {
    ...{ engine, precision, inputs, numbers, input },
    has: (name: string): boolean => name in inputs,

    number(name: string, otherwise: number): number {
      const found = numbers[name];
      if (found === undefined) return otherwise;
      if (found.data.length !== 1) throw new BadFile(`${name} is no single number`);
      return found.data[0] as number;
    },

    word<Word extends string>(name: string, list: readonly Word[], otherwise: Word): Word {
      const word = words[name] ?? otherwise;
      const found = list.find((one) => one === word);
      if (found === undefined) throw new BadFile(`unknown ${name} ${word}`);
      return found;
    },

    /** An input as a matrix: the last axis gives the columns, all other axes together the rows. */
    matrix(name: string): Tensor {
      const { shape, data } = input(name);
      const n = shape.at(-1) ?? 1;
      return { shape: [n === 0 ? 0 : data.length / n, n], data };
    },

    row(name: string): Tensor | undefined {
      const data = inputs[name]?.data;
      return data && { shape: [data.length], data };
    },

    /**
     * The sum of out·G over all entries, and its gradients as outputs `grad_<name>`, each in the shape of the input
     * `<name>`. Empty if the golden case has no input G. Omits gradients that the library does not compute, and
     * gradients without an input `<name>`.
     */
    gradients(out: Tensor, of: (G: Tensor) => Record<string, Tensor | undefined>): Tensors {
      const { G } = inputs;
      if (G === undefined) return {};
      if (G.data.length !== out.data.length) throw new BadFile('G does not fit the output');
      const loss = Array.from(out.data).reduce((sum, x, i) => sum + x * (G.data[i] as number), 0);
      const gradients = Object.entries(of(G)).flatMap(([name, gradient]) => {
        const own = inputs[name];
        if (gradient === undefined || own === undefined) return [];
        const isComputed = gradient.data.length > 0 || own.data.length === 0;
        return isComputed ? [[`grad_${name}`, shaped(own.shape, gradient)] as const] : [];
      });
      return { loss: scalar(loss), ...Object.fromEntries(gradients) };
    },
  };
}

export type Given = ReturnType<typeof givenBy>;

/** Functions that compute the outputs of a golden case, by the name of the function in golden files. */
export type Runners = Readonly<Record<string, (given: Given) => Tensors>>;
